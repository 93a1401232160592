#pragma once

#include <optional>
#include <string>

#include "harness/base/text_source.h"

namespace sudoku {

/// Reads the text of a dataset. Replaces characters that old systems leave in text, byte by byte,
/// so that positions stay the same: a CR without LF becomes LF, and NUL, form feed and vertical tab
/// become blanks. Ctrl-Z, which ends old files, becomes LF, because another file may have been
/// appended. Not thread-safe.
class PuzzleText final : public ByteSource {
 public:
  /// Opens the input. Throws like TextSource, like all members.
  explicit PuzzleText(Input input) : source_(std::move(input)) {}

  std::size_t read(std::span<char> out) override;

  /// As TextSource::go_to.
  void go_to(std::uint64_t begin, std::uint64_t end = TextSource::kEnd);

  bool is_compressed() const { return source_.is_compressed(); }
  const InputFile& file() const { return source_.file(); }

 private:
  void clean(std::span<char> text) const;

  TextSource source_;
  std::optional<char> pending_;  // read, but not returned yet
};

}  // namespace sudoku
