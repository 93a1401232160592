#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"

namespace sudoku {

// The program as the host of an engine: what ChildProcess runs. The command words are no part of
// the user's interface.

/// How a host goes from one puzzle to the next.
enum class HostPace {
  straight,
  /// Leaves its processor and comes back in between, as an engine command does that waits for a
  /// puzzle: what caches and predictors lose by that, all of them lose.
  by_question,
};

/// Which engine a host is for: a kind, and what it needs to know.
struct HostedSource {
  std::string_view kind;
  std::string name;
  std::string detail;
  HostPace pace = HostPace::straight;
};
inline constexpr std::string_view kPluginKind = "plugin";  ///< a file and a symbol in it
/// An id, and detail_of its options: an engine of this program, asked puzzle by puzzle or for whole
/// blocks.
inline constexpr std::string_view kBuiltinKind = "builtin";
inline constexpr std::string_view kBuiltinBlocksKind = "builtin-blocks";
inline constexpr std::string_view kAsPluginKind = "as-plugin";  ///< an id: that engine as a plugin

/// The cell order and the seed, and back. Anything else stands for the usual ones.
std::string detail_of(const EngineOptions& options);
EngineOptions options_of(std::string_view detail);

/// The command line of a host of that engine. It sends `r` once it is ready, or else `e` and the
/// reason. The numbers are descriptors: a socket that keeps messages apart, and the memory of a
/// HostRequest and of HostAnswers.
std::vector<std::string> engine_host_arguments(const HostedSource& source, int channel, int request,
                                               int answers);

/// The command line of a host that becomes the shell command `command`.
std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions);

/// The first word of the command lines of line_host.h.
inline constexpr std::string_view kLineWord = "line-host";

/// Runs the host that `arguments` (without the program's name) stand for and returns its exit
/// status; nothing if they are a user's.
std::optional<int> run_as_host(std::span<const std::string> arguments);

}  // namespace sudoku
