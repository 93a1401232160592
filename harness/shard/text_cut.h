#pragma once

#include <cstdint>
#include <string>

namespace sudoku {

// Places in the decompressed text of a file that can be read again. All functions throw InputError
// and Interrupted.

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

/// Part `shard` (from 0) of the text of `path` in `shard_count` parts of nearly equal size: in
/// bytes moved to the next beginning of a line, or in lines where the file is compressed, which
/// takes two passes over it. The parts in their order make the whole; some may be empty. `head` is
/// what no cut goes through, such as the header of CSV: the first part has it.
TextRange shard_of_text(const std::string& path, TextPosition head, std::uint64_t shard,
                        std::uint64_t shard_count);

/// Line ends in the first `bytes` bytes of the text.
std::uint64_t count_lines(const std::string& path, std::uint64_t bytes);

/// Tells files apart: XXH3 of the size of the file as it is stored and of up to 64 pieces of 4 KiB,
/// evenly spaced from its first to its last byte; of all bytes where there are no more. 0 for
/// standard input and what has no size.
std::uint64_t file_digest(const std::string& path);

}  // namespace sudoku
