#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "harness/measure/runner.h"

// How the engines of a run take part: those of the registry, and those that the user brings along.

namespace sudoku {

/// An engine that the user brings along.
struct PluginSpec {
  std::string name;
  std::string file;    ///< a shared library
  std::string symbol;  ///< of a function; empty: one of the usual ones
  std::uint32_t config = 0;
};
struct CommandSpec {
  std::string name;
  std::string command;  ///< for the shell
};

/// The engines that are to take part.
struct RequestedSolvers {
  std::vector<const EngineInfo*> engines;
  bool are_all = false;  ///< `all` was asked for: those that do not take a dataset stay out
  EngineOptions engine_options;
  std::vector<PluginSpec> plugins;
  std::vector<CommandSpec> commands;
  bool whole_blocks = false;  ///< all that take blocks get them, not only those that need them
};

/// As they take part in a run on so many threads, each called by its id or name; `make` gives null
/// where one is unavailable. Commands are told of `max_solutions`. Plugins and commands are tried
/// out with boards of these shapes, one or more, and with those of others when they are asked for
/// their objection; throws UsageError for one that does not come through.
std::vector<Solver> solvers_of(const RequestedSolvers& requested, std::uint64_t max_solutions,
                               unsigned threads, std::span<const Shape> shapes);

}  // namespace sudoku
