#pragma once

#include <array>
#include <cstddef>

#include "engines/bandjoin/band.h"
#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/kernels.h"

namespace sudoku::bandjoin {

/// A puzzle in one orientation, with its bands and stacks.
class Puzzle {
 public:
  explicit Puzzle(const Kernels& kernels) : bands_{Band(kernels), Band(kernels), Band(kernels)} {}

  /// Loads a puzzle by its given candidates. Returns false if it has no solution.
  bool load(const Candidates& given);
  /// Loads the transpose of another puzzle. Returns false if it has no solution.
  bool load_transposed(const Puzzle& other);

  const Candidates& given() const { return given_; }
  std::array<Band, 3>& bands() { return bands_; }
  const BoxStack& stack(std::size_t number) const { return stacks_[number]; }

  /// For each column of a stack: whether another column has the same given candidates. Such columns
  /// are interchangeable.
  using FreeColumns = std::array<bool, 3>;
  const FreeColumns& free_columns(std::size_t stack) const { return free_columns_[stack]; }
  /// Returns the number of permutations of the free columns of a stack.
  unsigned exchanges_of(std::size_t stack) const;

 private:
  bool load_bands();
  void find_free_columns();

  Candidates given_{};
  Candidates candidates_{};
  std::array<Band, 3> bands_;
  std::array<BoxStack, 3> stacks_;
  std::array<FreeColumns, 3> free_columns_{};  // by stack
};

}  // namespace sudoku::bandjoin
