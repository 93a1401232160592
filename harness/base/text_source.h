#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
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
