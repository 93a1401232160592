#include "harness/puzzle/difficulty.h"

#include <algorithm>
#include <array>

#include "engines/registry.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/techniques.h"

namespace sudoku {

namespace {

/// Returns the median of an even number of values: the mean of the two in the middle.
template <typename Guesses>
double median_of(Guesses guesses) {
  static_assert(std::tuple_size_v<Guesses> % 2 == 0);
  const auto upper = guesses.begin() + guesses.size() / 2;
  std::nth_element(guesses.begin(), upper, guesses.end());
  const auto lower = std::max_element(guesses.begin(), upper);
  return (static_cast<double>(*lower) + static_cast<double>(*upper)) / 2;
}

/// Returns the guesses, or max_guesses + 1 if the engine reached the limit.
std::uint64_t guesses_of(const SolveResult& result, std::uint64_t max_guesses) {
  return result.outcome == Outcome::guess_limit ? max_guesses + 1 : result.guesses;
}

}  // namespace

GuessMeter::GuessMeter()
    : bitmask_(find_engine("bitmask")->make({.effort = SearchEffort::thorough})),
      lanes_(resolve_engine("lanes")->make({})) {}

double GuessMeter::median_guesses(const Grid& puzzle) {
  if (is_solved_by(puzzle, Techniques::pairs)) return 0;
  draw_isomorphs(puzzle);
  Guesses guesses = lanes_guesses(0);
  for (std::size_t i = 0; i < kIsomorphs; ++i) {
    guesses[i] = std::min(guesses[i], bitmask_guesses(i, 0));
  }
  return median_of(guesses);
}

bool GuessMeter::exceeds(const Grid& puzzle, double limit) {
  if (is_solved_by(puzzle, Techniques::pairs)) return false;
  // The median is the mean of two values. If one of them exceeds twice the limit, the mean exceeds
  // the limit, so larger values need not be known.
  const auto max_guesses = static_cast<std::uint64_t>(2 * limit);
  draw_isomorphs(puzzle);
  Guesses guesses = lanes_guesses(max_guesses);
  if (median_of(guesses) <= limit) return false;
  std::size_t above = 0;
  for (std::size_t i = 0; i < kIsomorphs; ++i) {
    guesses[i] = std::min(guesses[i], bitmask_guesses(i, max_guesses));
    if (static_cast<double>(guesses[i]) > limit) ++above;
    if (above > kIsomorphs / 2) return true;
    if (i + 1 - above > kIsomorphs / 2) return false;
  }
  return median_of(guesses) > limit;
}

void GuessMeter::draw_isomorphs(const Grid& puzzle) {
  constexpr std::uint64_t kSeed = 1;
  for (std::size_t i = 0; i < kIsomorphs; ++i) {
    isomorphs_[i] = numbered_isomorphism(puzzle, kSeed, i).apply(puzzle);
  }
}

GuessMeter::Guesses GuessMeter::lanes_guesses(std::uint64_t max_guesses) {
  SolveLimits limits;
  limits.max_guesses = max_guesses;
  std::array<SolveResult, kIsomorphs> results;
  lanes_->solve(boards_of(isomorphs_), limits, {results, {}}, nullptr);
  Guesses guesses{};
  for (std::size_t i = 0; i < kIsomorphs; ++i) guesses[i] = guesses_of(results[i], max_guesses);
  return guesses;
}

std::uint64_t GuessMeter::bitmask_guesses(std::size_t isomorph, std::uint64_t max_guesses) {
  SolveLimits limits;
  limits.max_guesses = max_guesses;
  SolveResult result;
  bitmask_->solve(isomorphs_[isomorph], limits, {{&result, 1}, {}}, nullptr);
  return guesses_of(result, max_guesses);
}

Difficulty DifficultyRater::rate(const Grid& puzzle) {
  if (is_solved_by(puzzle, Techniques::singles)) return Difficulty::easy;
  if (is_solved_by(puzzle, Techniques::pairs)) return Difficulty::medium;
  return meter_.exceeds(puzzle, kHardGuesses) ? Difficulty::extreme : Difficulty::hard;
}

bool DifficultyRater::is_of(const Grid& puzzle, Difficulty wanted) {
  return wanted == Difficulty::any || rate(puzzle) == wanted;
}

}  // namespace sudoku
