#include "harness/generate/difficulty.h"

#include <vector>

#include "engines/registry.h"
#include "harness/generate/techniques.h"
#include "harness/isomorph.h"
#include "harness/statistics.h"

namespace sudoku {
DifficultyRater::DifficultyRater() : engine_(find_engine("bitmask")->make({})) {}

double DifficultyRater::median_guesses(const Grid& puzzle) {
  constexpr std::uint64_t kSeed = 1;
  std::vector<double> guesses;
  for (std::uint64_t i = 0; i < kIsomorphs; ++i) {
    const Grid isomorph = numbered_isomorphism(puzzle, kSeed, i).apply(puzzle);
    SolveResult result;
    engine_->solve({&isomorph, 1}, {}, {&result, 1}, nullptr);
    guesses.push_back(static_cast<double>(result.guesses));
  }
  return estimate_median(guesses)->median;
}

Difficulty DifficultyRater::rate(const Grid& puzzle) {
  if (is_solved_by(puzzle, Techniques::singles)) return Difficulty::easy;
  if (is_solved_by(puzzle, Techniques::pairs)) return Difficulty::medium;
  return median_guesses(puzzle) <= kHardGuesses ? Difficulty::hard : Difficulty::extreme;
}

bool DifficultyRater::is_of(const Grid& puzzle, Difficulty wanted) {
  return wanted == Difficulty::any || rate(puzzle) == wanted;
}

}  // namespace sudoku
