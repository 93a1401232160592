#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/engines/checked_result.h"

// Helpers for the tests of engines that use solver packages.

namespace sudoku {

/// Calls `check(engine)` for every available engine of a package that supports the shape.
template <typename Check>
void for_each_package(const Shape& shape, Check&& check) {
  for (const EngineInfo& info : all_engines()) {
    if (info.package == nullptr || !supports(info.traits, shape)) continue;
    INFO("engine " << info.id);
    const std::unique_ptr<Engine> engine = info.make({});
    if (engine == nullptr) {
      WARN("skipped: " << unavailable_message(info));
      continue;
    }
    check(*engine);
  }
}

/// A board with its own memory.
struct OwnBoard {
  explicit OwnBoard(const Shape& its_shape) : shape(its_shape), cells(its_shape.cells()) {}
  operator Board() const { return {shape, cells}; }

  Shape shape;
  std::vector<std::uint8_t> cells;
};

/// Returns a solved board: each row is the first one, shifted.
inline OwnBoard full_board(const Shape& shape) {
  OwnBoard board(shape);
  const std::size_t side = shape.side();
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
    const std::size_t row = cell / side;
    const std::size_t shift = row % shape.box_rows * shape.box_columns + row / shape.box_rows;
    board.cells[cell] = static_cast<std::uint8_t>((cell % side + shift) % side + 1);
  }
  return board;
}

/// Returns such a board with `holes` random cells emptied.
inline OwnBoard board_with_holes(const Shape& shape, std::size_t holes, std::uint64_t seed) {
  OwnBoard board = full_board(shape);
  for (std::uint64_t state = seed; holes > 0;) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::uint8_t& cell = board.cells[(state >> 33) % board.cells.size()];
    if (cell != 0) --holes;
    cell = 0;
  }
  return board;
}

}  // namespace sudoku
