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
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// File formats of puzzles; datasets/README.md describes them.
enum class DatasetFormat : std::uint8_t {
  automatic,  ///< detected from the first lines that are neither empty nor comments
  line,       ///< one puzzle per line; any text may follow a blank, comma, semicolon or tab
  csv,        ///< a header that names a puzzle column, then one puzzle per record
  grid,       ///< one row of a puzzle per line, optionally with blanks and rules between boxes
  integers,   ///< cells are numbers; one puzzle or one row per line
  solo,       ///< game ids of Simon Tatham's Solo, such as `3x3:1a2b_3...`
};

/// Returns the name of a format, such as `line`, or `auto`.
std::string_view to_string(DatasetFormat format);

/// An error in an input and its position.
struct Defect {
  Position position;
  std::string what;
};

/// How to read a dataset.
struct ReadOptions {
  DatasetFormat format = DatasetFormat::automatic;
  std::string column;         ///< CSV column of the puzzle: name or number from 1; empty: detected
  std::string expect_column;  ///< CSV column of the solution or the solution count, likewise
  bool skip_invalid = false;  ///< skip and count invalid lines instead of throwing
  std::optional<Shape> shape{};  ///< of all boards; nullopt: detected
  FirstSymbol symbols = FirstSymbol::automatic;
  /// Called for each invalid line that is skipped, in the order of the lines.
  std::function<void(const Defect&)> on_defect{};
};

/// Reads the puzzles of a dataset in blocks, with constant memory. Detects compression from the
/// first bytes, and format, shape and symbols from the first lines. All boards of a dataset must
/// have the same shape. Ignores comments (`#` or `;`), empty lines and a byte-order mark. Lines end
/// with LF or CRLF; a CR elsewhere is an error. Not thread-safe.
class DatasetReader {
 public:
  /// Opens `path`, or standard input for `-`. Throws InputError and Interrupted.
  DatasetReader(std::string path, const ReadOptions& options);
  ~DatasetReader();
  DatasetReader(DatasetReader&&) noexcept;
  DatasetReader& operator=(DatasetReader&&) noexcept;

  /// Replaces the contents of `block` by up to `max_puzzles` (at least 1) next puzzles. Returns
  /// false, with an empty block, at the end of the data or after an interrupt; `interrupted` tells
  /// which. Throws InputError for an invalid line, unless `skip_invalid` is set, and for unreadable
  /// data. Before it throws, it returns all puzzles before the error; afterwards it throws at every
  /// call.
  bool read(PuzzleBlock& block, std::size_t max_puzzles);

  /// Returns the format of the data, never `automatic`.
  DatasetFormat format() const;

  /// Returns the shape of all boards.
  const Shape& shape() const;

  /// Whether each line holds one puzzle.
  bool has_puzzle_per_line() const;

  // The functions up to `go_to` need data that can be read again.

  /// Restarts with the first puzzle.
  void rewind();

  /// Call shard_of_text and count_lines. Afterwards call `rewind` or `go_to` before `read`.
  TextRange find_shard(Shard shard);
  std::uint64_t count_lines(std::uint64_t bytes);

  /// Continues with the lines from `begin`, or after a header, up to the byte before `end`.
  /// Requires one puzzle per line. `begin.line` numbers the lines. It may omit the lines of the
  /// first `uncounted` bytes, which are counted only for the position of an error.
  void go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted);

  /// Returns the position where reading continues.
  TextPosition position() const;

  /// Whether the next call of `read` will throw. The position is then unspecified.
  bool has_failed() const;

  /// Whether the file is compressed. `go_to` then decompresses everything before the position.
  bool is_compressed() const { return text_->is_compressed(); }

  /// Returns the number of invalid lines or grids skipped so far.
  std::uint64_t rejected() const;

  /// Returns the file with the stored bytes.
  const InputFile& file() const { return text_->file(); }

 private:
  class Reading;
  std::unique_ptr<TextSource> text_;
  ReadOptions options_;
  std::unique_ptr<Reading> reading_;
};

/// Whether the data can be read only once: standard input (`-`), a pipe, a socket or a device.
bool is_read_once(const std::string& path);

/// Returns the message about skipped lines.
std::string describe_skipped(const std::string& path, std::uint64_t lines);

/// Opens a dataset for `option`, which divides files between lines. Throws UsageError if the file
/// cannot be divided, and like the constructor of DatasetReader.
DatasetReader open_to_cut(const std::string& path, const ReadOptions& options,
                          std::string_view option);

/// Throws InputError unless the dataset begins with a puzzle. Leaves the reader at the beginning.
void require_puzzle(DatasetReader& reader);

}  // namespace sudoku
