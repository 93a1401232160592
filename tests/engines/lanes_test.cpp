// Tests that all lanes engines have equal guesses, and the same counts as bitmask. Tests that they
// do not confuse the puzzles of a block.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/continuation.h"
#include "engines/lanes/puzzle_clocks.h"
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
constexpr std::size_t kAgreementPuzzles = 100'000;
constexpr std::size_t kMixedPuzzles = 1000;
#else
constexpr std::size_t kAgreementPuzzles = 5'000;
constexpr std::size_t kMixedPuzzles = 200;
#endif

constexpr std::array<std::string_view, 5> kVariants{"lanes_avx512", "lanes_avx512vl", "lanes_avx2",
                                                    "lanes_neon", "lanes_scalar"};

/// Puzzles that take many guesses.
constexpr std::array<std::string_view, 3> kHardPuzzles{
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8"};

template <typename Check>
void for_each_variant(Check&& check) {
  for_each_variant_of("lanes", check);
}

/// Returns random puzzles. Every tenth one is hard.
std::vector<Grid> mixed_puzzles(std::uint64_t seed, std::size_t count) {
  std::vector<Grid> puzzles = random_puzzles(seed, count);
  for (std::size_t i = 0; i < count; i += 10) {
    puzzles[i] = grid_of(kHardPuzzles[i / 10 % kHardPuzzles.size()]);
  }
  return puzzles;
}

/// Writes the candidates of each cell: its clue, or all digits.
void write_clues(const Grid& grid, const Continuation::Place& place) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const unsigned clue = grid.cells[cell];
    place.first[cell * place.stride] =
        static_cast<std::uint16_t>(clue == 0 ? 0x1FFU : 1U << (clue - 1));
  }
}

std::vector<GridAnswer> solve_in_blocks(Engine& engine, const std::vector<Grid>& puzzles,
                                        const SolveLimits& limits, std::size_t block_size) {
  std::vector<GridAnswer> answers;
  for (std::size_t begin = 0; begin < puzzles.size(); begin += block_size) {
    const std::size_t size = std::min(block_size, puzzles.size() - begin);
    const auto part = solve_grids(engine, {puzzles.data() + begin, size}, limits);
    answers.insert(answers.end(), part.begin(), part.end());
  }
  return answers;
}

/// Checks for equal counts and outcomes, and for equal guesses if the whole tree was searched.
void check_equal(const std::vector<GridAnswer>& results, const std::vector<GridAnswer>& expected,
                 const std::vector<Grid>& puzzles) {
  REQUIRE(results.size() == expected.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const GridAnswer& result = results[i];
    const bool is_same =
        result.solutions == expected[i].solutions && result.outcome == expected[i].outcome &&
        (result.outcome != Outcome::exhausted || result.guesses == expected[i].guesses) &&
        (result.solutions == 0 || is_solution_of(result.first_solution, puzzles[i]));
    if (!is_same) FAIL_CHECK("puzzle " << i << ": " << format_line(puzzles[i]));
  }
}

/// Keeps the solutions of each puzzle.
class SolutionsByPuzzle final : public SolutionSink {
 public:
  void on_solution(std::size_t puzzle, const Board& solution) override {
    lines[puzzle].push_back(format_line(solution));
  }
  std::map<std::size_t, std::vector<std::string>> lines;
};

}  // namespace

TEST_CASE("lanes counts like bitmask at every limit", "[lanes]") {
  constexpr std::array<std::uint64_t, 5> kLimits{1, 2, 3, 100, 0};
  const auto bitmask = find_engine("bitmask")->make({});
  const auto lanes = resolve_engine("lanes")->make({});
  for (const std::uint64_t limit : kLimits) {
    INFO("limit " << limit);
    const std::vector<Grid> puzzles = random_puzzles(3 + limit, kAgreementPuzzles / kLimits.size());
    SolveLimits limits = limit_of(limit);
    limits.max_guesses = 2000;  // some of the puzzles have millions of solutions
    const auto expected = solve_grids(*bitmask, puzzles, limits);
    const auto results = solve_grids(*lanes, puzzles, limits);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (results[i].solutions != 0) CHECK(is_solution_of(results[i].first_solution, puzzles[i]));
      if (results[i].outcome == Outcome::guess_limit) continue;
      if (expected[i].outcome == Outcome::guess_limit) continue;
      ++compared;
      const bool is_same = results[i].solutions == expected[i].solutions &&
                           results[i].outcome == expected[i].outcome;
      if (!is_same) FAIL_CHECK("puzzle " << format_line(puzzles[i]));
    }
    CHECK(compared > puzzles.size() * 8 / 10);
  }
}

