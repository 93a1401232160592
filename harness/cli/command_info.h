#pragma once

#include <string_view>

#include "harness/cli/option_table.h"

namespace sudoku {

/// Describes one command for the overview, manual pages and completions.
struct CommandInfo {
  std::string_view name;     ///< as typed
  std::string_view usage;    ///< the arguments after the name; may be empty
  std::string_view summary;  ///< one line
  OptionTable (*option_table)();
};

}  // namespace sudoku
