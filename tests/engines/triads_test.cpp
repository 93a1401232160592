// Tests that the triads engines have the same counts as bitmask, for single puzzles and in blocks.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/solving.h"
#include "tests/catch.h"
#include "tests/engines/candidate_puzzles.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 50'000;
#else
constexpr std::size_t kPuzzles = 3'000;
#endif

/// Puzzles that triads offloads to lanes.
constexpr std::array<std::string_view, 3> kHardestPuzzles{
    "...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3..71",
    "...9...8.6...7.1..42.........63..7.....7.2..4.....45..2........7..5..6......3..71",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."};

/// Returns these puzzles, and each with one clue removed or changed. They have no, one or several
/// solutions.
std::vector<Grid> hardest_puzzles() {
  std::vector<Grid> puzzles;
  for (const std::string_view line : kHardestPuzzles) {
    const Grid puzzle = grid_of(line);
    puzzles.push_back(puzzle);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      for (std::uint8_t other = 0; other <= 9 && puzzle.cells[cell] != 0; ++other) {
        if (other == puzzle.cells[cell]) continue;
        puzzles.push_back(puzzle);
        puzzles.back().cells[cell] = other;
      }
    }
  }
  return puzzles;
}

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

/// Checks that answers equal those of bitmask, alone and in a block. Checks that guesses are equal
/// alone and in a block if the whole tree was searched.
void check_like_bitmask(const std::vector<Grid>& puzzles, std::uint64_t limit) {
  INFO("limit " << limit);
  const auto expected = solve_grids(*find_engine("bitmask")->make({}), puzzles, limit_of(limit));
  for_each_variant([&](Engine& engine) {
    const auto alone = solve_alone(engine, puzzles, limit_of(limit));
    const auto together = solve_grids(engine, puzzles, limit_of(limit));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      check_equal(alone[i], expected[i], puzzles[i]);
      check_equal(together[i], expected[i], puzzles[i]);
      if (alone[i].outcome != Outcome::exhausted) continue;
      if (together[i].guesses != alone[i].guesses) FAIL_CHECK("guesses of puzzle " << i);
    }
  });
}

/// Counts the first solutions of two puzzles, then sets its stop signal.
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

TEST_CASE("triads counts like bitmask, alone and in blocks", "[triads]") {
  for (const std::uint64_t limit : {1, 2, 1000}) {
    check_like_bitmask(random_puzzles(40 + limit, kPuzzles / 3), limit);
  }
}

TEST_CASE("triads counts puzzles with candidates like a plain search", "[triads][vectors]") {
  BoardList puzzles = CandidatePuzzles(60).mixed(120);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    puzzles.push_back(CandidatePuzzles(seed).nearly_minimal(600));
  }
  for (const std::uint64_t limit : {1U, 2U, 1000U}) {
    INFO("limit " << limit);
    for_each_variant([&](Engine& engine) {
      BoardList solutions(k9x9);
      solutions.resize(puzzles.size());
      const auto together = solve_block(engine, puzzles, limit_of(limit), solutions.cells());
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO("puzzle " << format_line(puzzles[i]));
        CHECK((together[i].solutions == PlainCount::of(puzzles[i], limit)));
        if (together[i].solutions != 0) CHECK(is_solution_of(solutions[i], puzzles[i]));
        const SolveResult alone = solve_block(engine, puzzles[i], limit_of(limit))[0];
        CHECK((alone.solutions == together[i].solutions));
        if (alone.outcome == Outcome::exhausted) CHECK(alone.guesses == together[i].guesses);
      }
    });
  }
}

TEST_CASE("triads offloads puzzles given as candidates like the same puzzles given as clues",
          "[triads][vectors]") {
  const std::vector<Grid> puzzles = hardest_puzzles();
  BoardList as_candidates;
  for (const Grid& puzzle : puzzles) {
    OwnedBoard board;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      board.candidates()[cell] = Board(puzzle).allowed(cell);
    }
    as_candidates.push_back(board);
  }
  for_each_variant([&](Engine& engine) {
    const auto expected = solve_grids(engine, puzzles, limit_of(2));
    const auto results = solve_block(engine, as_candidates, limit_of(2));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      INFO("puzzle " << format_line(puzzles[i]));
      CHECK((results[i].solutions == expected[i].solutions));
      if (results[i].outcome == Outcome::exhausted)
        CHECK(results[i].guesses == expected[i].guesses);
    }
  });
}

TEST_CASE("guesses of triads do not depend on the other puzzles of a block", "[triads]") {
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

TEST_CASE("triads counts puzzles that it offloads to lanes like bitmask", "[triads]") {
  for (const std::uint64_t limit : {1, 2, 1000}) check_like_bitmask(hardest_puzzles(), limit);
}

TEST_CASE("triads offloads puzzles unless one solution is enough", "[triads][vectors]") {
  const std::vector<Grid> puzzles = hardest_puzzles();
  for_each_variant([&](Engine& engine) {
    const auto any = solve_grids(engine, puzzles, limit_of(1));
    const auto two = solve_grids(engine, puzzles, limit_of(2));
    // Without a solution, the search would be the same for every limit, except in lanes.
    std::size_t offloaded = 0;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const bool is_refuted = any[i].solutions == 0;
      offloaded += is_refuted && any[i].guesses != two[i].guesses ? 1 : 0;
    }
    CHECK(offloaded > 0);
  });
}

