#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/stop_condition.h"

namespace sudoku::bandjoin {

/// A renaming of digits with a permutation of rows and columns. It keeps bands and stacks together
/// and maps the given candidates of a puzzle to themselves. It maps solutions to solutions. Only
/// its effect on column partitions is stored, so the order of the rows in a band is not.
struct Symmetry {
  std::array<std::uint8_t, kSize> digits{};   // digit d + 1 becomes digits[d] + 1
  std::array<std::uint8_t, 3> bands{};        // images of the bands
  std::array<std::uint8_t, kSize> columns{};  // images of the columns

  static Symmetry identity();
  /// Returns the composition: this symmetry first, then `next`.
  Symmetry then(const Symmetry& next) const;
  Symmetry inverse() const;
  std::size_t image_of_stack(std::size_t stack) const { return columns[3 * stack] / 3U; }
  /// Returns the effect on column partitions of boxes in that stack.
  PartitionMap map_of(std::size_t stack) const;
  friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

/// Returns generators of a group of symmetries of a puzzle. It may be a subgroup of all symmetries:
/// only exchanges of two digits with the same given candidates (digits without clues if only clues
/// are given), two rows, columns, bands or stacks are tried.
std::vector<Symmetry> find_symmetries(const Candidates& given);

/// An orbit of triples of a stack under symmetries.
struct Orbit {
  std::size_t representative;        // index of a triple
  std::uint64_t size;                // number of triples
  std::vector<Symmetry> stabilizer;  // some symmetries that keep the representative
};

/// Returns the orbits of the triples under the symmetries that keep the stack in its place. The
/// list is incomplete if the stop condition is met.
std::vector<Orbit> find_orbits(const BoxStack& stack, std::size_t number,
                               const std::vector<Symmetry>& symmetries, StopCondition& stop);

/// Selects the partitions of a box that must be counted for one triple of the outer stack.
/// Symmetries that keep this triple, the stack and the band of the box map each partition to
/// partitions with the same count. One of these represents the others.
class Shares {
 public:
  /// Finds the partitions of the box in band `a` of a stack. `orbit` belongs to the outer triple.
  void find(const Orbit& orbit, const BoxStack& stack, std::size_t number, std::size_t a);

  /// For each partition of the box that occurs in the stack: the number of partitions that it
  /// represents, or 0 if another partition represents it.
  const std::vector<std::uint32_t>& counts() const { return counts_; }
  std::size_t representatives() const;

 private:
  std::vector<std::uint32_t> counts_;
};

}  // namespace sudoku::bandjoin
