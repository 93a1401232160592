#include "harness/count/interchangeable_digits.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {
namespace {

/// Fills cells of a board by turns with digits that it has not. Returns how many times as many
/// solutions it had before.
SolutionCount fill(const HousesOfShape& houses, std::span<std::uint8_t> cells) {
  HouseMasks masks(houses, {houses.shape(), cells});
  auto unused = masks.every_digit();
  for (const std::uint8_t digit : cells) {
    if (digit != 0) unused &= ~masks.mask_of(digit);
  }
  SolutionCount factor = 1;
  for (std::size_t cell = 0; cell < cells.size() && unused != 0; ++cell) {
    if (cells[cell] != 0 || masks.candidates_of(cell) != unused) continue;
    factor = product_of(factor, static_cast<SolutionCount>(std::popcount(unused)));
    cells[cell] = static_cast<std::uint8_t>(std::countr_zero(unused) + 1);
    masks.toggle(cell, cells[cell]);
    unused &= unused - 1;
  }
  return factor;
}

class InterchangeableDigits final : public Engine {
 public:
  explicit InterchangeableDigits(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.shape == k9x9 || limits.max_solutions != 0 || sink != nullptr) {
      return engine_->solve(puzzles, limits, answers, sink);
    }
    const HousesOfShape houses(puzzles.shape);
    BoardList filled(puzzles.shape);
    std::vector<SolutionCount> factors;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      filled.push_back(puzzles[i]);
      factors.push_back(fill(houses, filled.cells_of(i)));
    }
    engine_->solve(filled, limits, answers, nullptr);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      answers.results[i].solutions = product_of(answers.results[i].solutions, factors[i]);
    }
  }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace

std::unique_ptr<Engine> with_interchangeable_digits(std::unique_ptr<Engine> engine) {
  return std::make_unique<InterchangeableDigits>(std::move(engine));
}

}  // namespace sudoku
