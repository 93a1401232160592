#include <algorithm>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/base/output_file.h"
#include "harness/cli/command.h"

namespace sudoku {
namespace {

ExitCode list_engines() {
  std::size_t width = 0;
  for (const EngineInfo& info : all_engines()) width = std::max(width, info.id.size());
  std::string text;
  for (const EngineInfo& info : all_engines()) {
    text += fmt::format("{:<{}}  {}{}\n", info.id, width, info.summary,
                        info.runs_here() ? "" : " (this CPU cannot run it)");
  }
  write_stdout(text);
  return ExitCode::ok;
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
  return [](auto) { return list_engines(); };
}

}  // namespace sudoku
