#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/external/child_process.h"
#include "harness/external/external_engine.h"

namespace sudoku {

/// What a command says of a puzzle: `COUNT` or `COUNT SOLUTION`, separated by blanks, commas or
/// tabs. False if the line is no such thing; then `result` is unspecified.
bool parse_answer(std::string_view line, std::uint64_t max_solutions, SolveResult& result);

/// A shell command that reads puzzles, 81 characters a line with `.` for an empty cell, and answers
/// each with a line. It finds the limit in the environment variable SUDOKU_BENCH_MAX_SOLUTIONS, 0
/// for all. Timed from the first character sent to the last one received.
class CommandEngine final : public ExternalEngine {
 public:
  CommandEngine(std::string command, std::uint64_t max_solutions)
      : command_(std::move(command)), max_solutions_(max_solutions) {}

  /// It has started when it has answered a puzzle.
  std::string start() override;
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override;

 private:
  enum class Ending { answered, died, too_long, timeout, over };
  struct Child {
    ChildProcess process;
    // Both ends of its input are kept, so that writing to a child that has died is no error: it
    // shows when the answer is read.
    DescriptorPair input;
    Descriptor output;
  };

  void solve_one(std::size_t puzzle, const Grid& grid, const SolveLimits& limits,
                 SolveResult& result);
  /// Sends the puzzle and moves the line that answers it into `line_`.
  Ending ask(const Grid& puzzle, const SolveLimits& limits);
  Ending read_line(const SolveLimits& limits);
  void fail(std::size_t puzzle, SolveResult& result, std::string what);

  std::string command_;
  std::uint64_t max_solutions_;
  std::optional<Child> child_;
  std::string line_;
};

}  // namespace sudoku
