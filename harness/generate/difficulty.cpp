#include "harness/generate/difficulty.h"

#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "harness/generate/puzzle_random.h"
#include "harness/generate/techniques.h"
#include "harness/statistics.h"

namespace sudoku {
namespace {

using Order = std::array<std::uint8_t, kSize>;

/// The rows, or the columns, in a random order that keeps bands together.
Order band_order(Random& random) {
  Order order{};
  std::array<std::uint8_t, 3> bands = {0, 1, 2};
  shuffle(bands, random);
  for (std::size_t band = 0; band < 3; ++band) {
    const std::span part = std::span(order).subspan(3 * band, 3);
    std::iota(part.begin(), part.end(), static_cast<std::uint8_t>(3 * bands[band]));
    shuffle(part, random);
  }
  return order;
}

Grid random_isomorph(const Grid& puzzle, Random& random) {
  std::array<std::uint8_t, kSize + 1> names{};
  std::iota(names.begin(), names.end(), std::uint8_t{0});
  shuffle(std::span(names).subspan(1), random);
  const Order rows = band_order(random);
  const Order columns = band_order(random);
  const bool is_transposed = random.below(2) == 1;
  Grid isomorph;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = rows[static_cast<std::size_t>(row_of(cell))];
    const int column = columns[static_cast<std::size_t>(column_of(cell))];
    const int source = is_transposed ? column * kSize + row : row * kSize + column;
    isomorph[cell] = names[puzzle[source]];
  }
  return isomorph;
}

}  // namespace

DifficultyRater::DifficultyRater() : engine_(find_engine("bitmask")->make({})) {}

double DifficultyRater::median_guesses(const Grid& puzzle) {
  constexpr std::uint64_t kSeed = 1;
  std::vector<double> guesses;
  for (std::uint64_t i = 0; i < kIsomorphs; ++i) {
    Random random = puzzle_random(kSeed, i);
    const Grid isomorph = random_isomorph(puzzle, random);
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
