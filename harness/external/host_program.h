#pragma once

#include <optional>
#include <vector>

#include "engines/registry.h"
#include "harness/external/host_exchange.h"

namespace sudoku {

// This program as a sub-process: command lines for ChildProcess. Users do not see them.

enum class PluginKind : std::uint8_t {
  library,        ///< a function of a shared library
  builtin_text,   ///< an engine of this program, called like a function for one 9x9 board
  builtin_block,  ///< the same, called like a function for a block
};

/// A plugin, and how its host calls it.
struct PluginSource {
  PluginKind kind = PluginKind::library;
  std::string name{};         ///< file of the library, or id of the engine
  std::string symbol{};       ///< function; empty: a default name
  std::uint32_t config = 0;   ///< passed to the function
  bool takes_blocks = false;  ///< solves all puzzles of a batch in one call
};

/// Descriptors that a host inherits.
struct HostChannels {
  int socket;   ///< keeps message boundaries
  int request;  ///< memory of a HostRequest
  int answers;  ///< memory of a HostAnswers
};

/// Returns the command line of a host process. When ready, the host sends kReady, followed by
/// kTextLetter or kCellsLetter for the form of the plugin. If the system refuses memory, it sends
/// kRefused and the number of the error. Otherwise it sends `e` and an error message.
std::vector<std::string> plugin_host_arguments(const PluginSource& source,
                                               const HostChannels& channels);
inline constexpr char kReady = 'r';
inline constexpr char kRefused = 'm';
inline constexpr char kTextLetter = 't';
inline constexpr char kCellsLetter = 'c';

/// Serves batches of puzzles in a host process until the socket is closed. Returns the exit status.
int run_plugin_host(const PluginSource& source, const HostChannels& channels);

/// Returns the command line of a process that becomes the shell command `command`.
std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions);

/// Returns the command line of an engine command that answers with a built-in engine.
std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions);

/// Returns the command line of an engine command that answers each question with up to `length` of
/// its characters.
std::vector<std::string> echo_host_arguments(std::size_t length);

/// Runs the sub-process with these arguments (without the name of the program) and returns its exit
/// status. Nullopt if the arguments come from a user.
std::optional<int> run_as_host(std::span<const std::string> arguments);

}  // namespace sudoku
