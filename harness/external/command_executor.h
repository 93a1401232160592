#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/external/external_executor.h"
#include "harness/external/line_process.h"
#include "harness/measure/event_counters.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Parses an answer of a command to a puzzle of that shape: `COUNT` or `COUNT SOLUTION`, separated
/// by blanks, commas or tabs. Returns false for an invalid line; then `answer` and the cells in
/// `solution` are unspecified.
bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution);

/// Runs an engine command, which reads a puzzle per line and answers each with a line. The time of
/// a puzzle is that from the first character sent to the last one received, minus that of a round
/// trip to an echo. The command, the echo and the calling thread share a CPU.
class CommandExecutor final : public ExternalExecutor {
 public:
  /// `arguments` are those of a sub-process that is the command; see command_host_arguments.
  CommandExecutor(std::vector<std::string> arguments, std::uint64_t max_solutions,
                  bool counts_events)
      : ExternalExecutor(counts_events),
        arguments_(std::move(arguments)),
        max_solutions_(max_solutions) {}

  /// The engine passes if it answers the puzzle correctly, with one line.
  Probe probe(const Shape& shape) override;

 private:
  void fill_sample(const Boards& puzzles, const SolveLimits& limits) override;
  /// Starts the command, if it does not run, and probes it. Returns why the command cannot be used;
  /// empty if it can.
  std::string start(const Shape& shape, const SolveLimits& limits);
  /// Asks a probe puzzle. Returns what is wrong with the reply; empty if nothing is.
  std::string ask_probe(const Shape& shape, const SolveLimits& limits);
  /// Solves the puzzles of `prepare`. Restarts a command that fails on one.
  void solve_preparation(const SolveLimits& limits);
  void solve_one(std::size_t puzzle, const Board& board, const SolveLimits& limits);
  EventReading events() const { return counters_ ? counters_->read() : EventReading{}; }

  std::vector<std::string> arguments_;
  std::uint64_t max_solutions_;
  std::optional<LineProcess> command_;
  std::optional<EventCounters> counters_;  ///< of the command, if events are counted
  RoundTrip round_trip_;
  std::uint64_t asked_ = 0;
  std::string start_error_;  ///< why the command is not started again
  bool lists_solutions_ = true;
};

}  // namespace sudoku
