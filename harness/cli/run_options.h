#pragma once

#include "harness/base/cpus.h"
#include "harness/base/system.h"
#include "harness/cli/option_table.h"

namespace sudoku {

inline const std::map<std::string_view, When> kProgress = {
    {"auto", When::automatic}, {"bar", When::always}, {"none", When::never}};

/// Adds --progress.
inline void add_progress(OptionTable& options) {
  options.choice("progress", "WHEN", kProgress,
                 "progress on standard error: auto, bar or none (auto)");
}
/// Returns the value of --progress.
inline When progress_option(const OptionValues& values) {
  return values.choice("progress", kProgress, When::automatic);
}

/// Returns the value of --threads; by default, the number of CPUs that this process may use.
inline unsigned thread_count(const OptionValues& values) {
  return static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
}

}  // namespace sudoku
