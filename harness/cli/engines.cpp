#include <algorithm>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/cli/command.h"

namespace sudoku {
namespace {

std::string list_of_engines() {
  std::size_t width = 0;
  for (const EngineInfo& info : all_engines()) width = std::max(width, info.id.size());
  std::string text;
  for (const EngineInfo& info : all_engines()) {
    text += fmt::format("{:<{}}  {}{}\n", info.id, width, info.summary,
                        info.runs_here() ? "" : " (this CPU cannot run it)");
  }
  return text;
}

}  // namespace

Specification engines_specification() {
  Specification options(
      "sudoku-bench engines\n"
      "Lists the engines, what each is, and which of them this CPU cannot run.");
  options.group("Options").flag("help,h", "this text");
  return options;
}

Job prepare_engines(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("the engines command takes no argument");
  return print(list_of_engines());
}

}  // namespace sudoku
