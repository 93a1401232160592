#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.h"
#include "harness/check/conformance_cases.h"
#include "harness/measure/executor.h"

// What every engine has to do. The tests of the engines and the conformance command share it.

namespace sudoku {

/// What an engine answers to a board.
struct BoardAnswer : SolveResult {
  Shape shape;
  std::vector<std::uint8_t> cells;  ///< of the first solution; unspecified where there is none

  Board first_solution() const { return {shape, cells}; }
};

/// An engine on trial, which takes boards of `shape`.
struct Candidate {
  Shape shape = k9x9;
  /// For searches of up to so many solutions. An engine of this process serves all of them, one
  /// outside may be told the limit when it starts.
  std::function<std::unique_ptr<Executor>(std::uint64_t max_solutions)> make;
  bool is_external = false;   ///< runs in a process of its own, and knows no guesses nor stops
  bool takes_blocks = false;  ///< searches the puzzles of a block together
  /// Finds a solution or gives up, and takes `max_solutions` 1 alone.
  bool is_incomplete = false;
};

/// What an engine did that it must not, with which puzzle and limit.
class NonConformance : public std::runtime_error {
 public:
  NonConformance(const std::string& what, const Board& puzzle, const SolveLimits& limits);
};

/// Asks a candidate boards of its shape.
class Trial {
 public:
  using OnQuestion = std::function<void(const Board& puzzle, std::uint64_t max_solutions)>;

  /// A call that takes longer than `timeout` does not conform. `on_question` is called before each
  /// question, with the first puzzle of it.
  Trial(
      const Candidate& candidate, std::chrono::nanoseconds timeout,
      OnQuestion on_question = [](const Board&, std::uint64_t) {});

  const Candidate& candidate() const { return candidate_; }
  const Shape& shape() const { return candidate_.shape; }
  /// Those numbers of solutions that the candidate may be asked for.
  std::vector<std::uint64_t> taken(std::initializer_list<std::uint64_t> max_solutions) const;
  /// Up to `max_solutions`, and within the time of a question.
  SolveLimits limits(std::uint64_t max_solutions) const;

  /// What the engine answers in one call. Throws NonConformance where it breaks down or takes too
  /// long.
  std::vector<BoardAnswer> ask(const Boards& puzzles, SolveLimits limits,
                               SolutionSink* sink = nullptr);
  BoardAnswer ask(const Board& puzzle, const SolveLimits& limits);
  /// Has the engine list the solutions. Throws NonConformance unless they are different ones, and
  /// as many as it counts.
  void expect_list(const Board& puzzle, const SolveLimits& limits);

  /// Asks with that limit and throws NonConformance unless the answer is right, or one that an
  /// incomplete engine may give.
  BoardAnswer expect(const ConformanceCase& question, std::uint64_t max_solutions);

 private:
  Executor& engine(std::uint64_t max_solutions);

  const Candidate& candidate_;
  std::chrono::nanoseconds timeout_;
  OnQuestion on_question_;
  std::map<std::uint64_t, std::unique_ptr<Executor>> engines_;
};

struct ConformanceCheck {
  std::string_view name;
  /// Throws NonConformance.
  void (*run)(Trial& trial);
  bool is_for_external = true;
  bool is_for_incomplete = true;
};

/// Whether the check is for such an engine.
bool concerns(const ConformanceCheck& check, const Candidate& candidate);

std::span<const ConformanceCheck> conformance_checks();

/// Throws NonConformance unless the answer is one solution that is right, or none and no claim.
void check_attempt(const BoardAnswer& result, const Board& puzzle, const SolveLimits& limits);

/// Throws NonConformance unless the answer is right for a puzzle with so many solutions.
void check_answer(const BoardAnswer& result, const ConformanceCase& question,
                  const SolveLimits& limits);

}  // namespace sudoku
