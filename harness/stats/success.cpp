#include "harness/stats/success.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace sudoku {

void SuccessTally::add(const PuzzleBlock& block, const EngineSample& sample) {
  const std::size_t puzzles = sample.results.size() / block.isomorphs;
  answered_.resize(std::max<std::size_t>(answered_.size(), block.first_index + puzzles));
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    if (is_answered(sample.results[i])) ++answered_[block.first_index + i / block.isomorphs];
  }
}

std::uint64_t SuccessTally::squares() const {
  return std::transform_reduce(answered_.begin(), answered_.end(), std::uint64_t{0}, std::plus<>(),
                               [](std::uint64_t answered) { return answered * answered; });
}

}  // namespace sudoku
