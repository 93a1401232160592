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

// Options that several commands have, and what several of them say.

namespace sudoku {

/// `--dataset`, which names puzzles as arguments do.
void add_dataset(OptionTable& options, const char* help = "the same as FILE");
/// What is named by arguments, then what is named by --dataset. A project's dataset that is not
/// here is found by its name; standard error hears of it, and of a terminal that puzzles are read
/// from.
std::vector<std::string> datasets(const OptionValues& values);
/// The only one of them for a command that reads one; standard input where none is named.
std::string only_dataset(const OptionValues& values, std::string_view command);

/// How the lines of a dataset are to be read.
void add_layout(OptionTable& options);
void add_progress(OptionTable& options);
/// The same, and what becomes of bad lines.
void add_reading(OptionTable& options);
ReadOptions read_options(const OptionValues& values);

/// The value of --shape. Throws UsageError for what is none.
Shape shape_option(const OptionValues& values);

void add_limits(OptionTable& options, const char* max_solutions_help);
SolveLimits solve_limits(const OptionValues& values, std::uint64_t max_solutions);

/// As many as this process may use, where none are asked for.
unsigned thread_count(const OptionValues& values);

When progress_option(const OptionValues& values);

/// `I/N` of --shard; 0/1 without it.
std::pair<std::uint64_t, std::uint64_t> shard_option(const OptionValues& values);

/// Throws UsageError for each of the options that is there together with `option`.
void refuse_with(const OptionValues& values, const char* option,
                 std::initializer_list<const char*> others);

/// Throws UsageError for each of the options that is there while `needed` is not.
void refuse_without(const OptionValues& values, const char* needed,
                    std::initializer_list<const char*> options);

/// How boards are to be read that are written in a form which does not tell their boxes.
std::string describe_untold_shape(const Shape& shape);

}  // namespace sudoku
