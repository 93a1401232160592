#pragma once

#include <unistd.h>

#include "harness/base/cpus.h"
#include "harness/base/system.h"
#include "harness/cli/option_table.h"
#include "harness/report/summary_table.h"

namespace sudoku {

inline const std::map<std::string_view, When> kWhen = {
    {"auto", When::automatic}, {"always", When::always}, {"never", When::never}};

/// Adds --color and --wide.
inline void add_table_style(OptionTable& options) {
  options.choice("color", "WHEN", kWhen, "colour in the table: auto, always or never (auto)")
      .flag("wide", "show all columns of the table, even if the terminal is too narrow");
}
/// Returns the style of tables on standard output. In a file or a pipe, they have all columns.
inline TableStyle table_style(const OptionValues& values) {
  const auto width = values.has("wide") ? std::nullopt : terminal_width(STDOUT_FILENO);
  return {width.value_or(kAnyWidth),
          applies(values.choice("color", kWhen, When::automatic), STDOUT_FILENO)};
}

inline const std::map<std::string_view, When> kProgress = {
    {"auto", When::automatic}, {"bar", When::always}, {"none", When::never}};

/// Adds --progress.
inline void add_progress(OptionTable& options) {
  options.choice("progress", "WHEN", kProgress,
                 "progress on standard error: auto, bar or none (auto)");
}
/// Returns the value of --progress; by default, there is no progress with --quiet.
inline When progress_option(const OptionValues& values) {
  return values.choice("progress", kProgress, values.has("quiet") ? When::never : When::automatic);
}

/// Returns the value of --threads; by default, the number of CPUs that this process may use.
inline unsigned thread_count(const OptionValues& values) {
  return static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
}

}  // namespace sudoku
