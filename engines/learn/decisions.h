#pragma once

#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/problem.h"

namespace sudoku::learn {

/// Chooses decisions: the open option with the highest activity in recent conflicts (VSIDS). Its
/// value is the one in the longest assignment without a conflict (target phase), or its last value.
class Decisions {
 public:
  void reset(const Problem& problem);

  /// Raises the activity of an option in a conflict.
  void bump(Option option);
  /// Lowers all activities relative to the next conflict.
  void decay() { increment_ /= kDecay; }

  /// Records an assignment without a conflict: the first `length` literals of the trail.
  void note_consistent(const Assignment& assignment, std::size_t length);
  /// Records an undone literal.
  void release(Literal literal) {
    phases_[option_of(literal)] = is_choice(literal) ? 1 : -1;
    insert(option_of(literal));
  }
  /// Replaces the saved values, so that the search explores another region.
  void rephase();

  /// Returns a literal of an open option. There must be one.
  Literal next(const Assignment& assignment, bool follows_target);

 private:
  static constexpr double kDecay = 0.95;
  using Phases = std::vector<std::int8_t>;

  void insert(Option option);
  Option pop();
  void move_up(std::uint32_t at);
  void move_down(std::uint32_t at);
  void place(std::uint32_t at, Option option) {
    heap_[at] = option;
    positions_[option] = at;
  }

  std::vector<double> activities_;
  double increment_ = 1;
  std::vector<Option> heap_;  // highest activity first
  std::vector<std::uint32_t> positions_;
  Phases phases_;  // 1 chosen, -1 excluded, 0 not assigned yet
  Phases target_;
  Phases best_;
  std::size_t target_length_ = 0;
  std::size_t best_length_ = 0;
  std::uint32_t rephases_ = 0;
};

}  // namespace sudoku::learn
