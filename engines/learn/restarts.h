#pragma once

#include <cstdint>

namespace sudoku::learn {

/// When to begin again at the root, with all that was learned, by turns in two modes. Stable:
/// seldom, after the numbers of Luby, Sinclair and Zuckerman (1993), in Knuth's way to count them.
/// Focused: as soon as the glue of late is higher than it used to be (Biere and Froehlich 2015).
class Restarts {
 public:
  void reset() { *this = {}; }
  /// Of each conflict, with the glue of what it taught.
  void note_conflict(std::uint32_t glue);
  bool is_due() const;
  void restart();
  bool is_stable() const { return is_stable_; }
  /// What takes longer than the first turn is most likely a proof.
  bool is_in_first_turn() const { return switches_ == 0; }

 private:
  void switch_mode();
  void count_on();

  bool is_stable_ = true;
  std::uint64_t conflicts_ = 0;
  std::uint64_t since_restart_ = 0;  // conflicts
  std::uint64_t switches_ = 0;
  std::uint64_t run_ = 1;   // the number of Luby's sequence
  std::uint64_t luby_ = 1;  // itself
  double glue_of_late_ = 0;
  double glue_ = 0;
};

}  // namespace sudoku::learn
