// All engines have to agree on puzzles that nobody has thought of.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

constexpr std::uint64_t kSeed = 2;
constexpr std::size_t kPuzzles = 3000;
constexpr std::uint64_t kMaxGuesses = 1000;  // keeps the slow engines from searching for seconds

constexpr std::array<std::string_view, 3> kSolvedGrids{
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    "574981623961523478283647591417832956698154237352769184729418365135276849846395712",
    "269543178847961523531782694974156382125839746386274915698415237452397861713628459"};

/// Random puzzles, the same ones wherever the test runs.
class PuzzleSource {
 public:
  /// A solved grid with cells opened; some have a clue changed, some a cell filled at random.
  Grid next() {
    Grid grid = isomorph(grid_of(kSolvedGrids[below(kSolvedGrids.size())]));
    const std::vector<std::size_t> cells = permutation(kCells);
    const std::size_t hole_count = 40 + below(19);
    for (std::size_t i = 0; i < hole_count; ++i) grid.cells[cells[i]] = 0;
    const std::size_t damage = below(4);
    if (damage == 1) grid.cells[cells[hole_count]] = random_digit();
    if (damage == 2) grid.cells[cells[0]] = random_digit();
    return grid;
  }

 private:
  /// From 0 to `end` - 1. The distributions of the standard library differ between libraries.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

  std::uint8_t random_digit() { return static_cast<std::uint8_t>(1 + below(9)); }

  std::vector<std::size_t> permutation(std::size_t size) {
    std::vector<std::size_t> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = i;
    for (std::size_t i = size; i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    return values;
  }

  /// The nine rows (or columns) with the three bands (or stacks) and the rows in each permuted.
  std::vector<std::size_t> line_permutation() {
    std::vector<std::size_t> lines;
    for (const std::size_t band : permutation(3)) {
      for (const std::size_t line : permutation(3)) lines.push_back(3 * band + line);
    }
    return lines;
  }

  Grid isomorph(const Grid& grid) {
    const auto digits = permutation(9);
    const auto rows = line_permutation();
    const auto columns = line_permutation();
    const bool is_transposed = below(2) == 1;
    Grid image;
    for (std::size_t i = 0; i < kCells; ++i) {
      const std::size_t row = rows[i / 9];
      const std::size_t column = columns[i % 9];
      const std::uint8_t digit = grid.cells[is_transposed ? 9 * column + row : 9 * row + column];
      image.cells[i] = static_cast<std::uint8_t>(1 + digits[digit - 1U]);
    }
    return image;
  }

  std::mt19937_64 random_{kSeed};
};

struct Contender {
  std::string_view id;
  std::unique_ptr<Engine> engine;
  std::size_t ended = 0;  // puzzles that took it no more guesses than allowed
};

std::vector<Contender> contenders() {
  std::vector<Contender> all;
  for (const EngineInfo& info : all_engines()) {
    if (auto engine = info.make({})) all.push_back({info.id, std::move(engine)});
  }
  return all;
}

/// Every engine that ends within the guesses allowed has to find the same number of solutions, and
/// no other one more than that. Returns that number, if an engine ended.
std::optional<SolutionCount> check_agreement(std::vector<Contender>& all, const Grid& puzzle,
                                             const SolveLimits& limits) {
  std::optional<SolutionCount> agreed;
  std::vector<SolveResult> results;
  for (Contender& contender : all) {
    const SolveResult result = solve_one(*contender.engine, puzzle, limits);
    INFO("engine " << contender.id);
    if (result.solutions != 0) CHECK(is_solution_of(result.first_solution, puzzle));
    results.push_back(result);
    if (result.outcome == Outcome::guess_limit) continue;
    ++contender.ended;
    if (!agreed.has_value()) agreed = result.solutions;
    CHECK(format_count(result.solutions) == format_count(*agreed));
  }
  for (const SolveResult& result : results) {
    if (agreed.has_value()) CHECK((result.solutions <= *agreed));
  }
  return agreed;
}

}  // namespace

TEST_CASE("engines agree on random and on damaged puzzles", "[agreement]") {
  std::vector<Contender> all = contenders();
  constexpr std::array<std::uint64_t, 4> kLimits{1, 2, 3, 100};
  PuzzleSource source;
  std::map<SolutionCount, int> puzzles_by_count;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    const Grid puzzle = source.next();
    SolveLimits limits = limit_of(kLimits[i % kLimits.size()]);
    limits.max_guesses = kMaxGuesses;
    INFO("puzzle " << format_line(puzzle) << " limit " << limits.max_solutions);
    if (const auto agreed = check_agreement(all, puzzle, limits)) ++puzzles_by_count[*agreed];
  }
  for (const Contender& contender : all) {
    INFO("engine " << contender.id);
    CHECK(contender.ended > kPuzzles / 2);
  }
  // The puzzles are of every kind: impossible, unique, with some solutions and with many.
  CHECK(puzzles_by_count[0] > 100);
  CHECK(puzzles_by_count[1] > 100);
  CHECK(puzzles_by_count.size() > 50);
  CHECK(puzzles_by_count[100] > 10);
}

}  // namespace sudoku
