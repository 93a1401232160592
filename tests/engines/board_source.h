#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// Random puzzles of any shape, the same ones for the same seed wherever the test runs.
class BoardSource {
 public:
  BoardSource(const Shape& shape, std::uint64_t seed) : shape_(shape), random_(seed) {}

  using Cells = std::vector<std::uint8_t>;

  /// A board that obeys the rules.
  Cells solved() {
    const auto digits = permutation(shape_.side());
    const auto rows = line_permutation(shape_.box_columns, shape_.box_rows);
    const auto columns = line_permutation(shape_.box_rows, shape_.box_columns);
    Cells cells;
    for (const std::size_t row : rows) {
      // Each row is the one before moved on by a box, each band of them moved on by one more cell.
      const std::size_t shift = row % shape_.box_rows * shape_.box_columns + row / shape_.box_rows;
      for (const std::size_t column : columns) {
        cells.push_back(static_cast<std::uint8_t>(1 + digits[(column + shift) % shape_.side()]));
      }
    }
    return cells;
  }

  /// Such a board with `holes` cells opened.
  Cells puzzle(std::size_t holes) {
    Cells cells = solved();
    const auto order = permutation(cells.size());
    for (std::size_t i = 0; i < holes; ++i) cells[order[i]] = 0;
    return cells;
  }

  /// The same; some have a clue changed.
  Cells maybe_damaged_puzzle(std::size_t holes) {
    Cells cells = puzzle(holes);
    if (below(3) == 0) {
      cells[below(cells.size())] = static_cast<std::uint8_t>(1 + below(shape_.side()));
    }
    return cells;
  }

  /// From 0 to `end` - 1. The distributions of the standard library differ between libraries.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

 private:
  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = i;
    for (std::size_t i = size; i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    return values;
  }

  /// The bands (or stacks) in another order, and the rows (or columns) of each.
  std::vector<std::size_t> line_permutation(std::size_t bands, std::size_t lines_of_band) {
    std::vector<std::size_t> lines;
    for (const std::size_t band : permutation(bands)) {
      for (const std::size_t line : permutation(lines_of_band)) {
        lines.push_back(band * lines_of_band + line);
      }
    }
    return lines;
  }

  Shape shape_;
  std::mt19937_64 random_;
};

}  // namespace sudoku
