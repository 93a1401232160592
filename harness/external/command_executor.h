#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/external/external_executor.h"
#include "harness/external/line_child.h"
#include "harness/external/line_trip.h"
#include "harness/measure/event_counters.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// What a command says of a puzzle of that shape: `COUNT` or `COUNT SOLUTION`, separated by blanks,
/// commas or tabs. False if the line is no such thing; then `answer` and `solution`, the cells of a
/// board, are unspecified.
bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution);

/// A command that reads puzzles, one per line as format_line writes them, and answers each with a
/// line. Timed from the first character sent to the last one received, less the way there
/// and back: it works on one processor, together with the thread that asks it and the child that
/// the way is measured with.
class CommandExecutor final : public ExternalExecutor {
 public:
  /// `arguments` are those of a host that is such a command, as of `command_host_arguments`.
  CommandExecutor(std::vector<std::string> arguments, std::uint64_t max_solutions,
                  bool counts_events)
      : ExternalExecutor(counts_events),
        arguments_(std::move(arguments)),
        max_solutions_(max_solutions) {}

  /// It has passed when it has answered the puzzle, with a line and the right one.
  Probe probe(const Shape& shape) override;

 private:
  void fill_sample(const Boards& puzzles, const SolveLimits& limits) override;
  /// Starts a child, where none is running, for puzzles of that shape. Returns what is against it;
  /// empty if nothing.
  std::string start(const Shape& shape, const SolveLimits& limits);
  /// What is against a child that was asked the probe puzzle; empty if nothing.
  std::string question(LineChild& child, const Shape& shape, const SolveLimits& limits);
  /// Asks the puzzles of `prepare`. A command that breaks down on one is started again.
  void prepare_now(const SolveLimits& limits);
  void solve_one(std::size_t puzzle, const Board& board, const SolveLimits& limits,
                 const Answers& answers);
  EventReading events() const { return counters_ ? counters_->read() : EventReading{}; }

  std::vector<std::string> arguments_;
  std::uint64_t max_solutions_;
  std::optional<LineChild> child_;
  std::optional<EventCounters> counters_;  ///< of the child, where events are counted
  LineTrip trip_;
  std::uint64_t asked_ = 0;
  std::string objection_;  ///< why no further child is started
  bool lists_solutions_ = true;
};

}  // namespace sudoku
