#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/errors.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/shard.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// Reads the puzzles of a dataset in blocks, with constant memory. Detects compression from the
/// first bytes, and format, shape and symbols from the first lines. If these do not show the boxes,
/// uses the shape in the meta file of `generate`, if there is one. All boards of a dataset must
/// have the same shape. Ignores comments (see is_comment), empty lines and text between boards.
/// Lines end with LF, CRLF or CR. Not thread-safe.
class DatasetReader {
 public:
  /// Opens the input. Throws InputError and Interrupted.
  DatasetReader(Input input, const ReadOptions& options);

  /// Replaces the contents of `block` by up to `max_puzzles` (at least 1) next puzzles. Returns
  /// false, with an empty block, at the end of the data or after an interrupt; `interrupted` tells
  /// which. Throws InputError for an invalid line, unless `skip_invalid` is set, for unreadable
  /// data, and at the end of a whole file without valid puzzles, unless `may_be_empty` applies.
  /// If puzzles precede the error, returns them, and throws at the next call and at every later
  /// one.
  bool read(PuzzleBlock& block, std::size_t max_puzzles);

  /// Returns the format of the data, never `automatic`.
  DatasetFormat format() const { return layout_.format; }
  /// Returns the shape of all boards.
  const Shape& shape() const { return layout_.notation.shape; }
  /// Whether all puzzles have candidates, or none has.
  bool have_candidates() const { return layout_.notation.has_candidates; }
  /// Returns the kind of all boards.
  BoardKind kind() const {
    return have_candidates() ? BoardKind(shape()).with_candidates() : BoardKind(shape());
  }
  /// Whether each line holds one puzzle, and no line is the solution of another.
  bool has_puzzle_per_line() const { return !layout_.is_in_rows && !have_solutions_; }
  /// Returns the name of the CSV column with the numbers of solutions; empty if there is none.
  std::string count_column() const { return format_->count_column(); }
  /// Whether the next call of `read` will throw.
  bool has_failed() const { return failure_ != nullptr; }
  /// Whether the file is compressed. `go_to` then decompresses everything before the position.
  bool is_compressed() const { return text_->is_compressed(); }
  /// Returns the number of invalid lines or grids skipped so far.
  std::uint64_t rejected() const { return rejected_; }
  /// Returns the file with the stored bytes.
  const InputFile& file() const { return text_->file(); }
  /// Returns the position of the next line; after an error, the end of the last valid puzzle.
  TextPosition position() const {
    return failure_ ? format_->begin_of_invalid() : lines_->position();
  }

  /// Returns the stored bytes before the next line. Approximate for compressed data, because a few
  /// stored bytes hold many lines.
  std::uint64_t stored_bytes_before_next() const;

  // The functions below need data that can be read again.

  /// Restarts with the first puzzle.
  void rewind();

  /// Call shard_of_text and count_lines. Afterwards call `rewind` or `go_to` before `read`.
  IndexRange find_shard(Shard shard) { return shard_of_text(*text_, head_, shard); }
  std::uint64_t count_lines(std::uint64_t bytes) { return sudoku::count_lines(*text_, bytes); }

  /// Continues with the lines of a range, which begins after a header. They may have no puzzles.
  /// Requires one puzzle per line. `lines_before` is the number of lines before the range. If it
  /// is unknown, lines are numbered from the range on, and only an error has its line in the file.
  void go_to(const IndexRange& range, std::optional<std::uint64_t> lines_before);

 private:
  DatasetReader(std::shared_ptr<PuzzleText> text, const ReadOptions& options);
  std::unique_ptr<PuzzleFormat> make_format();
  std::optional<Defect> read_pairs(PuzzleBlock& block, std::size_t max_puzzles);
  void skip(const Defect& defect);
  void note_boxes(const BoardList& puzzles);
  void give_notes();
  void require_accepted() const;

  std::shared_ptr<PuzzleText> text_;
  ReadOptions options_;
  std::unique_ptr<LineReader> lines_;
  Layout layout_;
  bool have_solutions_ = false;  // every second board is the solution of the board before it
  std::unique_ptr<PuzzleFormat> format_;
  std::exception_ptr failure_;
  TextPosition head_;  // after the header; position() needs the members above
  bool is_interrupted_ = false;
  std::uint64_t uncounted_bytes_ = 0;  // before the range; line numbers omit their lines
  std::uint64_t accepted_ = 0;
  std::uint64_t rejected_ = 0;
  std::uint64_t complete_ = 0;       // accepted boards without empty cells
  std::vector<InputError> reasons_;  // of the first rejected lines
  bool is_part_ = false;             // of the file
  bool has_named_boxes_ = false;
  BoardList first_;  // the first puzzles, if their boxes are assumed
};

/// Returns the path of the meta file that `generate` writes beside a dataset.
std::string meta_path(const std::string& path);

/// Whether the data can be read only once: standard input (`-`), a pipe, a socket or a device.
bool is_read_once(const std::string& path);

/// Throws UsageError if the data can be read only once. The message names `option`, which needs to
/// read it twice.
void require_rereadable(const std::string& path, std::string_view option);

/// Returns the message about skipped lines.
std::string describe_skipped(const std::string& path, std::uint64_t lines);

/// Opens a dataset for `option`, which divides files between lines. Throws UsageError if the file
/// cannot be divided, and like the constructor of DatasetReader and require_puzzle.
DatasetReader open_to_cut(const std::string& path, const ReadOptions& options,
                          std::string_view option);

/// Throws InputError if the dataset has no valid puzzle, or if an invalid line comes first and is
/// not skipped. Throws Interrupted. Leaves the reader at the beginning.
void require_puzzle(DatasetReader& reader);

}  // namespace sudoku
