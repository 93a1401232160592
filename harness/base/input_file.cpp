#include "harness/base/input_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/base/text_digest.h"

namespace sudoku {
namespace {

constexpr std::size_t kChunk = std::size_t{128} * 1024;

[[noreturn]] void fail_with_errno(const std::string& path) { throw_input_error(path, errno); }

/// Returns a descriptor of a new file without a name that contains `text`.
int hold_in_memory(std::string_view text) {
  Descriptor file(::memfd_create("text", MFD_CLOEXEC));
  bool is_held = file.number() >= 0;
  while (is_held && !text.empty()) {
    const ssize_t count = retry([&] { return ::write(file.number(), text.data(), text.size()); });
    is_held = count >= 0;
    if (is_held) text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (!is_held || ::lseek(file.number(), 0, SEEK_SET) < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot hold a text in memory");
  }
  return file.release();
}

/// Opens without blocking, because a FIFO blocks until it has a writer. `read` waits instead.
int open_to_read(const std::string& path) {
  const int descriptor =
      retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
  if (descriptor < 0) fail_with_errno(path);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

}  // namespace

InputFile::InputFile(Input input)
    : path_(std::move(input.name)),
      owned_(input.text     ? hold_in_memory(*input.text)
             : path_ == "-" ? -1
                            : open_to_read(path_)),
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

}  // namespace sudoku
