// The triads engines agree with bitmask to the count, whether puzzles come alone or in blocks.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

// Builds with sanitizers keep assertions, and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 50'000;
#else
constexpr std::size_t kPuzzles = 3'000;
#endif

template <typename Check>
void for_each_variant(Check&& check) {
  for_each_variant_of("triads", check);
}

std::vector<GridAnswer> solve_alone(Engine& engine, const std::vector<Grid>& puzzles,
                                    const SolveLimits& limits) {
  std::vector<GridAnswer> answers;
  for (const Grid& puzzle : puzzles) answers.push_back(solve_one(engine, puzzle, limits));
  return answers;
}

void check_equal(const GridAnswer& answer, const GridAnswer& expected, const Grid& puzzle) {
  const bool is_right = answer.solutions == expected.solutions &&
                        answer.outcome == expected.outcome &&
                        (answer.solutions == 0 || is_solution_of(answer.first_solution, puzzle));
  if (!is_right) FAIL_CHECK("puzzle " << format_line(puzzle));
}

/// Counts the first solutions of each of two puzzles, and then ends the call.
class FirstSolutions final : public SolutionSink {
 public:
  static constexpr std::size_t kAll = 60'000;

  void on_solution(std::size_t puzzle, const Board&) override {
    if (stop) return;
    ++counts[puzzle];
    stop = counts[0] + counts[1] == kAll;
  }

  std::size_t counts[2] = {};
  std::atomic<bool> stop = false;
};

}  // namespace

TEST_CASE("triads finds the counts of bitmask, alone and in blocks", "[triads]") {
  const auto bitmask = find_engine("bitmask")->make({});
  for (const std::uint64_t limit : {1, 2, 1000}) {
    INFO("limit " << limit);
    const std::vector<Grid> puzzles = random_puzzles(40 + limit, kPuzzles / 3);
    const auto expected = solve_grids(*bitmask, puzzles, limit_of(limit));
    for_each_variant([&](Engine& engine) {
      const auto alone = solve_alone(engine, puzzles, limit_of(limit));
      const auto together = solve_grids(engine, puzzles, limit_of(limit));
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        check_equal(alone[i], expected[i], puzzles[i]);
        check_equal(together[i], expected[i], puzzles[i]);
      }
    });
  }
}

TEST_CASE("what triads guesses of a puzzle does not depend on the others", "[triads]") {
  const std::vector<Grid> puzzles = random_puzzles(50, 400);
  for_each_variant([&](Engine& engine) {
    const auto alone = solve_alone(engine, puzzles, limit_of(500));
    for (const std::size_t size : {2U, 3U, 4U, 7U, 400U}) {
      INFO("block of " << size);
      for (std::size_t begin = 0; begin + size <= puzzles.size(); begin += size) {
        const auto block = solve_grids(engine, {puzzles.data() + begin, size}, limit_of(500));
        for (std::size_t i = 0; i < size; ++i) {
          check_equal(block[i], alone[begin + i], puzzles[begin + i]);
          if (block[i].outcome != Outcome::exhausted) continue;
          CHECK(block[i].guesses == alone[begin + i].guesses);
        }
      }
    }
  });
}

TEST_CASE("triads finds as many different solutions as are asked for", "[triads][vectors]") {
  for_each_variant([](Engine& engine) {
    for (const std::uint64_t limit : {1U, 2U, 3U, 50U, 20'000U}) {
      SolutionList list;
      CHECK((solve_one(engine, Grid{}, limit_of(limit), &list).solutions == limit));
      std::vector<std::string> lines;
      for (const Grid& solution : list.solutions) {
        if (!is_solution_of(solution, Grid{})) FAIL("no solution: " << format_line(solution));
        lines.push_back(format_line(solution));
      }
      std::sort(lines.begin(), lines.end());
      CHECK(std::adjacent_find(lines.begin(), lines.end()) == lines.end());
      CHECK(lines.size() == limit);
    }
  });
}

TEST_CASE("puzzles of a block that take long take turns", "[triads][vectors]") {
  // Few clues: more solutions than can be found, and hardly a dead end for long.
  const std::vector<Grid> puzzles{
      grid_of("1........2..............3.......4...........5......6...............7.....8......."),
      grid_of("........1......2..............3.......4...........5......6...............7.....8.")};
  for_each_variant([&](Engine& engine) {
    FirstSolutions first;
    SolveLimits limits = limit_of(0);
    limits.stop = &first.stop;
    for (const GridAnswer& answer : solve_grids(engine, puzzles, limits, &first)) {
      CHECK(answer.outcome == Outcome::stopped);
    }
    for (const std::size_t count : first.counts) CHECK(count > FirstSolutions::kAll / 8);
  });
}

TEST_CASE("triads marks what a deadline left of a block", "[triads][vectors]") {
  const std::vector<Grid> puzzles(10);
  SolveLimits limits = limit_of(0);
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  for_each_variant([&](Engine& engine) {
    for (const GridAnswer& answer : solve_grids(engine, puzzles, limits)) {
      CHECK(answer.outcome == Outcome::stopped);
    }
  });
}

}  // namespace sudoku
