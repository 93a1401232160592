#pragma once

#include <memory>

#include "engines/engine.h"
#include "harness/external/host_exchange.h"
#include "harness/external/host_program.h"

namespace sudoku {

/// Puzzles for a solver, and memory for its answers.
struct HostedBoards {
  Shape shape;
  BoardForm form;
  std::size_t stride;  ///< as stride_of
  std::size_t size;
  const std::uint8_t* puzzles = nullptr;
  std::uint8_t* solutions = nullptr;
  HostAnswers::Entry* answers = nullptr;  ///< value-initialized before a call

  HostedBoards subspan(std::size_t first, std::size_t count) const {
    const std::size_t begin = first * stride;
    return {shape, form, stride, count, puzzles + begin, solutions + begin, answers + first};
  }
};

/// An engine as its host calls it. Plugins are C functions; built-in engines are called through a C
/// function as well, so that the calls have the same overhead.
class HostedFunction {
 public:
  virtual ~HostedFunction() = default;

  /// Returns the only form that the engine supports; nullopt if it supports both.
  virtual std::optional<BoardForm> only_form() const { return std::nullopt; }
  /// Allocates and touches the memory for that many boards, so that no timed call does.
  virtual void reserve(std::size_t /*boards*/) {}
  /// Solves the boards in one call. This call is timed. An engine that only supports text gets one
  /// board.
  virtual void solve(const HostedBoards& boards, const SolveLimits& limits) = 0;
  /// Asks for the solution of one board again, with a limit of 1.
  virtual void ask_for_solution(const HostedBoards& /*board*/) {}
};

/// Loads a plugin or makes a built-in engine. Call it once in a process. Throws std::runtime_error
/// if that fails.
std::unique_ptr<HostedFunction> make_hosted_function(const HostedEngine& engine);

}  // namespace sudoku
