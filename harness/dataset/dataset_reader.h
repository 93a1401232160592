#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/errors.h"
#include "harness/puzzle/puzzle_block.h"
#include "harness/shard/text_cut.h"

namespace sudoku {

enum class DatasetFormat : std::uint8_t {
  automatic,  ///< decided by the first lines that are neither empty nor comments
  line,       ///< a puzzle a line: 81 cells, then anything after a blank, comma, semicolon or tab
  csv,        ///< a header that names a puzzle column, then a puzzle a record
  grid,       ///< nine rows a puzzle, with or without blanks and box rules
};

/// Such as `line`; `auto` where the content decides.
std::string_view to_string(DatasetFormat format);

/// What is wrong with an input, and where.
struct Defect {
  Position position;
  std::string what;
};

struct ReadOptions {
  DatasetFormat format = DatasetFormat::automatic;
  std::string column;         ///< of the puzzle: a header name or a number from 1; empty: by name
  std::string expect_column;  ///< of the solution or the count, likewise
  bool skip_invalid = false;  ///< count bad lines instead of throwing
  /// Called with each of those that `skip_invalid` passes over, in the order of the lines.
  std::function<void(const Defect&)> on_defect{};
};

/// Reads a dataset in one pass, in blocks, in memory that does not grow with its size. Plain, gzip
/// and Zstandard files are told apart by their first bytes, formats by their first lines. Comments
/// (`#` or `;`), empty lines, CRLF and a byte-order mark are passed over; a CR elsewhere is an
/// error. Not thread-safe.
class DatasetReader {
 public:
  /// Opens `path`, or standard input for `-`. Throws InputError and Interrupted.
  DatasetReader(std::string path, const ReadOptions& options);
  ~DatasetReader();
  DatasetReader(DatasetReader&&) noexcept;
  DatasetReader& operator=(DatasetReader&&) noexcept;

  /// Replaces the contents of `block` by the next puzzles, at most `max_puzzles` (from 1 up) of
  /// them. False at the end of the data, or where an interrupt has ended the reading, with an empty
  /// block: who must know which of them looks at `interrupted`. Throws InputError for a bad line,
  /// unless `skip_invalid` is set, and for data that cannot be read: once all puzzles before it
  /// have been handed out, and then at every call.
  bool read(PuzzleBlock& block, std::size_t max_puzzles);

  /// The format of the data, never automatic.
  DatasetFormat format() const;

  /// Where the next puzzle is looked for; before the first call of `read`, where the first line
  /// behind a header begins.
  TextPosition position() const;

  /// Goes on with the lines of the text that begin at `begin`, where a line begins behind a header,
  /// up to just before the byte `end`. `begin.line`, behind which lines are numbered, may leave out
  /// the lines of the first `uncounted` bytes; they are counted where an error has to say where it
  /// is. Only for formats with a puzzle a line, and for data that can be read again.
  void go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted);

  /// Whether the last block was the last before a failure, which the next call of `read` throws.
  /// What stands between them is not known then, nor the position.
  bool has_failed() const;

  /// Whether the data are compressed, so that going to a place means reading what comes before.
  bool is_compressed() const;

  /// Lines or grids passed over as bad, so far.
  std::uint64_t rejected() const;

  /// Where in the file reading has come to, in bytes (before decompression), for a progress
  /// display.
  std::uint64_t bytes_read() const;

  /// Size of the file in bytes, if it has one.
  std::optional<std::uint64_t> byte_size() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
