#include "harness/generate/dig.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "harness/puzzle/puzzle_random.h"

namespace sudoku {

Digger::Digger(const DigGoal& goal, const std::vector<Orbit>& orbits, const HousesOfShape& houses)
    : goal_(&goal),
      orbits_(&orbits),
      houses_(&houses),
      order_(orbits.size()),
      puzzle_(houses.shape()),
      masks_(houses),
      question_(houses.shape()) {}

void Digger::begin(const Board& start, Random& random) {
  std::copy(start.cells.begin(), start.cells.end(), puzzle_.cells().begin());
  masks_ = HouseMasks(*houses_, start);
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
  shuffle(std::span(order_), random);
  draw_targets(random);
  clues_ = clue_count(start);
  solutions_ = 1;
  next_ = 0;
  proved_ = 0;
  is_minimal_ = true;
  phase_ = Phase::digging;
}

/// Draws the numbers of clues and solutions at which the pass may end. Every number of clues in the
/// range is equally likely; without a minimum, the maximum is the target. The number of solutions
/// is the minimum times a random power of two.
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
    const bool is_symmetric = orbits_->size() < houses_->shape().cells();
    const bool has_to_prove = goal_->end == DigEnd::at_last_cell && is_symmetric;
    phase_ = has_to_prove ? Phase::proving : Phase::ended;
  }
  if (phase_ == Phase::proving) {
    if (next_proof()) return true;
    phase_ = Phase::ended;
  }
  return false;
}

bool Digger::is_target_reached() const {
  return goal_->end == DigEnd::at_target && clues_ <= target_clues_ &&
         solutions_ >= target_solutions_;
}

/// Opens orbits up to the next one that needs a count. Returns false at the end of the pass.
bool Digger::next_dig() {
  for (; next_ < order_.size() && !is_target_reached(); ++next_) {
    const std::size_t orbit = order_[next_];
    if (puzzle()[(*orbits_)[orbit].front()] == 0) continue;
    const int left = clues_ - static_cast<int>((*orbits_)[orbit].size());
    // The pass may go below the target number of clues for more solutions, but not below the range.
    if (goal_->end == DigEnd::at_target && left < goal_->min_clues) continue;
    if (!can_open_without_count(orbit)) {
      question_ = puzzle_;
      for (const std::uint16_t cell : (*orbits_)[orbit]) question_.cells()[cell] = 0;
      return true;
    }
    open(orbit);
  }
  return false;
}

bool Digger::can_open_without_count(std::size_t orbit) {
  if (goal_->max_solutions == 0) return true;
  const Orbit& cells = (*orbits_)[orbit];
  return cells.size() == 1 && is_single(cells.front());
}

/// Returns whether the clue is a naked or hidden single. Removing such a clue adds no solution.
bool Digger::is_single(std::size_t cell) {
  const std::uint8_t digit = puzzle()[cell];
  const auto mask = masks_.mask_of(digit);
  masks_.toggle(cell, digit);
  const auto has_no_room = [&](std::size_t other) {
    return other == cell || puzzle()[other] != 0 || (masks_.seen_from(other) & mask) != 0;
  };
  const auto is_only_place = [&](std::size_t house) {
    const auto cells = houses_->cells_of(house);
    return std::all_of(cells.begin(), cells.end(), has_no_room);
  };
  // Start with the box, the last of the three houses: it is the most likely to succeed.
  const auto& houses = houses_->of(cell);
  const bool is_single = masks_.candidates_of(cell) == mask ||
                         std::any_of(houses.rbegin(), houses.rend(), is_only_place);
  masks_.toggle(cell, digit);
  return is_single;
}

/// Asks whether the next clue of a symmetric puzzle is needed. The pass may have kept it only for
/// another clue of its orbit. Returns false after the last clue or the first that is not needed.
bool Digger::next_proof() {
  if (!is_minimal_) return false;
  for (; proved_ < houses_->shape().cells(); ++proved_) {
    if (puzzle()[proved_] == 0) continue;
    question_ = puzzle_;
    question_.cells()[proved_] = 0;
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
  } else {
    keep_next_orbit();
  }
}

void Digger::leave() {
  if (goal_->end == DigEnd::at_last_cell) is_minimal_ = false;
  if (phase_ == Phase::digging) keep_next_orbit();
}

void Digger::keep_next_orbit() {
  ++next_;
  if (goal_->end == DigEnd::at_first_refusal || !is_minimal_) phase_ = Phase::ended;
}

void Digger::open(std::size_t orbit) {
  for (const std::uint16_t cell : (*orbits_)[orbit]) {
    masks_.toggle(cell, puzzle()[cell]);
    puzzle_.cells()[cell] = 0;
    --clues_;
  }
}

bool Digger::succeeded() const {
  return is_minimal_ && clues_ >= goal_->min_clues && clues_ <= goal_->max_clues &&
         (goal_->max_solutions == 0 || solutions_ >= goal_->min_solutions);
}

}  // namespace sudoku
