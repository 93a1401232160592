#pragma once

#include <cstdint>

#include "harness/dataset/line_reader.h"

namespace sudoku {

/// One of several parts of a whole.
struct Shard {
  std::uint64_t number = 0;  ///< from 0
  std::uint64_t count = 1;   ///< number of parts
};

/// The indices [begin, end) of puzzles, bytes or lines.
struct IndexRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Returns the shard of `count` items. The sizes of the shards differ by at most one, and the
/// shards in order make up the whole.
IndexRange range_of(Shard shard, std::uint64_t count);

// The functions below throw InputError and Interrupted. They need a file that can be read again.
// Call `go_to` before reading the text further.

/// Returns the bytes of the shard, which begin and end at the start of a line or at the end of the
/// text. Shards have about the same number of bytes, or of lines if the file is compressed, which
/// takes two passes over it. The shards in order make up the whole; some may be empty. The text
/// before `head`, such as a CSV header, belongs to the first shard.
IndexRange shard_of_text(PuzzleText& source, TextPosition head, Shard shard);

/// Returns the number of line ends in the first `bytes` bytes of the text.
std::uint64_t count_lines(PuzzleText& source, std::uint64_t bytes);

}  // namespace sudoku
