#pragma once

#include <algorithm>

#include "engines/registry.h"
#include "harness/external/host_program.h"
#include "harness/measure/solver.h"

namespace sudoku {

struct PluginSpec {
  std::string name;
  std::string file;    ///< shared library
  std::string symbol;  ///< function; empty: a default name
  std::uint32_t config = 0;
};
struct CommandSpec {
  std::string name;
  std::string command;  ///< for the shell
};

/// The solvers that a user requests.
struct RequestedSolvers {
  std::vector<const EngineInfo*> engines;
  bool are_all = false;  ///< `all` was requested: skips engines that do not support a dataset
  EngineOptions engine_options;
  std::vector<PluginSpec> plugins;
  std::vector<CommandSpec> commands;
  bool whole_blocks = false;  ///< gives whole blocks to all solvers that support them
};

/// Returns the solvers of a run with that many threads. Engines of this program run in this
/// process, plugins and commands in sub-processes. Commands receive the limit of solutions.
/// Plugins and commands must pass a probe with boards of each of the `kinds`, but they need not
/// support candidates. `unsupported_reason` probes them with other kinds. `limits` are those of the
/// run. Throws UsageError if a probe fails, and Interrupted.
std::vector<Solver> solvers_of(const RequestedSolvers& requested, const SolveLimits& limits,
                               unsigned threads, std::span<const BoardKind> kinds);

/// Number of host processes of a plugin on each of that many threads. They run in rotation, each
/// with its own memory layout. Fewer with more threads, to limit the memory.
constexpr std::size_t plugin_places(unsigned threads) {
  return std::max<std::size_t>(24 / threads, 2);
}
/// The same for an engine command, which may start slowly and need much memory.
inline constexpr std::size_t kCommandPlaces = 4;

}  // namespace sudoku
