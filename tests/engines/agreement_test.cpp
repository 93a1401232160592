// Tests that every engine finds the solutions that a plain search counts, on random boards of every
// kind: all shapes, with candidates and without, with no, one and many solutions.

#include "engines/bitmask/variants.h"
#include "tests/catch.h"
#include "tests/engines/candidate_puzzles.h"
#include "tests/engines/plain_count.h"

namespace sudoku {
namespace {

// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kScale = 5;
#else
constexpr std::size_t kScale = 1;
#endif
constexpr std::uint64_t kMaxGuesses = 2000;  // limits the time of slow engines
constexpr std::uint64_t kLargestLimit = 100;

/// Random puzzles of a shape.
struct PuzzleSet {
  Shape shape;
  std::size_t holes;       ///< maximum number of empty cells, in percent
  std::size_t candidates;  ///< probability of each other candidate of a cell, in percent
  std::size_t count;
};

constexpr PuzzleSet kSets[] = {{{2, 2}, 75, 50, 20}, {{1, 3}, 90, 50, 8},  {{1, 5}, 60, 30, 12},
                               {{1, 7}, 50, 20, 12}, {{2, 3}, 65, 30, 20}, {{3, 2}, 55, 30, 12},
                               {k9x9, 72, 20, 100},  {{1, 9}, 50, 15, 12}, {{2, 4}, 60, 20, 12},
                               {{2, 5}, 55, 15, 12}, {{4, 3}, 45, 10, 12}, {{4, 4}, 45, 8, 12},
                               {{5, 5}, 36, 4, 5},   {{4, 7}, 30, 3, 4},   {{1, 30}, 25, 3, 4},
                               {{6, 6}, 25, 2, 3},   {{8, 8}, 5, 0, 1},    {{1, 64}, 5, 0, 1}};

struct TestedEngine {
  std::string name;
  EngineTraits traits;
  std::unique_ptr<Engine> engine;
};

/// Returns all engines that support the shape, and on 9x9 all variants of bitmask.
std::vector<TestedEngine> engines_for(const Shape& shape) {
  std::vector<TestedEngine> engines;
  const auto add = [&engines](std::string name, EngineTraits traits, std::unique_ptr<Engine> made) {
    if (made != nullptr) engines.push_back({std::move(name), traits, std::move(made)});
  };
  for (const EngineInfo& info : all_engines()) {
    if (has(info.traits, EngineTraits::kIncomplete) || !supports(info.traits, shape)) continue;
    add(std::string(info.id), info.traits, info.make({}));
  }
  if (shape != k9x9) return engines;
  for (const auto effort : {SearchEffort::usual, SearchEffort::thorough}) {
    add("bitmask, any CPU", EngineTraits::kPlain, bitmask::make_any_cpu(effort));
    add("bitmask, AVX2", EngineTraits::kPlain, bitmask::make_avx2(effort));
    add("bitmask, AVX-512", EngineTraits::kPlain, bitmask::make_avx512(effort));
  }
  add("bitmask, group masks", EngineTraits::kPlain, bitmask::make_group_masks(shape));
  return engines;
}

/// Compares an engine with the numbers of solutions of the puzzles. Checks that the listed
/// solutions are right and that none is listed twice. Returns the number of puzzles that the engine
/// finished.
std::size_t check(const TestedEngine& tested, const BoardList& puzzles, std::uint64_t limit,
                  const std::vector<std::uint64_t>& counts) {
  SolveLimits limits = limit_of(limit);
  limits.max_guesses = kMaxGuesses;
  std::vector<std::vector<std::uint8_t>> lists_of_puzzles(puzzles.size());
  SolutionLists sink(lists_of_puzzles);
  BoardList first(puzzles.shape());
  first.resize(puzzles.size());
  const auto results = solve_block(*tested.engine, puzzles, limits, first.cells(), &sink);
  std::size_t finished = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    INFO(tested.name << ", limit " << limit << ", puzzle " << i);
    const SolveResult& result = results[i];
    const auto found = static_cast<std::uint64_t>(result.solutions);
    if (is_solved(result)) ++finished;
    const bool is_right =
        is_solved(result) ? found == std::min(limit, counts[i]) : found <= counts[i];
    if (!is_right) FAIL_CHECK(found << " solutions instead of " << counts[i]);
    if (result.outcome == Outcome::exhausted && result.has_guesses) {
      // A search tree has at least a leaf for each solution.
      if (result.guesses + 1 < found) FAIL_CHECK("only " << result.guesses << " guesses");
    }
    const bool lists = !has(tested.traits, EngineTraits::kCountsOnly);
    if (result.has_solution != lists) FAIL_CHECK("has_solution is " << result.has_solution);
    if (!lists) {
      if (!lists_of_puzzles[i].empty()) FAIL_CHECK("an engine that only counts lists solutions");
      continue;
    }
    const Boards listed{puzzles.shape(), lists_of_puzzles[i]};
    check_listed(listed, puzzles[i], result);
    if (listed.size() != 0 && first[i] != listed[0]) FAIL_CHECK("not the first solution");
  }
  return finished;
}

}  // namespace

TEST_CASE("engines find the solutions that a plain search counts", "[agreement][candidates]") {
  const PuzzleSet set = GENERATE(from_range(std::begin(kSets), std::end(kSets)));
  INFO("boxes of " << +set.shape.box_rows << "x" << +set.shape.box_columns);
  BoardSource source(set.shape, 3);
  const std::size_t most_holes = set.shape.cells() * set.holes / 100;
  BoardList plain(set.shape);
  BoardList restricted(set.shape);
  for (std::size_t i = 0; i < kScale * set.count; ++i) {
    const auto cells = source.maybe_damaged_puzzle(most_holes - source.below(most_holes / 3 + 1));
    plain.push_back({set.shape, cells});
    restricted.push_back(puzzle_with_candidates(source, set.candidates));
  }
  std::vector<TestedEngine> engines = engines_for(set.shape);
  for (const BoardList& puzzles : {restricted, plain}) {  // each engine gets both
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      counts.push_back(PlainCount::of(puzzles[i], kLargestLimit));
    }
    if (counts.size() > 50) {
      CHECK(std::ranges::count(counts, 0U) > 3);
      CHECK(std::ranges::count(counts, 1U) > 3);
      CHECK(std::ranges::max(counts) > 1);
    }
    for (const TestedEngine& tested : engines) {
      if (!supports(tested.traits, Boards(puzzles).kind())) continue;
      for (const std::uint64_t limit : {std::uint64_t{1}, std::uint64_t{2}, kLargestLimit}) {
        const std::size_t finished = check(tested, puzzles, limit, counts);
        const bool is_fast = tested.name == "dlx" || tested.name.starts_with("bitmask");
        INFO(tested.name << " finished " << finished);
        if (is_fast) CHECK(finished > puzzles.size() / 2);
      }
    }
  }
}

}  // namespace sudoku
