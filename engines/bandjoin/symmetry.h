#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/interruption.h"

namespace sudoku::bandjoin {

/// A renaming of digits together with a permutation of rows and columns that keeps bands and stacks
/// whole and maps the clues of a puzzle to themselves. So it maps solutions to solutions. Only what
/// it does to column partitions is kept: the order of the rows in a band is none of it.
struct Symmetry {
  std::array<std::uint8_t, kSize> digits{};   // digit d + 1 becomes digits[d] + 1
  std::array<std::uint8_t, 3> bands{};        // where each band goes
  std::array<std::uint8_t, kSize> columns{};  // where each column goes

  static Symmetry identity();
  /// This one first, then `next`.
  Symmetry then(const Symmetry& next) const;
  Symmetry inverse() const;
  std::size_t image_of_stack(std::size_t stack) const { return columns[3 * stack] / 3U; }
  /// What becomes of the column partition of a box in that stack.
  PartitionMap map_of(std::size_t stack) const;
  friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

/// Generators of a group of symmetries of the puzzle. Not of the whole group, always: tried are the
/// exchanges of two digits without a clue, of two rows, columns, bands and stacks.
std::vector<Symmetry> find_symmetries(const Grid& puzzle);

/// Triples of a stack that symmetries map to each other.
struct Orbit {
  std::size_t representative;        // index of a triple
  std::uint64_t size;                // how many triples
  std::vector<Symmetry> stabiliser;  // some that map the representative to itself
};

/// The orbits of the triples under the `symmetries` that keep the stack in its place. Incomplete if
/// the interruption comes.
std::vector<Orbit> find_orbits(const BoxStack& stack, std::size_t number,
                               const std::vector<Symmetry>& symmetries, Interruption& interruption);

}  // namespace sudoku::bandjoin
