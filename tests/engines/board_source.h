#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// Generates random puzzles of a shape. They depend only on the seed.
class BoardSource {
 public:
  BoardSource(const Shape& shape, std::uint64_t seed) : shape_(shape), random_(seed) {}

  using Cells = std::vector<std::uint8_t>;

  /// Returns a solved board.
  Cells solved() {
    const auto digits = permutation(shape_.side());
    const auto rows = line_permutation(shape_.box_columns, shape_.box_rows);
    const auto columns = line_permutation(shape_.box_rows, shape_.box_columns);
    Cells cells;
    for (const std::size_t row : rows) {
      // Each row is the previous one shifted by the width of a box, in each band by one more cell.
      const std::size_t shift = row % shape_.box_rows * shape_.box_columns + row / shape_.box_rows;
      for (const std::size_t column : columns) {
        cells.push_back(static_cast<std::uint8_t>(1 + digits[(column + shift) % shape_.side()]));
      }
    }
    return cells;
  }

  /// Returns a solved board with `holes` cells emptied.
  Cells puzzle(std::size_t holes) {
    Cells cells = solved();
    const auto order = permutation(cells.size());
    for (std::size_t i = 0; i < holes; ++i) cells[order[i]] = 0;
    return cells;
  }

  /// Returns a solved board from which all but `percent` percent of the cells are removed.
  Cells filled(std::size_t percent) {
    return puzzle(shape_.cells() - shape_.cells() * percent / 100);
  }

  /// Returns a board with holes. Some boards have a changed clue.
  Cells maybe_damaged_puzzle(std::size_t holes) {
    Cells cells = puzzle(holes);
    if (below(3) == 0) {
      cells[below(cells.size())] = digit();
    }
    return cells;
  }

  /// Returns the candidates of each cell: its digits in `boards` random solved boards, and about
  /// `percent` percent of the other digits.
  std::vector<Digits> candidates(std::size_t boards, std::size_t percent) {
    std::vector<Digits> candidates(shape_.cells());
    for (Digits& digits : candidates) {
      for (std::uint8_t digit = 1; digit <= shape_.side(); ++digit) {
        if (below(100) < percent) digits |= digit_bit(digit);
      }
    }
    for (std::size_t i = 0; i < boards; ++i) {
      const Cells cells = solved();
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        candidates[cell] |= digit_bit(cells[cell]);
      }
    }
    return candidates;
  }

  /// Returns a number below `end`. Standard distributions differ between libraries.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::uint8_t digit() { return static_cast<std::uint8_t>(1 + below(shape_.side())); }

  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = i;
    for (std::size_t i = size; i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    return values;
  }

  /// Returns a random order of lines that keeps bands together.
  std::vector<std::size_t> line_permutation(std::size_t bands, std::size_t lines_of_band) {
    std::vector<std::size_t> lines;
    for (const std::size_t band : permutation(bands)) {
      for (const std::size_t line : permutation(lines_of_band)) {
        lines.push_back(band * lines_of_band + line);
      }
    }
    return lines;
  }

  const Shape& shape() const { return shape_; }

 private:
  Shape shape_;
  std::mt19937_64 random_;
};

}  // namespace sudoku
