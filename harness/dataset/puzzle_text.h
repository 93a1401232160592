#pragma once

#include <optional>
#include <string>

#include "harness/base/text_source.h"

namespace sudoku {

/// Reads the text of a dataset. Replaces characters that old systems leave in text, byte by byte,
/// so that positions stay the same: a CR without LF becomes LF, and form feed and vertical tab
/// become blanks. Ctrl-Z, which ends old files, becomes LF, because another file may have been
/// appended. Not thread-safe.
class PuzzleText final : public TextSource {
 public:
  using TextSource::TextSource;
  std::size_t read(std::span<char> out) override;
  void go_to(std::uint64_t begin, std::uint64_t end = kEnd) override;

 private:
  std::optional<char> pending_;  // read, but not returned yet
};

}  // namespace sudoku
