#pragma once

#include "harness/base/output_file.h"
#include "harness/cli/option_table.h"
#include "harness/dataset/dataset_reader.h"

// Options that select datasets and describe their format, and options for writing puzzles.

namespace sudoku {

/// Declares that the command has one argument, a dataset.
void add_dataset(OptionTable& options);
/// Returns the paths of all datasets: positional arguments first, then the values of --dataset.
/// Looks up a missing file among the datasets of the project. Prints a note to standard error in
/// this case, and if standard input is a terminal. Throws InputError for a missing file if another
/// one has a similar name, and UsageError if its name is an engine after --engine.
std::vector<std::string> datasets(const OptionValues& values);
/// Returns the path of the only dataset, or `-` for standard input if none is given. Throws
/// UsageError for several.
std::string only_dataset(const OptionValues& values, std::string_view command);

/// Returns the puzzles that are given as arguments, one per line, under the name `puzzle`.
/// Otherwise, returns the only dataset like only_dataset. Throws UsageError for both.
Input puzzles_or_dataset(const OptionValues& values, std::string_view command);

/// Adds the options for the format of a dataset.
void add_layout(OptionTable& options);
/// Adds the options of add_layout and --skip-invalid.
void add_reading(OptionTable& options);
/// Returns the values of these options.
ReadOptions read_options(const OptionValues& values);
/// Like read_options, for commands that are filters: standard input may be empty.
ReadOptions filter_options(const OptionValues& values, const Input& input);

/// Adds --shape. `shape` is the default that the help shows.
void add_shape(OptionTable& options, const std::string& shape);
/// Returns the value of --shape, if it is given.
std::optional<Shape> shape_option(const OptionValues& values);

/// Returns the value of --shard I/N; 0/1 by default.
Shard shard_option(const OptionValues& values);

/// The formats of --to in commands that write puzzles.
extern const std::map<std::string_view, const PuzzleWriter*> kWriters;

/// Returns the words of `kWriters` for the help.
std::string list_writers();

/// Returns the format of --to, or `fallback` if it is not given.
const PuzzleWriter* writer_option(const OptionValues& values, const PuzzleWriter* fallback);

// These throw UsageError if the format of --to does not support the shape, candidates, or that many
// puzzles.
void require_shape(const OptionValues& values, const PuzzleWriter& writer, const Shape& shape);
void require_candidates(const OptionValues& values, const PuzzleWriter& writer);
void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles);

/// The output of a command: the file of --out, or else standard output. --force replaces an
/// existing file.
struct PuzzleOutput {
  explicit PuzzleOutput(const OptionValues& values);
  void append(std::string_view text) { file ? file->append(text) : write_stdout(text); }

  std::optional<PendingFile> file;  ///< nullopt: standard output
};

/// Returns a note for formats that do not record the shape of the boxes.
std::string describe_unrecorded_shape(const Shape& shape);

}  // namespace sudoku
