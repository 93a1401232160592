#include "harness/base/input_file.h"

#include <algorithm>
#include <cerrno>
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

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(InputFile& file) : file_(file), input_(kChunk) {
    constexpr int kGzipOnly = 15 + 16;  // the largest window, a gzip header
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> out) override {
    const std::size_t capacity = std::min(out.size(), kMaxOutput);
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(capacity);
    while (stream_.avail_out == capacity) {
      if (stream_.avail_in == 0 && !refill()) {
        if (in_member_) throw InputError(file_.path(), "the gzip data end too early");
        return 0;
      }
      if (!in_member_) inflateReset(&stream_);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status != Z_OK && status != Z_STREAM_END) fail();
      in_member_ = status != Z_STREAM_END;
    }
    return capacity - stream_.avail_out;
  }

 private:
  static constexpr std::size_t kMaxOutput = std::size_t{1} << 30;  // fits zlib's 32-bit sizes

  bool refill() {
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(file_.read(input_));
    return stream_.avail_in != 0;
  }

  [[noreturn]] void fail() const {
    const char* reason = stream_.msg == nullptr ? "unknown data" : stream_.msg;
    throw InputError(file_.path(), std::string("the gzip data are damaged: ") + reason);
  }

  InputFile& file_;
  std::vector<char> input_;
  z_stream stream_{};
  bool in_member_ = false;  // between the first and the last byte of a gzip member
};

// The library consumes the last byte of a frame only after all output of the frame is fetched.
// Therefore no output is pending when all input is consumed.
class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(InputFile& file)
      : file_(file), buffer_(kChunk), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

  std::size_t read(std::span<char> out) override {
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size && !refill()) {
        if (in_frame_) throw InputError(file_.path(), "the Zstandard data end too early");
        return 0;
      }
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input_);
      if (ZSTD_isError(status) != 0) {
        throw InputError(file_.path(), std::string("the Zstandard data are damaged: ") +
                                           ZSTD_getErrorName(status));
      }
      in_frame_ = status != 0;
    }
    return output.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  bool refill() {
    input_ = {buffer_.data(), file_.read(buffer_), 0};
    return input_.size != 0;
  }

  InputFile& file_;
  std::vector<char> buffer_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  bool in_frame_ = false;  // between the first and the last byte of a frame
};

/// Opens without blocking, because a FIFO blocks until it has a writer. `read` waits instead.
int open_to_read(const std::string& path) {
  int descriptor = -1;
  do {
    if (interrupted()) throw Interrupted();
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) fail_with_errno(path);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

bool is_gzip(std::string_view magic) { return magic.starts_with("\x1F\x8B"); }

/// RFC 8878: a frame begins with 28 B5 2F FD, a skippable frame with 50..5F 2A 4D 18.
bool is_zstd(std::string_view magic) {
  if (magic == "\x28\xB5\x2F\xFD") return true;
  return magic.size() == 4 && (static_cast<unsigned char>(magic[0]) & 0xF0U) == 0x50 &&
         magic.substr(1) == "\x2A\x4D\x18";
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
  const std::uint64_t pieces = is_small ? 1 : kPieces;
  std::vector<char> buffer(is_small ? size : kPiece);
  TextDigest digest;
  digest.add(std::to_string(size));
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
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
    const ssize_t count = ::pread(descriptor_, out.data() + filled, out.size() - filled,
                                  static_cast<off_t>(offset + filled));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_with_errno(path_);
    if (count == 0) {
      check_size();
      break;
    }
    filled += static_cast<std::size_t>(count);
  }
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

std::string read_whole(const std::string& path) {
  InputFile file(path);
  std::string text;
  std::vector<char> buffer(kChunk);
  while (const std::size_t count = file.read(buffer)) text.append(buffer.data(), count);
  return text;
}

bool is_compressed(std::string_view begin) { return is_gzip(begin) || is_zstd(begin.substr(0, 4)); }

std::unique_ptr<ByteSource> make_decompressor(InputFile& file) {
  const std::string_view magic = file.magic();
  if (is_gzip(magic)) return std::make_unique<GzipSource>(file);
  if (is_zstd(magic)) return std::make_unique<ZstdSource>(file);
  if (magic == "PK\x03\x04" || magic.starts_with("BZh") ||
      magic ==
          "\xFD"
          "7zX") {
    throw InputError(file.path(), "zip, bzip2 and xz are not supported; use gzip or Zstandard");
  }
  return nullptr;
}

TextSource::TextSource(std::string path)
    : file_(std::move(path)), decompressor_(make_decompressor(file_)) {}

std::size_t TextSource::read(std::span<char> out) {
  if (left_ == 0) {
    file_.check_size();
    return 0;
  }
  const std::span<char> part = out.first(std::min<std::uint64_t>(out.size(), left_));
  const std::size_t count = decompressor_ ? decompressor_->read(part) : file_.read(part);
  if (decompressor_ && std::exchange(is_at_begin_, false) &&
      sudoku::is_compressed({part.data(), count})) {
    throw InputError(file_.path(), "is compressed twice; decompress it once");
  }
  left_ -= count;
  return count;
}

void TextSource::go_to(std::uint64_t begin, std::uint64_t end) {
  if (decompressor_) {
    file_.check_size();
    file_.seek(0);
    decompressor_ = make_decompressor(file_);
    is_at_begin_ = true;
    left_ = begin;
    skip(begin);
  } else {
    file_.seek(begin);
  }
  left_ = end - begin;
}

void TextSource::skip(std::uint64_t bytes) {
  std::vector<char> ignored(std::min<std::uint64_t>(bytes, kChunk));
  while (bytes != 0) {
    const std::size_t count = read(ignored);
    if (count == 0) return;
    bytes -= count;
  }
}

}  // namespace sudoku
