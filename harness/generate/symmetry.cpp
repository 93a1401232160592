#include "harness/generate/symmetry.h"

#include <algorithm>
#include <array>

#include "engines/geometry.h"

namespace sudoku {
namespace {

int image_of(int cell, Symmetry symmetry) {
  const int row = row_of(cell);
  const int column = column_of(cell);
  const int last = kSize - 1;
  switch (symmetry) {
    case Symmetry::none:
      break;
    case Symmetry::rotate180:
      return (last - row) * kSize + last - column;
    case Symmetry::rotate90:
      return column * kSize + last - row;
    case Symmetry::mirror:
      return row * kSize + last - column;
    case Symmetry::diagonal:
      return column * kSize + row;
  }
  return cell;
}

}  // namespace

std::vector<Orbit> orbits_of(Symmetry symmetry) {
  std::vector<Orbit> orbits;
  std::array<bool, kCells> is_taken{};
  for (int cell = 0; cell < kCells; ++cell) {
    if (is_taken[static_cast<std::size_t>(cell)]) continue;
    Orbit orbit;
    int image = cell;
    do {
      orbit.push_back(static_cast<std::uint8_t>(image));
      is_taken[static_cast<std::size_t>(image)] = true;
      image = image_of(image, symmetry);
    } while (image != cell);
    std::sort(orbit.begin(), orbit.end());
    orbits.push_back(orbit);
  }
  return orbits;
}

std::bitset<kCells + 1> clue_counts_of(std::span<const Orbit> orbits) {
  std::bitset<kCells + 1> counts(1);
  for (const Orbit& orbit : orbits) counts |= counts << orbit.size();
  return counts;
}

}  // namespace sudoku
