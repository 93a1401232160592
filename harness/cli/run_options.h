#pragma once

#include <cstdlib>

#include <unistd.h>

#include "harness/base/cpus.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/cli/option_table.h"
#include "harness/tables/summary_table.h"

namespace sudoku {

/// Returns when the environment wants colour. See no-color.org and bixense.com/clicolors.
inline When wanted_color() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string_view(text == nullptr ? "" : text);
  };
  if (!value("NO_COLOR").empty()) return When::never;
  const std::string_view forced = value("CLICOLOR_FORCE");
  return forced.empty() || forced == "0" ? When::automatic : When::always;
}

/// Returns the style of tables on standard output. In a file or a pipe, they have all columns.
inline TableStyle table_style() {
  return {terminal_width(STDOUT_FILENO).value_or(kAnyWidth),
          applies(wanted_color(), STDOUT_FILENO)};
}

/// Adds advice for --color and --wide, which environment variables and `show` replace.
inline void advise_on_style(OptionTable& options) {
  options.advise("color", "set the environment variable NO_COLOR or CLICOLOR_FORCE to 1")
      .advise("wide", "use sudoku-bench show DIR --wide");
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

/// Returns the percentage of an option as a share, such as 0.05; nullopt if it is not given.
inline std::optional<double> percentage(const OptionValues& values, const std::string& name) {
  if (!values.has(name)) return std::nullopt;
  const std::string text = values.text(name);
  if (const auto percent = parse_percentage(text); percent && *percent < 100) return *percent / 100;
  throw UsageError(
      fmt::format("--{} takes a percentage below 100, such as 3%, not '{}'", name, text));
}

/// Returns the value of --threads; by default, the number of CPUs that this process may use.
inline unsigned thread_count(const OptionValues& values) {
  return static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
}

}  // namespace sudoku
