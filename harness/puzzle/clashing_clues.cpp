#include "harness/puzzle/clashing_clues.h"

#include <array>

#include <fmt/format.h>

#include "engines/houses.h"

namespace sudoku {

std::string describe_clashing_clues(const Board& puzzle) {
  constexpr std::array kKinds = {"row", "column", "box"};
  const std::size_t side = puzzle.shape.side();
  const HousesOfShape houses(puzzle.shape);
  for (std::size_t house = 0; house < kKinds.size() * side; ++house) {
    std::array<std::size_t, kMaxSide + 1> counts{};
    for (const std::size_t cell : houses.cells_of(house)) {
      const std::uint8_t digit = puzzle.cells[cell];
      if (digit == 0 || ++counts[digit] < 2) continue;
      const std::string name =
          side <= kMaxSideOfSymbols ? std::string(1, symbol_of(digit)) : std::to_string(digit);
      return fmt::format("two {}s in {} {}", name, kKinds.at(house / side), house % side + 1);
    }
  }
  return {};
}

}  // namespace sudoku
