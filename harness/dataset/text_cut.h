#pragma once

#include <cstdint>

#include "harness/base/input_file.h"
#include "harness/dataset/shard.h"

namespace sudoku {

// Places in the decompressed text of a file that can be read again. All functions throw InputError
// and Interrupted, and leave the text somewhere: `go_to` has to come before it is read on.

/// A place in the decompressed text of a dataset, where a line begins.
struct TextPosition {
  std::uint64_t byte = 0;  ///< bytes before it
  std::uint64_t line = 0;  ///< lines before it
};

/// From `begin` to just before `end`; both are where a line begins, or the end of the text.
struct TextRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The shard's part of the text, all of nearly equal size: in bytes moved to the next beginning of
/// a line, or in lines where the file is compressed, which takes two passes over it. The parts in
/// their order make the whole; some may be empty. `head` is what no cut goes through, such as the
/// header of CSV: the first part has it.
TextRange shard_of_text(TextSource& source, TextPosition head, Shard shard);

/// Line ends in the first `bytes` bytes of the text.
std::uint64_t count_lines(TextSource& source, std::uint64_t bytes);

}  // namespace sudoku
