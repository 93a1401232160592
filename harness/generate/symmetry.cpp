#include "harness/generate/symmetry.h"

#include <algorithm>

namespace sudoku {
namespace {

std::size_t image_of(std::size_t cell, Symmetry symmetry, std::size_t side) {
  const std::size_t row = cell / side;
  const std::size_t column = cell % side;
  const std::size_t last = side - 1;
  switch (symmetry) {
    case Symmetry::none: break;
    case Symmetry::rotate180: return (last - row) * side + last - column;
    case Symmetry::rotate90: return column * side + last - row;
    case Symmetry::mirror: return row * side + last - column;
    case Symmetry::diagonal: return column * side + row;
  }
  return cell;
}

}  // namespace

std::vector<Orbit> orbits_of(Symmetry symmetry, const Shape& shape) {
  std::vector<Orbit> orbits;
  std::vector<bool> is_taken(shape.cells());
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    if (is_taken[cell]) continue;
    Orbit orbit;
    std::size_t image = cell;
    do {
      orbit.push_back(static_cast<std::uint16_t>(image));
      is_taken[image] = true;
      image = image_of(image, symmetry, shape.side());
    } while (image != cell);
    std::sort(orbit.begin(), orbit.end());
    orbits.push_back(orbit);
  }
  return orbits;
}

std::bitset<kMaxCells + 1> clue_counts_of(std::span<const Orbit> orbits) {
  std::bitset<kMaxCells + 1> counts(1);
  for (const Orbit& orbit : orbits) counts |= counts << orbit.size();
  return counts;
}

}  // namespace sudoku
