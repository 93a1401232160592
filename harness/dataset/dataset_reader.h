#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/dataset/notation.h"
#include "harness/dataset/shard.h"
#include "harness/dataset/text_cut.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

enum class DatasetFormat : std::uint8_t {
  automatic,  ///< decided by the first lines that are neither empty nor comments
  line,  ///< one puzzle per line: all cells, then anything after a blank, comma, semicolon or tab
  csv,   ///< a header that names a puzzle column, then a puzzle a record
  grid,  ///< a line for each row of a puzzle, with or without blanks and box rules
  integers,  ///< cells are numbers: one puzzle per line, or a row
  solo,      ///< the ids of Simon Tatham's Solo, as in `3x3:1a2b_3...`
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
  std::optional<Shape> shape{};  ///< of all boards; nothing: told by the content
  FirstSymbol symbols = FirstSymbol::automatic;
  /// Called with each of those that `skip_invalid` passes over, in the order of the lines.
  std::function<void(const Defect&)> on_defect{};
};

/// An opened dataset, which is read in blocks, in memory that does not grow with its size. Plain,
/// gzip and Zstandard files are told apart by their first bytes, formats, shapes and symbols by
/// their first lines. All boards of a dataset have one shape.
/// Comments (`#` or `;`), empty lines, CRLF and a byte-order mark are passed over; a CR elsewhere
/// is an error. Not thread-safe.
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

  /// Of all boards.
  const Shape& shape() const;

  /// Whether every puzzle has a line of its own.
  bool has_puzzle_a_line() const;

  /// Begins anew with the first puzzle. Only for data that can be read again, as all up to `go_to`.
  void rewind();

  /// Cuts the text, see shard_of_text and count_lines; `rewind` or `go_to` has to come before
  /// `read`.
  TextRange find_shard(Shard shard);
  std::uint64_t count_lines(std::uint64_t bytes);

  /// Goes on with the lines of the text that begin at `begin`, or behind a header, up to just
  /// before the byte `end`. `begin.line`, behind which lines are numbered, may leave out the lines
  /// of the first `uncounted` bytes; they are counted where an error has to say where it is. Only
  /// for formats with one puzzle per line.
  void go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted);

  /// Where the next puzzle is looked for.
  TextPosition position() const;

  /// Whether the last block was the last before a failure, which the next call of `read` throws.
  /// What stands between them is not known then, nor the position.
  bool has_failed() const;

  /// Whether the data are compressed, so that going to a place means reading what comes before.
  bool is_compressed() const { return text_->is_compressed(); }

  /// Lines or grids passed over as bad, so far.
  std::uint64_t rejected() const;

  /// As it is stored: its size and digest, and where reading has come to.
  const InputFile& file() const { return text_->file(); }

 private:
  class Pass;
  std::unique_ptr<TextSource> text_;
  ReadOptions options_;
  std::unique_ptr<Pass> pass_;  // over the text
};

/// Whether the dataset gives its data only once: standard input (`-`), a pipe, a terminal.
bool is_read_once(const std::string& path);

/// What the user hears of the bad lines of a dataset that were skipped.
std::string describe_skipped(const std::string& path, std::uint64_t lines);

/// Opens a dataset that is to be cut between its lines, which `option` asks for. Throws UsageError
/// for one that cannot be cut so, and what DatasetReader throws.
DatasetReader open_to_cut(const std::string& path, const ReadOptions& options,
                          std::string_view option);

/// Throws InputError unless the dataset begins with a puzzle. Leaves the reader at the beginning.
void require_puzzle(DatasetReader& reader);

}  // namespace sudoku
