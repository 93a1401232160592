#include "harness/count/counting_engine.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harness/base/errors.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {
namespace {

/// Fills cells that have exactly the digits not yet on the board as candidates. These k digits are
/// interchangeable, so each of them is in the cell in 1/k of the solutions. Returns the factor by
/// which the number of solutions shrinks.
SolutionCount break_digit_symmetry(const HousesOfShape& houses, std::span<std::uint8_t> cells) {
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

/// Counts all solutions of large boards after breaking their symmetry of digits. Passes everything
/// else to the engine unchanged.
class SymmetryBreakingEngine final : public Engine {
 public:
  explicit SymmetryBreakingEngine(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const bool has_symmetry = puzzles.shape != k9x9 && !puzzles.have_candidates();
    if (!has_symmetry || limits.max_solutions != 0 || sink != nullptr) {
      return engine_->solve(puzzles, limits, answers, sink);
    }
    const HousesOfShape houses(puzzles.shape);
    BoardList filled(puzzles.shape);
    std::vector<SolutionCount> factors;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      filled.push_back(puzzles[i]);
      factors.push_back(break_digit_symmetry(houses, filled.cells_of(i)));
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

const EngineInfo& fastest_counting_engine(const SolveLimits& limits, const BoardKind& kind) {
  // bandjoin builds tables before it counts. Up to about this many solutions, that does not pay.
  constexpr std::uint64_t kFew = 1000;
  const bool are_few = limits.max_solutions != 0 && limits.max_solutions <= kFew;
  const EngineInfo& bandjoin = *find_engine("bandjoin");
  return are_few || !supports(bandjoin.traits, kind) ? fastest_on_blocks(kind) : bandjoin;
}

std::unique_ptr<Engine> make_counting_engine(const EngineInfo& engine) {
  std::unique_ptr<Engine> made = engine.make({});
  if (!made) throw UsageError(unavailable_message(engine));
  return std::make_unique<SymmetryBreakingEngine>(std::move(made));
}

}  // namespace sudoku
