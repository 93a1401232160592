#include "harness/generate/candidate_restorer.h"

#include <numeric>
#include <span>

namespace sudoku {
namespace {

/// The largest side of boards whose candidates are restored in any order. On larger boards, the
/// questions would take too many guesses.
constexpr std::size_t kLastSideOfMixedCells = 9;

}  // namespace

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
  ask();
}

void CandidateRestorer::answer(std::uint64_t solutions) {
  const auto [cell, digit] = order_[next_++];
  if (solutions == 0) puzzle_.candidates()[cell] |= digit_bit(digit);
  ask();
}

void CandidateRestorer::ask() {
  if (!advance()) return;
  const auto [cell, digit] = order_[next_];
  question_ = puzzle_;
  question_.candidates()[cell] = digit_bit(digit);
}

}  // namespace sudoku
