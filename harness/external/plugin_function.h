#pragma once

#include <functional>
#include <limits>

#include "harness/external/host_exchange.h"
#include "harness/external/host_program.h"

namespace sudoku {

/// Returns the limit that a plugin gets.
constexpr std::uint64_t plugin_limit(std::uint64_t max_solutions) {
  return max_solutions != 0 ? max_solutions : std::numeric_limits<std::uint64_t>::max();
}

/// Returns why a plugin did not solve its boards; empty if the return value of its block function
/// is no such reason.
std::string_view refusal_of(int status);

/// Puzzles for a plugin, and memory for its answers: one entry per puzzle, as in HostAnswers.
struct PluginBoards {
  Shape shape;
  BoardForm form;
  std::size_t stride;  ///< as stride_of
  const std::uint8_t* puzzles = nullptr;
  std::uint8_t* solutions = nullptr;
  SudokuCount* counts = nullptr;
  std::uint64_t* guesses = nullptr;
  int* statuses = nullptr;
  const Digits* candidates = nullptr;  ///< a set per cell; null: ordinary puzzles, or a text plugin

  /// Returns the candidates from a puzzle on, or null.
  const Digits* candidates_from(std::size_t puzzle) const {
    return candidates == nullptr ? nullptr : candidates + puzzle * shape.cells();
  }
  /// Returns whether the plugin wrote any cell of a solution. A partly written one is wrong.
  bool has_solution(std::size_t puzzle) const {
    const std::uint8_t* const solution = solutions + puzzle * stride;
    return std::any_of(solution, solution + stride, [](std::uint8_t cell) { return cell != 0; });
  }
};

/// The C function of a plugin.
struct PluginFunction {
  BoardForm form;
  /// Solves `count` puzzles from `first` in one call. A text function solves one. Does nothing
  /// else, because this call is timed.
  std::function<void(const PluginBoards& boards, std::size_t first, std::size_t count,
                     std::uint64_t limit)>
      call;
};

/// Loads a plugin, or makes one from a built-in engine; call it once in a process. Throws
/// std::runtime_error if that fails.
PluginFunction make_plugin_function(const PluginSource& source);

}  // namespace sudoku