TEST_CASE("answers of lanes do not depend on the vectors and the block", "[lanes]") {
  const std::vector<Grid> puzzles = mixed_puzzles(20, kMixedPuzzles);
  const auto scalar = find_engine("lanes_scalar")->make({});
  for (const std::uint64_t limit : {std::uint64_t{2}, std::uint64_t{50}}) {
    INFO("limit " << limit);
    const auto expected = solve_in_blocks(*scalar, puzzles, limit_of(limit), 1000);
    for_each_variant([&](Engine& engine) {
      for (const std::size_t block_size : {1U, 7U, 31U, 32U, 33U, 1000U}) {
        INFO("block of " << block_size);
        check_equal(solve_in_blocks(engine, puzzles, limit_of(limit), block_size), expected,
                    puzzles);
      }
    });
  }
}

TEST_CASE("lanes counts puzzles with candidates like a plain search", "[lanes][vectors]") {
  constexpr std::uint64_t kTooMany = 5000;  // for limit 0
  BoardList all = CandidatePuzzles(24).mixed(70);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    all.push_back(CandidatePuzzles(seed).nearly_minimal(600));
  }
  const auto scalar = find_engine("lanes_scalar")->make({});
  for (const std::uint64_t limit : {1U, 2U, 1000U, 0U}) {
    INFO("limit " << limit);
    BoardList puzzles;
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint64_t count = PlainCount::of(all[i], limit == 0 ? kTooMany : limit);
      if (count == kTooMany) continue;
      puzzles.push_back(all[i]);
      counts.push_back(count);
    }
    const auto expected = solve_block(*scalar, puzzles, limit_of(limit));
    for_each_variant([&](Engine& engine) {
      for (const std::size_t size : {std::size_t{1}, std::size_t{7}, puzzles.size()}) {
        for (std::size_t begin = 0; begin + size <= puzzles.size(); begin += size) {
          const Boards block = Boards(puzzles).subspan(begin, size);
          BoardList solutions(k9x9);
          solutions.resize(size);
          const auto results = solve_block(engine, block, limit_of(limit), solutions.cells());
          for (std::size_t i = 0; i < size; ++i) {
            INFO("block of " << size << ", puzzle " << format_line(block[i]));
            REQUIRE((results[i].solutions == counts[begin + i]));
            if (results[i].solutions != 0) CHECK(is_solution_of(solutions[i], block[i]));
            if (results[i].outcome != Outcome::exhausted) continue;
            CHECK(results[i].guesses == expected[begin + i].guesses);
          }
        }
      }
    });
  }
}

// With the order of branches for puzzles without candidates, this puzzle needs far more guesses.
TEST_CASE("lanes needs few guesses for a puzzle with most candidates", "[lanes][vectors]") {
  // Three octal digits for each cell.
  constexpr std::string_view kCandidates =
      "265373222777273257764675477511772537667203303205533773354502373635646747537764465"
      "715325714302575346734612050776341523255615677174407163776701757573054657132474371"
      "521477273577513752076653373573734776134376755735325171554467066157773364255064336";
  OwnedBoard puzzle;
  for (std::size_t i = 0; i < kCandidates.size(); ++i) {
    Digits& digits = puzzle.candidates()[i / 3];
    digits = (i % 3 == 0 ? 0 : digits << 3) | static_cast<Digits>(kCandidates[i] - '0');
  }
  SolveLimits limits = limit_of(2);
  limits.max_guesses = 10'000;
  for_each_variant([&](Engine& engine) {
    const SolveResult result = solve_block(engine, Board(puzzle), limits)[0];
    CHECK(result.outcome == Outcome::exhausted);
    CHECK((result.solutions == 1));
  });
}

TEST_CASE("lanes can split all boards at once", "[lanes][vectors]") {
  const std::vector<Grid> alike(100, grid_of(kHardPuzzles[2]));
  for_each_variant([&](Engine& engine) {
    const GridAnswer alone = solve_one(engine, alike[0], limit_of(0));
    CHECK(alone.guesses > 10);
    const std::vector<GridAnswer> expected(alike.size(), alone);
    check_equal(solve_in_blocks(engine, alike, limit_of(0), alike.size()), expected, alike);
  });
}

