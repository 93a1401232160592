#pragma once

#include <optional>
#include <vector>

#include "engines/registry.h"
#include "harness/external/host_exchange.h"

namespace sudoku {

// This program as a sub-process: command lines for ChildProcess. Users do not see them.

enum class HostedKind : std::uint8_t {
  builtin,            ///< an engine of this program
  builtin_as_plugin,  ///< the same, called like a plugin
  plugin,
};

/// What a host does between two puzzles.
enum class HostPacing : std::uint8_t {
  continuous,
  /// Makes a round trip to an echo. The engine then loses caches and branch predictors, like an
  /// engine command that waits for its next puzzle.
  round_trips,
};

/// An engine in a host process, and how the host calls it.
struct HostedEngine {
  HostedKind kind = HostedKind::builtin;
  std::string name{};        ///< id of an engine, or file of a plugin
  std::string symbol{};      ///< function of a plugin; empty: a default name
  std::uint32_t config = 0;  ///< passed to a plugin
  EngineOptions options{};   ///< of a built-in engine: cell order and seed
  HostPacing pacing = HostPacing::continuous;
  BoardForm form = BoardForm::text;  ///< of 9x9 boards, if the engine supports both forms
  bool takes_blocks = false;         ///< solves all puzzles of a batch in one call
};

/// Descriptors that a host inherits.
struct HostChannels {
  int socket;   ///< keeps message boundaries
  int request;  ///< memory of a HostRequest
  int answers;  ///< memory of a HostAnswers
};

/// Returns the command line of a host process. When ready, the host sends kReady, followed by
/// kTextLetter or kCellsLetter if the engine supports only that form. Otherwise it sends `e` and an
/// error message.
std::vector<std::string> engine_host_arguments(const HostedEngine& engine,
                                               const HostChannels& channels);
inline constexpr char kReady = 'r';
inline constexpr char kTextLetter = 't';
inline constexpr char kCellsLetter = 'c';

/// Serves batches of puzzles in a host process until the socket is closed. Returns the exit status.
int run_engine_host(const HostedEngine& engine, const HostChannels& channels);

/// Returns the command line of a process that becomes the shell command `command`.
std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions);

/// Returns the command line of an engine command that answers with a built-in engine.
std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions);

/// Returns the command line of an engine command that echoes each question.
std::vector<std::string> echo_host_arguments();

/// Runs the sub-process with these arguments (without the name of the program) and returns its exit
/// status. Nullopt if the arguments come from a user.
std::optional<int> run_as_host(std::span<const std::string> arguments);

}  // namespace sudoku
