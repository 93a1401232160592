#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engines/engine.h"
#include "engines/search_monitor.h"

namespace sudoku {

/// Makes an engine of a search: calls `search.solve(puzzle, monitor)` for one puzzle after the
/// other.
template <typename Search>
class SearchEngine final : public Engine {
 public:
  template <typename... Arguments>
  explicit SearchEngine(const Arguments&... arguments) : search_(arguments...) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each_board(
        puzzles, limits, answers, sink,
        [this](const Board& puzzle, SearchMonitor& monitor) { search_.solve(puzzle, monitor); });
  }

 private:
  Search search_;
};

/// Makes an engine for every shape of engines for one shape each. The one for 9x9 is usually
/// compiled for this shape. The one for another shape is replaced when that shape changes.
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
