#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/base/system.h"

namespace sudoku {

/// A stream of bytes. Not thread-safe, like all classes of this header.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Copies the next bytes to the start of `out`, which must not be empty, and returns their
  /// number. Returns 0 at the end only. Throws InputError if reading fails, and Interrupted if an
  /// interrupt comes before the end.
  virtual std::size_t read(std::span<char> out) = 0;
};

/// What to read: a file, standard input, or a text in memory.
struct Input {
  Input(std::string path) : name(std::move(path)) {}
  Input(const char* path) : name(path) {}
  Input(std::string text_name, std::string content)
      : name(std::move(text_name)), text(std::move(content)) {}

  std::string name;  ///< path, `-` for standard input, or the name of the text in messages
  std::optional<std::string> text{};  ///< nullopt: `name` is a path
};

/// Reads the stored bytes of a file or of standard input. Throws InputError if the size of a
/// regular file changes after it was opened.
class InputFile final : public ByteSource {
 public:
  /// Opens the input. Throws InputError and Interrupted, like all members that read. Throws
  /// std::system_error if the system has no memory for a text.
  explicit InputFile(Input input);

  std::size_t read(std::span<char> out) override;

  /// Continues reading at a byte offset. The file must be seekable.
  void seek(std::uint64_t offset);

  /// Returns a fingerprint of the file: XXH3-64 of its size and of 64 evenly spaced pieces of 4
  /// KiB, or of all bytes if the file is smaller than these. Returns 0 for standard input and for
  /// anything but a regular file. Does not move the read position.
  std::uint64_t digest() const;

  /// Returns the first four bytes of the file, or fewer if it is shorter. `read` returns them too.
  std::string_view magic() const { return {magic_.data(), magic_size_}; }
  const std::string& path() const { return path_; }
  /// Returns the read position in bytes.
  std::uint64_t bytes_read() const { return bytes_read_; }
  /// Returns the size in bytes of a regular file when it was opened.
  std::optional<std::uint64_t> byte_size() const { return byte_size_; }
  /// Throws InputError if the size of a regular file has changed. For callers that do not read to
  /// the end, where `read` checks it.
  void check_size() const;

 private:
  std::size_t read_file(std::span<char> out);
  std::string_view read_at(std::uint64_t offset, std::span<char> out) const;
  void await_input() const;

  std::string path_;
  Descriptor owned_;  // none for standard input, which stays open
  int descriptor_;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> byte_size_;
  std::array<char, 4> magic_{};
  std::size_t magic_size_ = 0;
  std::size_t magic_given_ = 0;  // bytes of the magic that `read` has returned
};

/// Returns `path`. Throws InputError for a FIFO, socket or device; reading one may block forever.
/// Use it for files that other users may have written.
const std::string& require_regular_file(const std::string& path);

/// Returns all stored bytes of a regular file of up to 64 MiB. Throws InputError and Interrupted.
std::string read_whole(const std::string& path);

}  // namespace sudoku
