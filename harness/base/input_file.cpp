#include "harness/base/input_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/base/text_digest.h"

namespace sudoku {
namespace {

constexpr std::size_t kChunk = std::size_t{128} * 1024;

[[noreturn]] void fail_with_errno(const std::string& path) { throw_input_error(path, errno); }

/// Decompresses a file. Concatenated members or frames are one stream.
class Decompressor : public ByteSource {
 public:
  Decompressor(InputFile& file, std::string format)
      : file_(file), format_(std::move(format)), buffer_(kChunk) {}

  std::size_t read(std::span<char> out) final {
    std::size_t count = 0;
    while (count == 0) {
      if (input_.empty()) input_ = {buffer_.data(), file_.read(buffer_)};
      if (input_.empty() && !is_inside_) return 0;
      if (input_.empty()) throw InputError(file_.path(), "the " + format_ + " data end too early");
      count = decompress(out);
    }
    return count;
  }

 protected:
  /// Decompresses some of `input_`, removes it from there, and returns the number of bytes written
  /// to `out`. All input may be consumed only if no output is pending.
  virtual std::size_t decompress(std::span<char> out) = 0;

  [[noreturn]] void fail(const char* reason) const {
    throw InputError(file_.path(), "the " + format_ + " data are damaged: " + reason);
  }

  std::string_view input_;  // not yet decompressed
  bool is_inside_ = false;  // between the first and the last byte of a member or frame

 private:
  InputFile& file_;
  std::string format_;
  std::vector<char> buffer_;
};

// Both libraries consume the last byte of a member or frame only after all its output.

class GzipSource final : public Decompressor {
 public:
  explicit GzipSource(InputFile& file) : Decompressor(file, "gzip") {
    constexpr int kGzipOnly = 15 + 16;  // the largest window, a gzip header
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  std::size_t decompress(std::span<char> out) override {
    constexpr std::size_t kMaxOutput = std::size_t{1} << 30;  // fits zlib's 32-bit sizes
    const std::size_t capacity = std::min(out.size(), kMaxOutput);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
    stream_.avail_in = static_cast<uInt>(input_.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(capacity);
    if (!is_inside_) inflateReset(&stream_);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) {
      fail(stream_.msg == nullptr ? "unknown data" : stream_.msg);
    }
    is_inside_ = status != Z_STREAM_END;
    input_.remove_prefix(input_.size() - stream_.avail_in);
    return capacity - stream_.avail_out;
  }

  z_stream stream_{};
};

class ZstdSource final : public Decompressor {
 public:
  explicit ZstdSource(InputFile& file)
      : Decompressor(file, "Zstandard"), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

 private:
  std::size_t decompress(std::span<char> out) override {
    ZSTD_inBuffer input{input_.data(), input_.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input);
    if (ZSTD_isError(status) != 0) fail(ZSTD_getErrorName(status));
    is_inside_ = status != 0;
    input_.remove_prefix(input.pos);
    return output.pos;
  }

  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
};

/// Opens without blocking, because a FIFO blocks until it has a writer. `read` waits instead.
int open_to_read(const std::string& path) {
  const int descriptor =
      retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
  if (descriptor < 0) fail_with_errno(path);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

bool is_gzip(std::string_view begin) { return begin.starts_with("\x1F\x8B"); }

/// RFC 8878: a frame begins with 28 B5 2F FD, a skippable frame with 50..5F 2A 4D 18.
bool is_zstd(std::string_view begin) {
  const bool is_skippable = begin.size() >= 4 && begin.substr(1, 3) == "\x2A\x4D\x18" &&
                            begin.front() >= '\x50' && begin.front() <= '\x5F';
  return is_skippable || begin.starts_with("\x28\xB5\x2F\xFD");
}

/// Returns a source of the decompressed bytes of `file`, or null if its first bytes are neither
/// gzip nor Zstandard. Throws InputError for other common compression formats.
std::unique_ptr<ByteSource> make_decompressor(InputFile& file) {
  const std::string_view magic = file.magic();
  if (is_gzip(magic)) return std::make_unique<GzipSource>(file);
  if (is_zstd(magic)) return std::make_unique<ZstdSource>(file);
  if (magic == "PK\x03\x04" || magic.starts_with("BZh") || magic == "\xFD\x37zX") {
    throw InputError(file.path(), "zip, bzip2 and xz are not supported; use gzip or Zstandard");
  }
  return nullptr;
}

}  // namespace

InputFile::InputFile(std::string path)
    : path_(std::move(path)),
      owned_(path_ == "-" ? -1 : open_to_read(path_)),
      descriptor_(path_ == "-" ? STDIN_FILENO : owned_.number()) {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail_with_errno(path_);
  if (S_ISREG(status.st_mode)) byte_size_ = static_cast<std::uint64_t>(status.st_size);
  while (magic_size_ < magic_.size()) {
    const std::size_t count = read_file(std::span(magic_).subspan(magic_size_));
    if (count == 0) break;
    magic_size_ += count;
  }
}

std::size_t InputFile::read(std::span<char> out) {
  if (magic_given_ == magic_size_) return read_file(out);
  const std::size_t count = magic().copy(out.data(), out.size(), magic_given_);
  magic_given_ += count;
  return count;
}

void InputFile::seek(std::uint64_t offset) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) fail_with_errno(path_);
  bytes_read_ = offset;
  magic_given_ = magic_size_;
}

std::uint64_t InputFile::digest() const {
  constexpr std::uint64_t kPieces = 64;
  constexpr std::uint64_t kPiece = 4096;
  if (path_ == "-" || !byte_size_) return 0;
  const std::uint64_t size = *byte_size_;
  const bool is_small = size <= kPieces * kPiece;
  std::vector<char> buffer(is_small ? size : kPiece);
  TextDigest digest;
  digest.add(std::to_string(size));
  for (std::uint64_t piece = 0; piece < (is_small ? 1 : kPieces); ++piece) {
    digest.add(read_at(is_small ? 0 : (size - kPiece) * piece / (kPieces - 1), buffer));
  }
  return digest.value();
}

void InputFile::check_size() const {
  if (!byte_size_) return;
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail_with_errno(path_);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == *byte_size_) return;
  throw InputError(
      path_, fmt::format("changed while it was read: from {} bytes to {}", *byte_size_, size));
}