TEST_CASE("triads lists the solutions of offloaded puzzles", "[triads][vectors]") {
  const std::vector<Grid> puzzles = hardest_puzzles();
  for_each_variant([&](Engine& engine) {
    SolutionList list;
    const auto answers = solve_grids(engine, puzzles, limit_of(50), &list);
    std::vector<std::string> lines;
    std::vector<std::size_t> counts(puzzles.size());
    for (std::size_t k = 0; k < list.solutions.size(); ++k) {
      const std::size_t puzzle = list.puzzles[k];
      ++counts[puzzle];
      if (!is_solution_of(list.solutions[k], puzzles[puzzle])) FAIL_CHECK("puzzle " << puzzle);
      lines.push_back(std::to_string(puzzle) + ' ' + format_line(list.solutions[k]));
    }
    std::sort(lines.begin(), lines.end());
    CHECK(std::adjacent_find(lines.begin(), lines.end()) == lines.end());
    for (std::size_t i = 0; i < puzzles.size(); ++i) CHECK((answers[i].solutions == counts[i]));
  });
}

TEST_CASE("triads offloads puzzles of blocks of any size", "[triads][vectors]") {
  // More puzzles than lanes has numbers, with hard ones at the limits. Then more boards than it
  // searches at once.
  const std::size_t numbers = std::size_t{1} << 15;
  std::vector<Grid> mostly_easy(2 * numbers + 3, grid_of(kSolvedGrids[0]));
  for (const std::size_t i : {std::size_t{1}, numbers - 1, numbers, numbers + 1, 2 * numbers + 2}) {
    mostly_easy[i] = grid_of(kHardestPuzzles[i % kHardestPuzzles.size()]);
  }
  std::vector<Grid> hardest;
  for (std::size_t i = 0; i < 400; ++i) {
    hardest.push_back(grid_of(kHardestPuzzles[i % kHardestPuzzles.size()]));
  }
  for_each_variant([&](Engine& engine) {
    for (const auto& puzzles : {mostly_easy, hardest}) {
      SolveLimits limits = limit_of(2);
      for (const int seconds : {0, 1000}) {
        limits.max_time = std::chrono::seconds(seconds);
        SolutionList list;
        const auto answers = solve_grids(engine, puzzles, limits, &list);
        for (std::size_t i = 0; i < puzzles.size(); ++i) {
          const bool is_right = answers[i].solutions == 1 &&
                                answers[i].outcome == Outcome::exhausted &&
                                is_solution_of(answers[i].first_solution, puzzles[i]);
          if (!is_right) FAIL_CHECK("puzzle " << i);
        }
        REQUIRE(list.solutions.size() == puzzles.size());
        for (std::size_t k = 0; k < puzzles.size(); ++k) {
          const Grid& puzzle = puzzles[list.puzzles[k]];
          if (!is_solution_of(list.solutions[k], puzzle)) FAIL_CHECK(format_line(puzzle));
        }
      }
    }
  });
}

TEST_CASE("limits apply to offloaded puzzles", "[triads][vectors]") {
  const Grid hardest = grid_of(kHardestPuzzles[0]);
  for_each_variant([&](Engine& engine) {
    const std::uint64_t all = solve_one(engine, hardest, limit_of(2)).guesses;
    for (const std::uint64_t max_guesses : {all - 1, all / 2, std::uint64_t{1}}) {
      SolveLimits limits = limit_of(2);
      limits.max_guesses = max_guesses;
      const GridAnswer answer = solve_one(engine, hardest, limits);
      CHECK(answer.outcome == Outcome::guess_limit);
      CHECK(answer.guesses == max_guesses);
    }
    SolveLimits limits = limit_of(2);
    limits.max_guesses = all;
    CHECK(solve_one(engine, hardest, limits).outcome == Outcome::exhausted);

    // The first solution sets the stop signal while lanes has the puzzles.
    StopAfterSolutions sink(1);
    limits = limit_of(0);
    limits.stop = &sink.stop;
    const std::vector<Grid> puzzles(1000, hardest);
    const auto answers = solve_grids(engine, puzzles, limits, &sink);
    CHECK(sink.stop);
    CHECK(std::all_of(answers.begin(), answers.end(), [](const GridAnswer& answer) {
      const bool is_solved = answer.outcome == Outcome::exhausted && answer.solutions == 1;
      return is_solved || answer.outcome == Outcome::stopped;
    }));
    // The next call is not affected.
    for (const GridAnswer& answer : solve_grids(engine, {puzzles.data(), 3}, limit_of(2))) {
      CHECK(answer.outcome == Outcome::exhausted);
      CHECK(answer.guesses == all);
    }
  });
}

TEST_CASE("triads finds the requested number of different solutions", "[triads][vectors]") {
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

TEST_CASE("long puzzles of a block are searched in alternation", "[triads][vectors]") {
  // With so few clues, a search finds solutions all the time and never ends.
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

// Real time is the subject. No engine lists all solutions of the empty grid.
TEST_CASE("triads marks puzzles that a deadline stopped", "[triads][vectors]") {
  const std::vector<Grid> puzzles(10);
  for_each_variant([&](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    for (const GridAnswer& answer : solve_grids(engine, puzzles, limits)) {
      CHECK(answer.outcome == Outcome::stopped);
    }
  });
}

}  // namespace sudoku
