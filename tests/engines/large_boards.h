#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/board.h"
#include "engines/rules.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

using CellList = std::vector<std::uint8_t>;

/// Generates random boards of a shape. They depend only on the seed.
class FilledBoards {
 public:
  FilledBoards(const Shape& shape, std::uint64_t seed) : shape_(shape), random_(seed) {}

  /// Returns a solved board: a pattern with permuted rows, columns and digits.
  CellList solved() {
    const std::size_t side = shape_.side();
    const auto rows = lines(shape_.box_columns, shape_.box_rows);
    const auto columns = lines(shape_.box_rows, shape_.box_columns);
    const auto digits = permutation(side);
    CellList cells;
    for (const std::size_t row : rows) {
      const std::size_t shift = row % shape_.box_rows * shape_.box_columns + row / shape_.box_rows;
      for (const std::size_t column : columns) {
        cells.push_back(static_cast<std::uint8_t>(1 + digits[(shift + column) % side]));
      }
    }
    return cells;
  }

  /// Returns a solved board with only some percent of its cells left.
  CellList puzzle(std::size_t percent_filled) {
    CellList cells = solved();
    const auto order = permutation(cells.size());
    const std::size_t filled = cells.size() * percent_filled / 100;
    for (std::size_t i = filled; i < cells.size(); ++i) cells[order[i]] = 0;
    return cells;
  }

 private:
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = i;
    for (std::size_t i = size; i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    return values;
  }

  /// Returns a random order of lines that keeps bands together.
  std::vector<std::size_t> lines(std::size_t bands, std::size_t width) {
    std::vector<std::size_t> all;
    for (const std::size_t band : permutation(bands)) {
      for (const std::size_t line : permutation(width)) all.push_back(width * band + line);
    }
    return all;
  }

  Shape shape_;
  std::mt19937_64 random_;
};

/// Counts the different solutions, and those that are wrong or duplicates.
class DistinctSink final : public SolutionSink {
 public:
  explicit DistinctSink(const Board& puzzle) : puzzle_(puzzle) {}
  void on_solution(std::size_t, const Board& solution) override {
    if (!is_solution_of(solution, puzzle_)) ++wrong;
    if (!seen_.emplace(solution.cells.begin(), solution.cells.end()).second) ++wrong;
  }
  std::size_t count() const { return seen_.size(); }
  int wrong = 0;

 private:
  Board puzzle_;
  std::set<std::string> seen_;
};

/// Returns the result for a board. Checks the listed solutions and the first one.
inline SolveResult solve_board(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  SolveResult result;
  CellList solution(puzzle.cells.size());
  DistinctSink sink(puzzle);
  engine.solve(puzzle, limits, {{&result, 1}, solution}, &sink);
  CHECK(sink.wrong == 0);
  CHECK((result.solutions == sink.count()));
  if (result.solutions != 0) CHECK(is_solution_of({puzzle.shape, solution}, puzzle));
  return result;
}

}  // namespace sudoku
