#include "harness/generate/dig.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// Whether the digit of a cell is its only candidate, or the cell the only one for its digit in a
/// house: the cell can be opened, and no solution is added.
bool is_single(const Grid& puzzle, const HouseMasks& houses, int cell) {
  const DigitMask digit = mask_of(puzzle[cell]);
  HouseMasks without = houses;
  without.toggle(cell, puzzle[cell]);
  if (without.candidates_of(cell) == digit) return true;
  const auto is_only_place = [&](std::size_t house) {
    return std::all_of(kCellsOfHouse[house].begin(), kCellsOfHouse[house].end(), [&](int other) {
      return other == cell || puzzle[other] != 0 || (without.seen_from(other) & digit) != 0;
    });
  };
  return is_only_place(static_cast<std::size_t>(row_of(cell))) ||
         is_only_place(static_cast<std::size_t>(kSize + column_of(cell))) ||
         is_only_place(static_cast<std::size_t>(2 * kSize + box_of(cell)));
}

}  // namespace

Digger::Digger(const DigGoal& goal, const std::vector<Orbit>& orbits)
    : goal_(&goal), orbits_(&orbits), order_(orbits.size()) {}

void Digger::begin(const Grid& start, Random& random) {
  puzzle_ = start;
  houses_ = HouseMasks(start);
  std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  shuffle(std::span(order_), random);
  draw_targets(random);
  clues_ = clue_count(start);
  solutions_ = 1;
  next_ = 0;
  proved_ = 0;
  is_minimal_ = true;
  phase_ = Phase::digging;
}

/// Where the pass may end. Any number of clues of the range is equally likely, but without a least
/// number the greatest is enough. The solutions have a power of two times their smallest number,
/// each equally likely too.
void Digger::draw_targets(Random& random) {
  target_clues_ = goal_->max_clues;
  if (goal_->min_clues > 0) {
    const auto span = static_cast<std::uint64_t>(goal_->max_clues - goal_->min_clues) + 1;
    target_clues_ -= static_cast<int>(random.below(span));
  }
  target_solutions_ = std::max<std::uint64_t>(goal_->min_solutions, 1);
  if (goal_->max_solutions > target_solutions_) {
    const std::uint64_t ratio = goal_->max_solutions / target_solutions_;
    target_solutions_ <<= random.below(static_cast<std::uint64_t>(std::bit_width(ratio)));
  }
}

bool Digger::advance() {
  if (phase_ == Phase::digging) {
    if (next_dig()) return true;
    const bool is_symmetric = orbits_->size() < kCells;
    const bool has_to_prove = goal_->end == DigEnd::at_last_cell && is_symmetric;
    phase_ = has_to_prove ? Phase::proving : Phase::ended;
  }
  if (phase_ == Phase::proving) {
    if (next_proof()) return true;
    phase_ = Phase::ended;
  }
  return false;
}

bool Digger::is_reached() const {
  return goal_->end == DigEnd::at_target && clues_ <= target_clues_ &&
         solutions_ >= target_solutions_;
}

/// The next orbit that cannot be opened without a count.
bool Digger::next_dig() {
  for (; next_ < order_.size() && !is_reached(); ++next_) {
    const std::size_t orbit = order_[next_];
    if (puzzle_[(*orbits_)[orbit].front()] == 0) continue;
    const int left = clues_ - static_cast<int>((*orbits_)[orbit].size());
    // A number of solutions may be reached at fewer clues than the target, a number of clues not.
    if (goal_->end == DigEnd::at_target && left < goal_->min_clues) continue;
    if (!needs_no_count(orbit)) {
      question_ = puzzle_;
      for (const std::uint8_t cell : (*orbits_)[orbit]) question_[cell] = 0;
      return true;
    }
    open(orbit);
  }
  return false;
}

bool Digger::needs_no_count(std::size_t orbit) const {
  if (goal_->max_solutions == 0) return true;
  const Orbit& cells = (*orbits_)[orbit];
  return cells.size() == 1 && is_single(puzzle_, houses_, cells.front());
}

/// A clue of the symmetric puzzle that may have been kept for the sake of another one.
bool Digger::next_proof() {
  if (!is_minimal_) return false;
  for (; proved_ < kCells; ++proved_) {
    if (puzzle_[proved_] == 0) continue;
    question_ = puzzle_;
    question_[proved_] = 0;
    return true;
  }
  return false;
}

void Digger::answer(std::uint64_t solutions) {
  if (phase_ == Phase::proving) {
    is_minimal_ = solutions > goal_->max_solutions;
    ++proved_;
  } else if (solutions <= goal_->max_solutions) {
    open(order_[next_++]);
    solutions_ = solutions;
  } else if (goal_->end == DigEnd::at_first_refusal) {
    phase_ = Phase::ended;
  } else {
    ++next_;
  }
}

void Digger::open(std::size_t orbit) {
  for (const std::uint8_t cell : (*orbits_)[orbit]) {
    houses_.toggle(cell, puzzle_[cell]);
    puzzle_[cell] = 0;
    --clues_;
  }
}

bool Digger::succeeded() const {
  return is_minimal_ && clues_ >= goal_->min_clues && clues_ <= goal_->max_clues &&
         (goal_->max_solutions == 0 || solutions_ >= goal_->min_solutions);
}

}  // namespace sudoku
