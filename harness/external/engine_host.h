#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "harness/external/host_exchange.h"

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

/// Which engine a host is for, and how it is asked.
struct HostedSource {
  std::string_view kind;
  std::string name;
  std::string detail;
  std::uint32_t config = 0;  ///< for a plugin
  HostPace pace = HostPace::straight;
  BoardForm form = BoardForm::text;  ///< of boards of 9x9, where the engine knows both
  bool takes_blocks = false;         ///< all puzzles of a batch in one call
};
/// A file, and a symbol in it or nothing.
inline constexpr std::string_view kPluginKind = "plugin";
/// An id, and detail_of its options: an engine of this program.
inline constexpr std::string_view kBuiltinKind = "builtin";
inline constexpr std::string_view kAsPluginKind = "as-plugin";  ///< an id: that engine as a plugin

/// The cell order and the seed, and back. Anything else stands for the usual ones.
std::string detail_of(const EngineOptions& options);
EngineOptions options_of(std::string_view detail);

/// The command line of a host of that engine. It sends `r` once it is ready, with a letter for the
/// only form that the engine knows where there is one, or else `e` and the reason. The numbers are
/// descriptors: a socket that keeps messages apart, and the memory of a HostRequest and of
/// HostAnswers.
std::vector<std::string> engine_host_arguments(const HostedSource& source, int channel, int request,
                                               int answers);

/// The command line of a host that becomes the shell command `command`.
std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions);

/// The first word of the command lines of line_host.h.
inline constexpr std::string_view kLineWord = "line-host";

inline constexpr char kReady = 'r';
inline constexpr char kTextLetter = 't';
inline constexpr char kCellsLetter = 'c';

/// Runs the host that `arguments` (without the program's name) stand for and returns its exit
/// status; nothing if they are a user's.
std::optional<int> run_as_host(std::span<const std::string> arguments);

}  // namespace sudoku
