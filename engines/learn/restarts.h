#pragma once

#include <cstdint>

namespace sudoku::learn {

/// Decides when to restart at the root. Two modes alternate. Stable mode restarts rarely, by the
/// sequence of M. Luby, A. Sinclair and D. Zuckerman (1993), computed as D. E. Knuth does. Focused
/// mode restarts when the recent glue exceeds its long-term mean (A. Biere and A. Froehlich, 2015).
class Restarts {
 public:
  void reset() { *this = {}; }
  /// Records a conflict and the glue of its learned clause.
  void note_conflict(std::uint32_t glue);
  bool is_due() const;
  void restart();
  bool is_stable() const { return is_stable_; }
  /// Returns whether the first mode still lasts. A longer search is most likely a proof.
  bool is_in_first_mode() const { return switches_ == 0; }

 private:
  void switch_mode();
  void advance_luby();

  bool is_stable_ = true;
  std::uint64_t conflicts_ = 0;
  std::uint64_t since_restart_ = 0;  // conflicts
  std::uint64_t switches_ = 0;
  std::uint64_t run_ = 1;   // state of Luby's sequence
  std::uint64_t luby_ = 1;  // its current number
  double recent_glue_ = 0;
  double glue_ = 0;
};

}  // namespace sudoku::learn
