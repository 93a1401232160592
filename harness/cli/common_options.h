#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/engine.h"
#include "harness/base/system.h"
#include "harness/cli/option_table.h"
#include "harness/dataset/dataset_reader.h"

// Option groups that several commands share.

namespace sudoku {

/// Adds --dataset, which is equivalent to a positional argument.
void add_dataset(OptionTable& options, const char* help = "the same as FILE");
/// Returns the paths of all datasets: positional arguments first, then those of --dataset. A
/// missing file is looked up among the datasets of the project. Prints a note to standard error in
/// this case, and if standard input is a terminal.
std::vector<std::string> datasets(const OptionValues& values);
/// Returns the path of the only dataset, or `-` for standard input if none is given. Throws
/// UsageError for several.
std::string only_dataset(const OptionValues& values, std::string_view command);

/// Adds the options for the format of a dataset.
void add_layout(OptionTable& options);
/// Adds the options of add_layout and --skip-invalid.
void add_reading(OptionTable& options);
ReadOptions read_options(const OptionValues& values);

/// Returns the value of --shape. Throws UsageError for an invalid shape.
Shape shape_option(const OptionValues& values);

/// Adds --max-solutions, --max-guesses and --timeout.
void add_limits(OptionTable& options, const char* max_solutions_help);
/// `max_solutions` is the default of --max-solutions.
SolveLimits solve_limits(const OptionValues& values, std::uint64_t max_solutions);

/// Returns the value of --threads; by default, the number of CPUs that this process may use.
unsigned thread_count(const OptionValues& values);

void add_progress(OptionTable& options);
When progress_option(const OptionValues& values);

/// Returns I and N of --shard I/N; 0 and 1 by default.
std::pair<std::uint64_t, std::uint64_t> shard_option(const OptionValues& values);

/// Throws UsageError if `option` and one of `others` are both given.
void refuse_with(const OptionValues& values, const char* option,
                 std::initializer_list<const char*> others);

/// Throws UsageError if one of `options` is given without `needed`.
void refuse_without(const OptionValues& values, const char* needed,
                    std::initializer_list<const char*> options);

/// Returns a note for formats that do not record the shape of the boxes.
std::string describe_unrecorded_shape(const Shape& shape);

}  // namespace sudoku
