#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "harness/cli/option_table.h"
#include "harness/dataset/formats.h"

// The option --to of commands that write puzzles.

namespace sudoku {

extern const std::map<std::string_view, const PuzzleWriter*> kWriters;

/// Returns the names of the formats that fulfil a condition, such as `line, csv or json`.
std::string list_formats(const std::function<bool(const FormatName&)>& condition);

/// Returns the words of `kWriters` for the help.
std::string list_writers();

/// Returns the format of --to, or `fallback` if it is not given.
const PuzzleWriter* writer_option(const OptionValues& values, const PuzzleWriter* fallback);

/// Throws UsageError if the format of --to does not support the shape.
void require_shape(const OptionValues& values, const PuzzleWriter& writer, const Shape& shape);

/// Throws UsageError if the format of --to does not support puzzles with candidates.
void require_candidates(const OptionValues& values, const PuzzleWriter& writer);

/// Throws UsageError if the format of --to does not support that many puzzles.
void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles);

}  // namespace sudoku
