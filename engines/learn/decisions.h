#pragma once

#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/problem.h"

namespace sudoku::learn {

/// What to assume next: the open option that was in most of the latest conflicts, and the value
/// that it had in the longest assignment without a conflict, or last.
class Decisions {
 public:
  void reset(const Problem& problem);

  /// Counts an option for a conflict.
  void bump(Option option);
  /// Makes all that was counted weigh less, before the next conflict.
  void decay() { increment_ /= kDecay; }

  /// Takes note of an assignment without a conflict, the first `length` literals.
  void note_consistent(const Assignment& assignment, std::size_t length);
  /// Takes note of a literal that is undone.
  void release(Literal literal) {
    phases_[option_of(literal)] = is_choice(literal) ? 1 : -1;
    insert(option_of(literal));
  }
  /// Begins with other values than those of late.
  void rephase();

  /// A literal of an open option; there must be one.
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
  std::vector<Option> heap_;  // the most active first
  std::vector<std::uint32_t> positions_;
  Phases phases_;  // 1 chosen, -1 excluded, 0 neither yet
  Phases target_;
  Phases best_;
  std::size_t target_length_ = 0;
  std::size_t best_length_ = 0;
  std::uint32_t rephases_ = 0;
};

}  // namespace sudoku::learn