std::size_t InputFile::read_file(std::span<char> out) {
  ssize_t count = 0;
  do {
    await_input();
    count = ::read(descriptor_, out.data(), out.size());
  } while (count < 0 && (errno == EINTR || errno == EAGAIN));
  if (count < 0) fail_with_errno(path_);
  if (count == 0) check_size();
  bytes_read_ += static_cast<std::uint64_t>(count);
  return static_cast<std::size_t>(count);
}

/// Reads the bytes from `offset` on until `out` is full or the file ends.
std::string_view InputFile::read_at(std::uint64_t offset, std::span<char> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    if (interrupted()) throw Interrupted();
    const ssize_t count = retry([&] {
      return ::pread(descriptor_, out.data() + filled, out.size() - filled,
                     static_cast<off_t>(offset + filled));
    });
    if (count < 0) fail_with_errno(path_);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  if (filled < out.size()) check_size();
  return {out.data(), filled};
}

/// Waits for input that may block (anything but a regular file). An interrupt ends the wait,
/// whichever thread receives the signal.
void InputFile::await_input() const {
  while (!interrupted()) {
    if (byte_size_) return;
    pollfd sources[] = {{descriptor_, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    const int ready = ::poll(sources, std::size(sources), -1);
    if (ready < 0 && errno != EINTR) fail_with_errno(path_);
    if (ready > 0 && sources[0].revents != 0) return;
  }
  throw Interrupted();
}

const std::string& require_regular_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_other(path, error)) throw InputError(path, "is not a regular file");
  return path;
}

std::string read_whole(const std::string& path) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;
  InputFile file(require_regular_file(path));
  if (file.byte_size() > kMostBytes) throw InputError(path, "is larger than 64 MiB");
  std::string text;
  std::vector<char> buffer(kChunk);
  while (const std::size_t count = file.read(buffer)) text.append(buffer.data(), count);
  return text;
}

TextSource::TextSource(std::string path)
    : file_(std::move(path)), decompressor_(make_decompressor(file_)) {}

std::size_t TextSource::read(std::span<char> out) {
  if (interrupted()) throw Interrupted();  // a chunk of a file may expand to gigabytes
  if (left_ == 0) {
    file_.check_size();
    return 0;
  }
  const std::span<char> part = out.first(std::min<std::uint64_t>(out.size(), left_));
  const std::size_t count = decompressor_ ? decompressor_->read(part) : file_.read(part);
  const std::string_view text(part.data(), count);
  const bool is_begin = decompressor_ && std::exchange(is_at_begin_, false);
  if (is_begin && (is_gzip(text) || is_zstd(text))) {
    throw InputError(file_.path(), "is compressed twice; decompress it once");
  }
  left_ -= count;
  return count;
}

void TextSource::go_to(std::uint64_t begin, std::uint64_t end) {
  if (!decompressor_) {
    file_.seek(begin);
  } else {
    file_.check_size();
    file_.seek(0);
    decompressor_ = make_decompressor(file_);
    is_at_begin_ = true;
    left_ = begin;
    std::vector<char> ignored(std::min<std::uint64_t>(begin, kChunk));
    while (left_ != 0 && read(ignored) != 0) {
    }
  }
  left_ = end - begin;
}

}  // namespace sudoku
