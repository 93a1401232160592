#include "harness/shard/text_cut.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <xxhash.h>

#include "harness/base/text_source.h"
#include "harness/shard/shard.h"

namespace sudoku {
namespace {

constexpr std::size_t kChunk = std::size_t{256} * 1024;
constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

/// Hands the text to `visit(chunk)` bit by bit until that returns false or the text ends.
template <typename Visit>
void for_each_chunk(ByteSource& source, Visit visit) {
  std::vector<char> buffer(kChunk);
  while (const std::size_t count = source.read(buffer)) {
    if (!visit(std::string_view(buffer.data(), count))) return;
  }
}

std::uint64_t line_ends(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The first beginning of a line at or behind `byte`, which is not 0; the end where there is none.
std::uint64_t next_line(TextSource& source, std::uint64_t byte) {
  std::uint64_t position = byte - 1;
  source.go_to(position, kEnd);
  for_each_chunk(source, [&](std::string_view chunk) {
    const std::size_t end = chunk.find('\n');
    position += end == chunk.npos ? chunk.size() : end + 1;
    return end == chunk.npos;
  });
  return position;
}

std::uint64_t cut_at_byte(TextSource& source, std::uint64_t head, std::uint64_t shard,
                          std::uint64_t shard_count) {
  const std::uint64_t size = *source.byte_size();
  const std::uint64_t cut = head + range_of({shard, shard_count}, size - head).first;
  return cut == 0 || cut == size ? cut : next_line(source, cut);
}

struct TextSize {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

TextSize measure(TextSource& source) {
  TextSize size;
  bool is_line_open = false;
  for_each_chunk(source, [&](std::string_view chunk) {
    size.bytes += chunk.size();
    size.lines += line_ends(chunk);
    is_line_open = chunk.back() != '\n';
    return true;
  });
  if (is_line_open) ++size.lines;
  return size;
}

/// Where each of the lines begins; their numbers, from 0, ascend.
std::vector<std::uint64_t> find_lines(TextSource& source, std::vector<std::uint64_t> lines) {
  std::vector<std::uint64_t> begins;
  std::uint64_t byte = 0;
  std::uint64_t line = 0;
  for_each_chunk(source, [&](std::string_view chunk) {
    for (std::size_t begin = 0; begin <= chunk.size();) {
      while (begins.size() < lines.size() && lines[begins.size()] == line) {
        begins.push_back(byte + begin);
      }
      if (begins.size() == lines.size()) return false;
      const std::size_t end = chunk.find('\n', begin);
      if (end == chunk.npos) break;
      begin = end + 1;
      ++line;
    }
    byte += chunk.size();
    return true;
  });
  // A line behind the last line end of the text may be asked for: it has no bytes.
  begins.resize(lines.size(), byte);
  return begins;
}

TextRange shard_of_lines(TextSource& source, TextPosition head, std::uint64_t shard,
                         std::uint64_t shard_count) {
  const TextSize size = measure(source);
  const IndexRange lines = range_of({shard, shard_count}, size.lines - head.line);
  source.go_to(0, kEnd);
  const auto begins = find_lines(source, {head.line + lines.first, head.line + lines.end});
  TextRange range{begins[0], begins[1]};
  if (shard == 0) range.begin = 0;
  if (shard + 1 == shard_count) range.end = size.bytes;
  return range;
}

}  // namespace

TextRange shard_of_text(const std::string& path, TextPosition head, std::uint64_t shard,
                        std::uint64_t shard_count) {
  TextSource source(path);
  if (source.is_compressed()) return shard_of_lines(source, head, shard, shard_count);
  return {shard == 0 ? 0 : cut_at_byte(source, head.byte, shard, shard_count),
          cut_at_byte(source, head.byte, shard + 1, shard_count)};
}

std::uint64_t count_lines(const std::string& path, std::uint64_t bytes) {
  TextSource source(path);
  source.go_to(0, bytes);
  std::uint64_t lines = 0;
  for_each_chunk(source, [&](std::string_view chunk) {
    lines += line_ends(chunk);
    return true;
  });
  return lines;
}

std::uint64_t file_digest(const std::string& path) {
  constexpr std::uint64_t kPieces = 64;
  constexpr std::uint64_t kPiece = 4096;
  if (path == "-") return 0;
  InputFile file(path);
  if (!file.byte_size()) return 0;
  const std::uint64_t size = *file.byte_size();
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       XXH3_freeState);
  XXH3_64bits_reset(state.get());
  const std::string digits = std::to_string(size);
  XXH3_64bits_update(state.get(), digits.data(), digits.size());
  std::vector<char> buffer(size <= kPieces * kPiece ? size : kPiece);
  const std::uint64_t pieces = size <= kPieces * kPiece ? 1 : kPieces;
  for (std::uint64_t piece = 0; piece < pieces && size != 0; ++piece) {
    file.seek(pieces == 1 ? 0 : (size - kPiece) * piece / (kPieces - 1));
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const std::size_t count = file.read(std::span(buffer).subspan(filled));
      if (count == 0) break;
      filled += count;
    }
    XXH3_64bits_update(state.get(), buffer.data(), filled);
  }
  return XXH3_64bits_digest(state.get());
}

}  // namespace sudoku