TEST_CASE("lanes limits the guesses of each puzzle of a block separately", "[lanes][vectors]") {
  const std::vector<Grid> puzzles = mixed_puzzles(22, 300);
  for_each_variant([&](Engine& engine) {
    const auto whole = solve_in_blocks(engine, puzzles, limit_of(100), puzzles.size());
    SolveLimits limits = limit_of(100);
    for (const std::uint64_t max_guesses :
         {std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{40}}) {
      INFO("guess limit " << max_guesses);
      limits.max_guesses = max_guesses;
      const auto results = solve_in_blocks(engine, puzzles, limits, puzzles.size());
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO("puzzle " << format_line(puzzles[i]));
        CHECK(results[i].guesses <= max_guesses);
        if (whole[i].outcome != Outcome::exhausted) continue;
        CHECK((results[i].outcome == Outcome::guess_limit) == (whole[i].guesses > max_guesses));
        CHECK((results[i].solutions <= whole[i].solutions));
        if (results[i].outcome == Outcome::exhausted) {
          CHECK((results[i].solutions == whole[i].solutions));
        }
      }
    }
  });
}

// Real time is the subject. No engine lists all solutions of the empty grid.
TEST_CASE("lanes frees the lanes of a puzzle that timed out", "[lanes]") {
  std::vector<Grid> puzzles = mixed_puzzles(23, 100);
  const std::vector<Grid> quick(puzzles.begin() + 1, puzzles.end());
  puzzles[0] = Grid{};
  for_each_variant([&](Engine& engine) {
    const auto expected = solve_in_blocks(engine, quick, limit_of(2000), quick.size());
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(1);
    const auto empty_and_hard = solve_grids(engine, {puzzles.data(), 2}, limits);
    CHECK(empty_and_hard[0].outcome == Outcome::timeout);
    // The next call is not affected.
    check_equal(solve_in_blocks(engine, quick, limit_of(2000), quick.size()), expected, quick);
  });
}

// Real time is the subject. No engine lists all solutions of the empty grid.
TEST_CASE("lanes reports the time of each puzzle if time is limited", "[lanes][vectors]") {
  const Grid puzzles[] = {Grid{}, grid_of(kSolvedGrids[0])};
  for_each_variant([&](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(20);
    const auto begin = std::chrono::steady_clock::now();
    const auto results = solve_grids(engine, puzzles, limits);
    const auto taken = std::chrono::steady_clock::now() - begin;
    const auto& clocks = dynamic_cast<const lanes::PuzzleClocks&>(engine);
    CHECK(results[0].outcome == Outcome::timeout);
    CHECK(clocks.spent(0) >= limits.max_time);
    CHECK(clocks.spent(0) <= taken);
    CHECK(clocks.spent(1) <= taken);

    limits.max_time = std::chrono::milliseconds(0);
    limits.max_solutions = 2000;
    solve_grids(engine, puzzles, limits);
    CHECK(clocks.spent(0).count() == 0);
  });
}

TEST_CASE("lanes solves blocks with more puzzles than it has numbers", "[lanes][vectors]") {
  const std::size_t count = (std::size_t{1} << 15) + 33;
  std::vector<Grid> puzzles(count, grid_of(kSolvedGrids[0]));
  puzzles[count - 1] = grid_of(kSolvedGrids[1]);
  puzzles[count - 1][5] = 0;
  puzzles[count - 2][0] = static_cast<std::uint8_t>(puzzles[0][0] % 9 + 1);
  for_each_variant([&](Engine& engine) {
    SolutionsByPuzzle sink;
    const auto results = solve_grids(engine, puzzles, limit_of(2), &sink);
    CHECK(sink.lines.size() == count - 1);
    CHECK(sink.lines.count(count - 2) == 0);
    CHECK((results[count - 2].solutions == 0));
    CHECK(format_line(results[count - 1].first_solution) == kSolvedGrids[1]);
    CHECK(std::all_of(results.begin(), results.end() - 2, [](const GridAnswer& result) {
      return result.solutions == 1 && result.guesses == 0;
    }));
  });
}

