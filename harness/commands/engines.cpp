#include <algorithm>

#include "engines/registry.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

/// Returns the package of an engine, or why the engine is unavailable; empty for most.
std::string remark_on(const EngineInfo& info) {
  if (!info.runs_here()) return fmt::format(" (unavailable: {})", info.obstacle);
  return info.package == nullptr ? "" : fmt::format(" ({})", info.package());
}

std::string list_of_engines() {
  std::size_t width = 0;
  for (const EngineInfo& info : all_engines()) width = std::max(width, info.id.size());
  std::string text;
  for (const EngineInfo& info : all_engines()) {
    text += fmt::format(
        "{:<{}}  {}\n", info.id, width,
        wrap(std::string(info.summary) + remark_on(info), table_style().width, width + 2));
  }
  return text;
}

}  // namespace

OptionTable engines_option_table() {
  return OptionTable(
      "sudoku-bench engines",
      "Lists the engines with a description. For engines from packages, prints the version of the\n"
      "package. For unavailable engines, prints the reason.");
}

Job prepare_engines(const OptionValues& values) {
  if (values.has(kArgument)) throw UsageError("the engines command takes no argument");
  return print(list_of_engines());
}

}  // namespace sudoku
