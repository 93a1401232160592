#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engines/bandjoin/puzzle.h"
#include "engines/bandjoin/shares.h"
#include "engines/bandjoin/symmetry.h"

namespace sudoku::bandjoin {

/// The order of stacks and bands in a join.
struct Roles {
  std::array<std::size_t, 3> stacks;  // outer loop, second, third
  std::array<std::size_t, 3> bands;   // a, b, c of a Contraction
};

/// Chooses the roles with the least work. The work is an estimate of the number of multiplications.
class Plan {
 public:
  explicit Plan(const Puzzle& puzzle) : puzzle_(puzzle) {}
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// Forgets the symmetries and orbits of the previous puzzle.
  void reset();
  /// Finds symmetries of the puzzle, which save work. Without this call, none are used.
  void look_for_symmetries() { symmetries_ = find_symmetries(puzzle_.given()); }

  /// Chooses roles by their work without symmetries, and returns the work.
  double choose();
  /// Chooses roles by their work with symmetries, and returns the work.
  double choose_with_symmetries(StopCondition& stop);
  /// Returns the work of the chosen roles with symmetries.
  double work_with_symmetries(StopCondition& stop);

  const Roles& roles() const { return roles_; }
  /// Finds the orbits of the triples of the outer stack, which outer_orbits() returns.
  void find_outer_orbits(StopCondition& stop) { find_orbits_of(roles_.stacks[0], stop); }
  const std::vector<Orbit>& outer_orbits() const { return orbits_[roles_.stacks[0]]; }
  /// Copies the roles and orbits of another plan for the same puzzle.
  void copy(const Plan& other);

 private:
  double work(const Roles& roles, double outer_count, double second_count) const;
  template <typename WorkOf>
  double choose_by(WorkOf&& work_of);
  const std::vector<Orbit>& find_orbits_of(std::size_t stack, StopCondition& stop);
  bool is_image_of_another(std::size_t stack) const;
  double mean_shares(std::size_t outer, std::size_t second, std::size_t a);

  const Puzzle& puzzle_;
  Roles roles_{};
  std::vector<Symmetry> symmetries_;
  std::array<std::vector<Orbit>, 3> orbits_;  // of the triples of each stack; empty until searched
  Shares shares_;                             // for one sampled orbit
};

}  // namespace sudoku::bandjoin
