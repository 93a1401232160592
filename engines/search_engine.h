#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engines/engine.h"
#include "engines/search_monitor.h"

namespace sudoku {

/// Turns a search of one puzzle into an engine. Calls `search.solve(puzzle, monitor)` for one
/// puzzle after the other. A search with a member `kReportsNoGuesses` does not report guesses.
template <typename Search>
class SearchEngine final : public Engine {
 public:
  template <typename... Arguments>
  explicit SearchEngine(const Arguments&... arguments) : search_(arguments...) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    SearchMonitor monitor(limits, answers, sink, puzzles.shape);
    if constexpr (requires { Search::kReportsNoGuesses; }) monitor.withhold_guesses();
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (monitor.begin(i)) search_.solve(puzzles[i], monitor);
    }
  }

 private:
  Search search_;
};

/// An engine for every shape. Uses two engines for one shape each: one for 9x9, which is usually
/// compiled for this shape, and one for the last other shape. The latter is replaced when a puzzle
/// has yet another shape.
class ShapedEngine final : public Engine {
 public:
  using Make = std::function<std::unique_ptr<Engine>(const Shape&)>;

  ShapedEngine(std::unique_ptr<Engine> for_9x9, Make make_other)
      : for_9x9_(std::move(for_9x9)), make_other_(std::move(make_other)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    engine_for(puzzles.shape).solve(puzzles, limits, answers, sink);
  }

 private:
  Engine& engine_for(const Shape& shape) {
    if (shape == k9x9) return *for_9x9_;
    if (other_ == nullptr || shape != other_shape_) other_ = make_other_(shape);
    other_shape_ = shape;  // last, because the line above may throw
    return *other_;
  }

  std::unique_ptr<Engine> for_9x9_;
  Make make_other_;
  Shape other_shape_;
  std::unique_ptr<Engine> other_;
};

}  // namespace sudoku
