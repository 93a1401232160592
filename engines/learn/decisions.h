#pragma once

#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/problem.h"

namespace sudoku::learn {

/// Chooses decisions: the open option with the highest activity in recent conflicts (VSIDS). Its
/// value is the one in the longest assignment without a conflict (target phase), or its last value.
///
/// In a Latin square, a decision chooses an option of a group with the fewest open options. Cells,
/// rows and columns count alike. Among these groups, the one with the highest activity comes first,
/// and in the group an option that was chosen in the longest or the last assignment.
class Decisions {
 public:
  explicit Decisions(const Problem& problem) : problem_(problem) {}

  void reset();

  /// Raises the activity of an option in a conflict.
  void bump(Option option);
  /// Multiplies all activities by a factor, relative to the next conflict.
  void decay(double factor) { increment_ /= factor; }

  /// Records an assignment without a conflict: the first `length` literals of the trail.
  void note_consistent(const Assignment& assignment, std::size_t length);
  /// Records an undone literal.
  void release(Literal literal) {
    phases_[option_of(literal)] = is_choice(literal) ? 1 : -1;
    if (!problem_.is_latin()) insert(option_of(literal));
  }
  /// Replaces the saved values, so that the search explores another region. Returns the number of
  /// calls since the last reset.
  std::uint64_t rephase();

  /// Returns a literal of an open option. There must be one.
  Literal next(const Assignment& assignment, bool follows_target);

 private:
  using Phases = std::vector<std::int8_t>;

  /// Returns the wanted value of an option: 1 chosen, -1 excluded, 0 any.
  int phase_of(Option option, bool follows_target) const {
    const int target = follows_target ? target_[option] : 0;
    return target != 0 ? target : phases_[option];
  }
  Literal next_by_activity(const Assignment& assignment, bool follows_target);
  Group smallest_group(const Assignment& assignment) const;
  Option best_of(Group group, const Assignment& assignment, bool follows_target) const;
  void insert(Option option);
  Option pop();
  void move_up(std::uint32_t at);
  void move_down(std::uint32_t at);
  void place(std::uint32_t at, Option option) {
    heap_[at] = option;
    positions_[option] = at;
  }

  const Problem& problem_;
  std::vector<double> activities_;
  std::vector<double> group_activities_;  // in a Latin square
  double increment_ = 1;
  std::vector<Option> heap_;  // highest activity first; empty in a Latin square
  std::vector<std::uint32_t> positions_;
  Phases phases_;  // 1 chosen, -1 excluded, 0 not assigned yet
  Phases target_;
  Phases best_;
  std::size_t target_length_ = 0;
  std::size_t best_length_ = 0;
  std::uint64_t rephases_ = 0;
};

}  // namespace sudoku::learn
