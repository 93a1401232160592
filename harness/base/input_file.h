#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sudoku {

/// A stream of bytes.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Puts the next bytes at the start of `out`, which is not empty, and returns their number; 0
  /// only at the end. Throws InputError where the bytes cannot be had, and Interrupted (see
  /// interrupt.h) where an interrupt comes before the end.
  virtual std::size_t read(std::span<char> out) = 0;
};

/// A file or standard input, as it is stored. A regular file that has another size at its end than
/// it had when it was opened is an InputError.
class InputFile final : public ByteSource {
 public:
  /// Opens `path`, or standard input for `-`, which is never closed. Throws InputError and
  /// Interrupted, as all members that read do.
  explicit InputFile(std::string path);

  std::size_t read(std::span<char> out) override;

  /// Goes on with the byte at `offset`, from 0. Only for files that can be read again.
  void seek(std::uint64_t offset);

  /// Tells files apart: XXH3 of the size of the file as it is stored and of up to 64 pieces of
  /// 4 KiB, evenly spaced from its first to its last byte; of all bytes where there are no more. 0
  /// for standard input and what has no size. `read` goes on where it was.
  std::uint64_t digest() const;

  /// The first bytes of the file, four if it has as many. `read` hands them out all the same.
  std::string_view magic() const { return {magic_.data(), magic_size_}; }
  const std::string& path() const { return path_; }
  /// Where in the file reading has come to.
  std::uint64_t bytes_read() const { return bytes_read_; }
  /// Size in bytes of a regular file.
  std::optional<std::uint64_t> byte_size() const { return byte_size_; }
  /// Throws InputError where a regular file has another size by now. For callers that do not read
  /// to its end.
  void refuse_change() const;

 private:
  std::size_t read_file(std::span<char> out);
  std::string_view read_at(std::uint64_t offset, std::span<char> out) const;
  void await_input() const;

  /// Closes what it was opened for; standard input stays open.
  class Descriptor {
   public:
    explicit Descriptor(const std::string& path);
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }

   private:
    int value_;
    bool owned_;
  };

  std::string path_;
  Descriptor descriptor_;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> byte_size_;
  std::array<char, 4> magic_{};
  std::size_t magic_size_ = 0;
  std::size_t magic_given_ = 0;  // bytes of the magic that `read` has handed out
};

/// All bytes of a small file. Throws InputError and Interrupted.
std::string read_whole(const std::string& path);

/// Whether data that begin so are gzip or Zstandard.
bool is_compressed(std::string_view begin);

/// The decompressed bytes of `file`, which must outlive the result, if its first bytes say that it
/// is gzip or Zstandard; null if it is not compressed. Members and frames in a row are read to the
/// last one; one that is cut off or damaged is an InputError. So is, at once, a file of another
/// well-known packer.
std::unique_ptr<ByteSource> make_decompressor(InputFile& file);

/// The text of a file or of standard input, decompressed where it is compressed: all of it, or a
/// range of its bytes.
class TextSource final : public ByteSource {
 public:
  /// Opens `path`. Throws InputError and Interrupted, as all members do.
  explicit TextSource(std::string path);

  std::size_t read(std::span<char> out) override;

  static constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

  /// Goes on with the bytes of the text from `begin` to just before `end`. What comes before
  /// `begin` in compressed text has to be decompressed again. Not for standard input.
  void go_to(std::uint64_t begin, std::uint64_t end = kEnd);

  bool is_compressed() const { return decompressor_ != nullptr; }
  /// As it is stored.
  const InputFile& file() const { return file_; }

 private:
  void pass_over(std::uint64_t bytes);

  InputFile file_;
  std::unique_ptr<ByteSource> decompressor_;  // null where nothing is compressed
  bool is_at_begin_ = true;                   // of what is decompressed
  std::uint64_t left_ = kEnd;                 // of the range
};

}  // namespace sudoku
