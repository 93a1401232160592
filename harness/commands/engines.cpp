#include <algorithm>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/commands/commands.h"
#include "harness/output_file.h"

namespace sudoku {

ExitCode run_engines() {
  std::size_t width = 0;
  for (const EngineInfo& info : all_engines()) width = std::max(width, info.id.size());
  std::string text;
  for (const EngineInfo& info : all_engines()) {
    const bool runs_here = info.make({}) != nullptr;
    text += fmt::format("{:<{}}  {}{}\n", info.id, width, info.summary,
                        runs_here ? "" : " (this CPU cannot run it)");
  }
  write_stdout(text);
  return ExitCode::ok;
}

}  // namespace sudoku
