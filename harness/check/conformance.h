#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engines/engine.h"
#include "harness/check/conformance_cases.h"
#include "harness/measure/executor.h"
#include "harness/puzzle/owned_boards.h"

// Checks that every engine must pass, for the command `conformance` and the tests of the engines.

namespace sudoku {

/// An answer, together with the board and the limit of the question.
struct BoardAnswer : SolveResult {
  Board puzzle;
  SolveLimits limits;
  OwnedBoard first_solution;  ///< unspecified if there is none
};

struct SolverUnderTest {
  Shape shape = k9x9;
  /// Makes an executor for searches of up to `max_solutions`. An in-process engine supports every
  /// limit; an external one may receive the limit when it starts.
  std::function<std::unique_ptr<Executor>(std::uint64_t max_solutions)> make;
  bool is_external = false;     ///< ignores guess limits and stop requests
  bool takes_blocks = false;    ///< searches the puzzles of a block together
  bool is_incomplete = false;   ///< finds a solution or gives up
  bool stops_at_first = false;  ///< is asked for one solution only, as an incomplete solver is
  bool supports_candidates = false;
};

/// Formats the limit and the puzzle of a question, for the end of a message.
std::string describe_question(const Board& puzzle, const SolveLimits& limits);

/// A failed check. The message has the puzzle and the limit.
class NonConformance : public std::runtime_error {
 public:
  NonConformance(const std::string& what, const Board& puzzle, const SolveLimits& limits)
      : std::runtime_error(what + describe_question(puzzle, limits)) {}
};

/// Gives a solver boards of its shape and checks the answers. Every member function throws
/// NonConformance if the solver fails or exceeds the timeout.
class ConformanceTester {
 public:
  using OnQuestion = std::function<void(const Board& puzzle, const SolveLimits& limits)>;

  /// `timeout` is the time limit of a call. `on_question` is called before each call, with its
  /// first puzzle.
  ConformanceTester(
      const SolverUnderTest& solver, std::chrono::nanoseconds timeout,
      OnQuestion on_question = [](const Board&, const SolveLimits&) {});

  const SolverUnderTest& solver() const { return solver_; }
  const Shape& shape() const { return solver_.shape; }
  /// Returns the limits that the solver supports.
  std::vector<std::uint64_t> supported(std::initializer_list<std::uint64_t> max_solutions) const;
  SolveLimits limits(std::uint64_t max_solutions) const;

  /// Asks for all puzzles in one call.
  std::vector<BoardAnswer> ask(const Boards& puzzles, SolveLimits limits,
                               SolutionSink* sink = nullptr);
  BoardAnswer ask(const Board& puzzle, const SolveLimits& limits);
  /// Checks that the solver lists different solutions, as many as it counts.
  void expect_list(const Board& puzzle, const SolveLimits& limits);
  /// Checks that the answer is correct. An incomplete solver may give up.
  BoardAnswer expect(const ConformanceCase& question, std::uint64_t max_solutions);

 private:
  Executor& executor(std::uint64_t max_solutions);

  const SolverUnderTest& solver_;
  std::chrono::nanoseconds timeout_;
  OnQuestion on_question_;
  std::map<std::uint64_t, std::unique_ptr<Executor>> executors_;
};

struct ConformanceCheck {
  std::string_view name;
  /// Throws NonConformance.
  void (*run)(ConformanceTester& tester);
  bool is_for_external = true;
  bool is_for_one_solution = true;  ///< for solvers that are asked for one solution only
  bool is_about_candidates = false;
};

/// Returns whether the check applies to the solver.
bool applies_to(const ConformanceCheck& check, const SolverUnderTest& solver);

std::span<const ConformanceCheck> conformance_checks();

/// Runs a check in a sub-process, so that it also reports a built-in engine that crashes or ignores
/// limits. Returns the first fault; an empty text if there is none, or after an interrupt. This
/// process must have only one thread.
std::string guarded_failure(const ConformanceCheck& check, const SolverUnderTest& solver,
                            std::chrono::nanoseconds timeout);

/// Throws NonConformance unless the answer of a complete solver is correct.
void check_answer(const BoardAnswer& answer, const ConformanceCase& question);

}  // namespace sudoku
