#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/base/byte_source.h"

namespace sudoku {

/// The text of a file or of standard input, decompressed where it is compressed: all of it, or a
/// range of its bytes.
class TextSource final : public ByteSource {
 public:
  /// Opens `path`. Throws InputError and Interrupted, as all members do.
  explicit TextSource(std::string path);

  std::size_t read(std::span<char> out) override;

  /// Goes on with the bytes of the text from `begin` to just before `end`. What comes before
  /// `begin` in compressed text has to be decompressed again. Not for standard input.
  void go_to(std::uint64_t begin, std::uint64_t end);

  bool is_compressed() const { return decompressor_ != nullptr; }
  const std::string& path() const { return file_->path(); }
  /// Of the file as it is stored, see InputFile.
  std::uint64_t bytes_read() const { return file_->bytes_read(); }
  std::optional<std::uint64_t> byte_size() const { return file_->byte_size(); }

 private:
  void pass_over(std::uint64_t bytes);

  std::unique_ptr<InputFile> file_;
  std::unique_ptr<ByteSource> decompressor_;  // null where nothing is compressed
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();  // of the range
};

}  // namespace sudoku
