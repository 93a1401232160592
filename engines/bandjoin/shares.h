#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/symmetry.h"

namespace sudoku::bandjoin {

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
