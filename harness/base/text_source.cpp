#include "harness/base/text_source.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "harness/base/decompressor.h"
#include "harness/base/errors.h"

namespace sudoku {
namespace {

/// A kind of file that is not text in UTF-8, and what to do with it.
struct ForeignKind {
  std::string_view begin;  ///< first bytes of such a file, up to four: a pipe may deliver no more
  const char* what;
};

using namespace std::string_view_literals;

// UTF-32 comes before UTF-16, whose mark is a prefix of it.
constexpr std::array kForeignKinds = {
    ForeignKind{"\xFF\xFE\0\0"sv, "is UTF-32 text; convert it with iconv -f UTF-32 -t UTF-8"},
    ForeignKind{"\0\0\xFE\xFF"sv, "is UTF-32 text; convert it with iconv -f UTF-32 -t UTF-8"},
    ForeignKind{"\xFF\xFE"sv, "is UTF-16 text; convert it with iconv -f UTF-16 -t UTF-8"},
    ForeignKind{"\xFE\xFF"sv, "is UTF-16 text; convert it with iconv -f UTF-16 -t UTF-8"},
    ForeignKind{"PAR1"sv, "is a Parquet file; save the table as CSV"},
    ForeignKind{"ARRO"sv, "is an Arrow file; save the table as CSV"},
    ForeignKind{"\x89HDF"sv, "is an HDF5 file; save the table as CSV"},
    ForeignKind{"\x93NUM"sv, "is a NumPy array; save it as text with numpy.savetxt"},
    ForeignKind{"SQLi"sv, "is a SQLite database; export the puzzles as CSV"},
    ForeignKind{"\xD0\xCF\x11\xE0"sv, "is an Office document; save its puzzles as CSV or text"},
    ForeignKind{"%PDF"sv, "is a PDF document; copy its puzzles to a text file"},
    ForeignKind{"\x89PNG"sv, "is a picture; type its puzzles into a text file"},
    ForeignKind{"\xFF\xD8\xFF"sv, "is a picture; type its puzzles into a text file"},
    ForeignKind{"GIF8"sv, "is a picture; type its puzzles into a text file"},
    ForeignKind{"7z\xBC\xAF"sv, "is a 7z archive; extract the file with the puzzles"},
    ForeignKind{"Rar!"sv, "is a RAR archive; extract the file with the puzzles"},
    ForeignKind{"\x04\x22\x4D\x18"sv, "is compressed with LZ4; decompress it, or use gzip"},
    ForeignKind{"LZIP"sv, "is compressed with lzip; decompress it, or use gzip"},
    ForeignKind{"\x7F\x45LF"sv, "is a program; use --plugin or --engine-cmd to run a solver"},
};

/// Whether every second byte from the offset `zeros` on is zero, as in ASCII text in UTF-16.
bool is_utf16(std::string_view bytes, std::size_t zeros) {
  constexpr std::size_t kEnough = 4;
  for (std::size_t i = 0; i < kEnough; ++i) {
    if (i == bytes.size() || (bytes[i] == '\0') != (i % 2 == zeros)) return false;
  }
  return true;
}

/// Throws InputError if a file that begins with these bytes is not text.
void require_text(const std::string& path, std::string_view bytes) {
  for (const ForeignKind& kind : kForeignKinds) {
    if (bytes.starts_with(kind.begin)) throw InputError(path, kind.what);
  }
  if (is_utf16(bytes, 1)) {
    throw InputError(path, "is UTF-16 text; convert it with iconv -f UTF-16LE -t UTF-8");
  }
  if (is_utf16(bytes, 0)) {
    throw InputError(path, "is UTF-16 text; convert it with iconv -f UTF-16BE -t UTF-8");
  }
}

}  // namespace

TextSource::TextSource(Input input)
    : file_(std::move(input)), decompressor_(make_decompressor(file_)) {}

std::size_t TextSource::read(std::span<char> out) {
  if (interrupted()) throw Interrupted();  // a chunk of a file may expand to gigabytes
  if (left_ == 0) {
    file_.check_size();
    return 0;
  }
  const std::span<char> part = out.first(std::min<std::uint64_t>(out.size(), left_));
  const std::size_t count = decompressor_ ? decompressor_->read(part) : file_.read(part);
  left_ -= count;
  if (std::exchange(is_at_begin_, false)) {
    const std::string_view begin(part.data(), count);
    if (decompressor_ && sudoku::is_compressed(begin)) {
      throw InputError(file_.path(), "is compressed twice; decompress it once");
    }
    require_text(file_.path(), begin);
  }
  return count;
}

void TextSource::go_to(std::uint64_t begin, std::uint64_t end) {
  is_at_begin_ = decompressor_ || begin == 0;
  if (!decompressor_) {
    file_.seek(begin);
  } else {
    file_.check_size();
    file_.seek(0);
    decompressor_ = make_decompressor(file_);
    left_ = begin;
    constexpr std::uint64_t kSkippedAtOnce = std::uint64_t{128} * 1024;
    std::vector<char> ignored(std::min(begin, kSkippedAtOnce));
    while (left_ != 0 && TextSource::read(ignored) != 0) {
    }
  }
  left_ = end - begin;
}

}  // namespace sudoku