TEST_CASE("lanes continues boards of other searches", "[lanes][vectors]") {
  const std::vector<Grid> puzzles = mixed_puzzles(29, 200);
  // Adds every third puzzle from the second one on, with a solution and two guesses so far. Its
  // first cell divides it into up to nine boards.
  constexpr std::size_t kFirst = 1;
  const auto go_on = [&puzzles](Engine& engine, const SolveResult& so_far,
                                std::uint64_t max_solutions) {
    auto& continuation = dynamic_cast<Continuation&>(engine);
    std::vector<SolveResult> results(puzzles.size(), so_far);
    const SolveLimits limits = limit_of(max_solutions);
    continuation.begin(limits, {results, {}}, nullptr, kFirst);
    for (std::size_t i = kFirst; i < puzzles.size(); i += 3) {
      for (std::size_t digit = 1; digit <= 9; ++digit) {
        Grid board = puzzles[i];
        if (board.cells[0] != 0 && board.cells[0] != digit) continue;
        board.cells[0] = static_cast<std::uint8_t>(digit);
        write_clues(board, continuation.add(i));
      }
    }
    continuation.finish();
    return results;
  };
  const auto scalar = find_engine("lanes_scalar")->make({});
  const auto expected_guesses = go_on(*scalar, {}, 50);
  for_each_variant([&](Engine& engine) {
    const auto expected = solve_grids(engine, puzzles, limit_of(50));
    const auto results = go_on(engine, {.solutions = 1, .guesses = 2}, 51);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (i % 3 != kFirst) {
        CHECK((results[i].solutions == 1 && results[i].guesses == 2));
        continue;
      }
      INFO("puzzle " << format_line(puzzles[i]));
      CHECK((results[i].solutions == expected[i].solutions + 1));
      CHECK(results[i].outcome == expected[i].outcome);
      if (results[i].outcome != Outcome::exhausted) continue;
      CHECK(results[i].guesses == expected_guesses[i].guesses + 2);
    }
  });
}

// Real time is the subject. The hard puzzle takes less than a hundredth of its limit.
TEST_CASE("the time of a puzzle starts when lanes searches its boards", "[lanes][vectors]") {
  // Endless boards fill all lanes and are searched before the board below them.
  constexpr std::size_t kEndless = 32;
  const Grid hard = grid_of(kHardPuzzles[0]);
  for_each_variant([&](Engine& engine) {
    auto& continuation = dynamic_cast<Continuation&>(engine);
    std::vector<SolveResult> results(2 * kEndless + 1);
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(200);
    continuation.begin(limits, {results, {}}, nullptr, 0);
    for (std::size_t i = 0; i < results.size(); ++i) {
      write_clues(i == kEndless ? hard : Grid{}, continuation.add(i));
    }
    continuation.finish();
    for (std::size_t i = 0; i < results.size(); ++i) {
      INFO("puzzle " << i);
      CHECK(results[i].outcome == (i == kEndless ? Outcome::exhausted : Outcome::timeout));
    }
    CHECK((results[kEndless].solutions == 1));
  });
}

TEST_CASE("lanes marks the puzzles that a stop left unfinished", "[lanes][vectors]") {
  std::vector<Grid> puzzles(200);
  puzzles[0] = grid_of(kSolvedGrids[0]);
  for_each_variant([&](Engine& engine) {
    StopAfterSolutions sink(1000);
    SolveLimits limits = limit_of(0);
    limits.stop = &sink.stop;
    const auto results = solve_grids(engine, puzzles, limits, &sink);
    CHECK(std::all_of(results.begin() + 1, results.end(),
                      [](const GridAnswer& result) { return result.outcome == Outcome::stopped; }));
  });
}

TEST_CASE("the name lanes stands for the fastest available variant", "[lanes]") {
  const EngineInfo* resolved = resolve_engine("lanes");
  REQUIRE(resolved != nullptr);
  const auto runs_here = [](std::string_view id) { return find_engine(id)->runs_here(); };
  CHECK(resolved->id == *std::find_if(kVariants.begin(), kVariants.end(), runs_here));
  CHECK(resolve_engine("bitmask") == find_engine("bitmask"));
  CHECK(resolve_engine("lane") == nullptr);
  CHECK(find_engine("lanes") == nullptr);
  CHECK(runs_here("lanes_scalar"));
}

}  // namespace sudoku
