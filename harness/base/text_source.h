#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "harness/base/input_file.h"

namespace sudoku {

/// Reads the text of a file or of standard input: all of it, or a range of its bytes. Decompresses
/// it (see decompressor.h). Not thread-safe.
class TextSource : public ByteSource {
 public:
  /// Opens the input. Throws Interrupted, and InputError for files that are not text, such as
  /// databases, pictures, UTF-16 and UTF-32, like all members. The error names the kind of file and
  /// how to convert it.
  explicit TextSource(Input input);

  std::size_t read(std::span<char> out) override;

  static constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

  /// Continues with the bytes [begin, end) of the text. Compressed text is decompressed again from
  /// its start. Not for standard input.
  virtual void go_to(std::uint64_t begin, std::uint64_t end = kEnd);

  bool is_compressed() const { return decompressor_ != nullptr; }
  /// Returns the file with the stored bytes.
  const InputFile& file() const { return file_; }

 private:
  InputFile file_;
  std::unique_ptr<ByteSource> decompressor_;  // null if the file is not compressed
  bool is_at_begin_ = true;                   // of the text
  std::uint64_t left_ = kEnd;                 // bytes of the range not read yet
};

}  // namespace sudoku
