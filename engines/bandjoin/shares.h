#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/symmetry.h"

namespace sudoku::bandjoin {

/// The partitions of a box to count, for one triple of the outer stack. Symmetries that keep this
/// triple, the stack and the band of the box map partitions to others with the same count.
class Shares {
 public:
  /// Finds the partitions of the box in band `a` of a stack. `orbit` belongs to the outer triple.
  void find(const Orbit& orbit, const BoxStack& stack, std::size_t number, std::size_t a);

  /// By partition that occurs in the stack: the number of partitions that it represents, or 0 if
  /// another one represents it.
  const std::vector<std::uint32_t>& counts() const { return counts_; }
  std::size_t representatives() const;

 private:
  std::vector<std::uint32_t> counts_;
};

}  // namespace sudoku::bandjoin
