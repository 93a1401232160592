#include "harness/generate/dig.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace sudoku {
namespace {

/// The largest side of boards whose candidates are restored in any order. On larger boards, the
/// questions would take too many guesses.
constexpr std::size_t kLastSideOfMixedCells = 9;

std::size_t image_of(std::size_t cell, Symmetry symmetry, std::size_t side) {
  const std::size_t row = cell / side;
  const std::size_t column = cell % side;
  const std::size_t last = side - 1;
  switch (symmetry) {
    case Symmetry::none: break;
    case Symmetry::rotate180: return (last - row) * side + last - column;
    case Symmetry::rotate90: return column * side + last - row;
    case Symmetry::mirror: return row * side + last - column;
    case Symmetry::diagonal: return column * side + row;
  }
  return cell;
}

}  // namespace

std::vector<Orbit> orbits_of(Symmetry symmetry, const Shape& shape) {
  std::vector<Orbit> orbits;
  std::vector<bool> is_taken(shape.cells());
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    if (is_taken[cell]) continue;
    Orbit& orbit = orbits.emplace_back();
    for (std::size_t image = cell; !is_taken[image];
         image = image_of(image, symmetry, shape.side())) {
      orbit.push_back(static_cast<std::uint16_t>(image));
      is_taken[image] = true;
    }
    std::sort(orbit.begin(), orbit.end());
  }
  return orbits;
}

std::bitset<kMaxCells + 1> clue_counts_of(std::span<const Orbit> orbits) {
  std::bitset<kMaxCells + 1> counts(1);
  for (const Orbit& orbit : orbits) counts |= counts << orbit.size();
  return counts;
}

Digger::Digger(const DigGoal& goal, const std::vector<Orbit>& orbits, const HousesOfShape& houses)
    : goal_(&goal),
      orbits_(&orbits),
      houses_(&houses),
      order_(orbits.size()),
      steps_(orbits.size()),
      puzzle_(houses.shape()),
      masks_(houses),
      question_(houses.shape()) {
  const std::size_t cells = houses.shape().cells();
  if (goal.end == DigEnd::at_last_cell && steps_ < cells) steps_ += cells;
}

void Digger::begin(const Board& start, Random& random) {
  std::ranges::copy(start.cells, puzzle_.cells().begin());
  masks_ = HouseMasks(*houses_, start);
  draw_order(random);
  draw_targets(random);
  clues_ = clue_count(start);
  solutions_ = 1;
  next_ = 0;
  is_minimal_ = true;
}

void Digger::draw_order(Random& random) {
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
  shuffle(std::span(order_), random);
  if (!goal_->is_balanced) return;
  const Shape& shape = houses_->shape();
  const std::size_t holes = shape.cells() - static_cast<std::size_t>(goal_->max_clues);
  const std::vector<bool> is_hole = balanced_holes(shape.side(), holes, random);
  const std::vector<std::uint16_t> shuffled = order_;
  const auto opened = [&](std::uint16_t cell) { return is_hole[cell]; };
  const auto others = std::ranges::copy_if(shuffled, order_.begin(), opened).out;
  std::ranges::copy_if(shuffled, others, std::not_fn(opened));
}

/// Draws the numbers of clues and solutions at which the pass may end. Every number of clues in the
/// range is equally likely. Without a minimum, the maximum is the target. The number of solutions
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
  for (; next_ < steps_ && !is_target_reached(); ++next_) {
    const Cells cells = next_cells();
    if (puzzle()[cells.front()] == 0) continue;
    // The pass may go below the target number of clues for more solutions, but not below the range.
    const int left = clues_ - static_cast<int>(cells.size());
    if (goal_->end == DigEnd::at_target && left < goal_->min_clues) continue;
    const bool is_free = !is_proving() && (goal_->max_solutions == 0 ||
                                           (cells.size() == 1 && is_single(cells.front())));
    if (!is_free) {
      question_ = puzzle_;
      for (const std::uint16_t cell : cells) question_.cells()[cell] = 0;
      return true;
    }
    open(cells);
  }
  return false;
}

Digger::Cells Digger::next_cells() {
  if (!is_proving()) return (*orbits_)[order_[next_]];
  proved_cell_ = static_cast<std::uint16_t>(next_ - order_.size());
  return {&proved_cell_, 1};
}

bool Digger::is_target_reached() const {
  return goal_->end == DigEnd::at_target && clues_ <= target_clues_ &&
         solutions_ >= target_solutions_;
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

void Digger::answer(std::uint64_t solutions) {
  const bool is_needed = solutions > goal_->max_solutions;
  if (is_proving()) {
    is_minimal_ = is_needed;
  } else if (!is_needed) {
    open(next_cells());
    solutions_ = solutions;
  }
  ++next_;
  if (!is_minimal_ || (is_needed && goal_->end == DigEnd::at_first_refusal)) end();
}

void Digger::leave() {
  ++next_;
  if (goal_->end == DigEnd::at_last_cell) is_minimal_ = false;
  if (goal_->end != DigEnd::at_target) end();
}

void Digger::open(Cells cells) {
  for (const std::uint16_t cell : cells) {
    masks_.toggle(cell, puzzle()[cell]);
    puzzle_.cells()[cell] = 0;
  }
  clues_ -= static_cast<int>(cells.size());
}

bool Digger::succeeded() const {
  return is_minimal_ && clues_ >= goal_->min_clues && clues_ <= goal_->max_clues &&
         (goal_->max_solutions == 0 || solutions_ >= goal_->min_solutions);
}

CandidateRestorer::CandidateRestorer(const Shape& shape) : puzzle_(shape), question_(shape) {}

void CandidateRestorer::begin(const Board& full_grid, Random& random) {
  std::vector<std::uint16_t> cells(full_grid.cells.size());
  std::iota(cells.begin(), cells.end(), std::uint16_t{0});
  shuffle(std::span(cells), random);
  order_.clear();
  const auto side = static_cast<std::uint8_t>(full_grid.shape.side());
  for (const std::uint16_t cell : cells) {
    puzzle_.candidates()[cell] = digit_bit(full_grid[cell]);
    for (std::uint8_t digit = 1; digit <= side; ++digit) {
      if (digit != full_grid[cell]) order_.push_back({cell, digit});
    }
  }
  const std::size_t shuffled =
      side <= kLastSideOfMixedCells ? order_.size() : side - std::size_t{1};
  for (std::size_t first = 0; first < order_.size(); first += shuffled) {
    shuffle(std::span(order_).subspan(first, shuffled), random);
  }
  next_ = 0;
  is_minimal_ = true;
}

bool CandidateRestorer::advance() {
  if (next_ == order_.size() || !is_minimal_) return false;
  const auto [cell, digit] = order_[next_];
  question_ = puzzle_;
  question_.candidates()[cell] = digit_bit(digit);
  return true;
}

void CandidateRestorer::answer(std::uint64_t solutions) {
  const auto [cell, digit] = order_[next_++];
  if (solutions == 0) puzzle_.candidates()[cell] |= digit_bit(digit);
}

}  // namespace sudoku
