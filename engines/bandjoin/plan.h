#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engines/bandjoin/band.h"
#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/symmetry.h"

namespace sudoku::bandjoin {

/// The order of stacks and bands in a join.
struct Roles {
  std::array<std::size_t, 3> stacks;  // outer loop, second, third
  std::array<std::size_t, 3> bands;   // a, b, c of a Contraction
};

/// A puzzle in one orientation, with its bands and stacks, and the roles with the least work. The
/// work is an estimate of the number of multiplications.
class Plan {
 public:
  explicit Plan(const Kernels& kernels) : bands_{Band(kernels), Band(kernels), Band(kernels)} {}

  /// Loads a puzzle by its given candidates. Returns false if it has no solution.
  bool load(const Candidates& given);
  /// Loads the transposed puzzle of another plan. Returns false if it has no solution.
  bool load_transposed(const Plan& other);
  /// Loads the puzzle of another plan and copies the roles and orbits.
  void copy(const Plan& other);

  std::array<Band, 3>& bands() { return bands_; }
  const BoxStack& stack(std::size_t number) const { return stacks_[number]; }
  const FreeColumns& free_columns(std::size_t stack) const { return free_columns_[stack]; }
  /// Returns the number of permutations of the free columns of a stack.
  unsigned exchanges_of(std::size_t stack) const;

  /// Finds symmetries of the puzzle, which save work. Without this call, none are used.
  void look_for_symmetries() { symmetries_ = find_symmetries(given_); }

  /// Chooses the roles with the least work without symmetries, and returns this work.
  double choose();
  /// Chooses the roles with the least work with symmetries, and returns this work.
  double choose_with_symmetries(StopCondition& stop);
  /// Returns the work of the chosen roles with symmetries.
  double work_with_symmetries(StopCondition& stop);

  const Roles& roles() const { return roles_; }
  /// Finds the orbits of the triples of the outer stack, which outer_orbits() returns.
  void find_outer_orbits(StopCondition& stop) { find_orbits_of(roles_.stacks[0], stop); }
  const std::vector<Orbit>& outer_orbits() const { return orbits_[roles_.stacks[0]]; }

 private:
  bool load_bands();
  void find_free_columns();
  double work(const Roles& roles, double outer_count, double second_count) const;
  template <typename WorkOf>
  double choose_by(WorkOf&& work_of);
  const std::vector<Orbit>& find_orbits_of(std::size_t stack, StopCondition& stop);
  bool is_image_of_another(std::size_t stack) const;
  double mean_shares(std::size_t outer, std::size_t second, std::size_t a);

  Candidates given_{};
  Candidates candidates_{};
  std::array<Band, 3> bands_;
  std::array<BoxStack, 3> stacks_;
  std::array<FreeColumns, 3> free_columns_{};  // by stack
  Roles roles_{};
  std::vector<Symmetry> symmetries_;
  std::array<std::vector<Orbit>, 3> orbits_;  // of the triples of each stack; empty until searched
  Shares shares_;                             // for one sampled orbit
};

}  // namespace sudoku::bandjoin
