#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sudoku {

// The program as the host of an engine from outside: what ChildProcess runs. The command words are
// no part of the user's interface.

/// The command line of a host that loads the shared library `file` and solves with its function
/// `symbol`. It sends `r` once it is ready, or else `e` and the reason. `channel` and `memory` are
/// descriptors: a socket, and the memory of a PluginExchange.
std::vector<std::string> plugin_host_arguments(const std::string& file, const std::string& symbol,
                                               int channel, int memory);

/// The command line of a host that becomes the shell command `command`.
std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions);

/// Runs the host that `arguments` (without the program's name) stand for and returns its exit
/// status; nothing if they are a user's.
std::optional<int> run_as_host(std::span<const std::string> arguments);

}  // namespace sudoku
