// Tests the engines that search the puzzles of a block together, in all their variants for
// instruction sets: counts like bitmask, guesses that do not depend on the block, and limits.

#include <chrono>
#include <map>
#include <optional>

#include "engines/continuation.h"
#include "tests/catch.h"
#include "tests/engines/candidate_puzzles.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kManyPuzzles = 6000;
constexpr std::size_t kMixedPuzzles = 1000;
#else
constexpr std::size_t kManyPuzzles = 1000;
constexpr std::size_t kMixedPuzzles = 200;
#endif

/// Puzzles that take many guesses. Triads offloads the first three to lanes.
constexpr std::array<std::string_view, 5> kHardPuzzles{
    "...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3..71",
    "...9...8.6...7.1..42.........63..7.....7.2..4.....45..2........7..5..6......3..71",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8"};

/// Returns `count` puzzles, the hard ones in turn.
std::vector<Grid> hard_puzzles(std::size_t count) {
  std::vector<Grid> puzzles;
  for (std::size_t i = 0; i < count; ++i) {
    puzzles.push_back(grid_of(kHardPuzzles[i % kHardPuzzles.size()]));
  }
  return puzzles;
}

/// Returns the puzzles that triads offloads, and each with one clue removed or changed. They have
/// no, one or several solutions.
std::vector<Grid> offloaded_puzzles() {
  std::vector<Grid> puzzles;
  for (const Grid& puzzle : hard_puzzles(3)) {
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

/// Returns random puzzles. Every tenth one is hard.
std::vector<Grid> mixed_puzzles(std::uint64_t seed, std::size_t count) {
  std::vector<Grid> puzzles = random_puzzles(seed, count);
  const std::vector<Grid> hard = hard_puzzles(count / 10);
  for (std::size_t i = 0; i < hard.size(); ++i) puzzles[10 * i] = hard[i];
  return puzzles;
}

/// Checks that all variants of a family have the same counts and outcomes as bitmask in blocks of
/// these sizes. In searches of the whole tree, guesses must not depend on the block. All variants
/// of lanes must have the same guesses.
void check_in_blocks(std::string_view family, const Boards& puzzles, std::uint64_t limit,
                     const std::vector<std::size_t>& sizes) {
  INFO("limit " << limit);
  const auto expected = solve_block(*find_engine("bitmask")->make({}), puzzles, limit_of(limit));
  std::vector<std::optional<std::uint64_t>> guesses(puzzles.size());
  for_each_variant_of(family, [&](Engine& engine) {
    if (family == "triads") std::ranges::fill(guesses, std::nullopt);
    for (const std::size_t size : sizes) {
      INFO("blocks of " << size);
      for (std::size_t begin = 0; begin + size <= puzzles.size(); begin += size) {
        const Boards block = puzzles.subspan(begin, size);
        BoardList solutions(k9x9);
        solutions.resize(size);
        const auto results = solve_block(engine, block, limit_of(limit), solutions.cells());
        for (std::size_t i = 0; i < size; ++i) {
          const SolveResult& result = results[i];
          const bool is_right = result.solutions == expected[begin + i].solutions &&
                                result.outcome == expected[begin + i].outcome &&
                                (result.solutions == 0 || is_solution_of(solutions[i], block[i]));
          if (!is_right) FAIL_CHECK("puzzle " << format_line(block[i]));
          if (result.outcome != Outcome::exhausted) continue;
          std::optional<std::uint64_t>& known = guesses[begin + i];
          if (known.value_or(result.guesses) != result.guesses) {
            FAIL_CHECK("guesses of puzzle " << format_line(block[i]));
          }
          known = result.guesses;
        }
      }
    }
  });
}

/// Writes the candidates of each cell: its clue, or all digits.
void write_clues(const Grid& grid, const Continuation::Place& place) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    place.first[cell * place.stride] = static_cast<std::uint16_t>(Board(grid).allowed(cell));
  }
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

template <typename Check>
void for_each_variant(Check&& check) {
  for (const std::string_view family : kFamilies) for_each_variant_of(family, check);
}

}  // namespace

TEST_CASE("lanes and triads count like bitmask in blocks of any size", "[lanes][triads]") {
  const std::string_view family = GENERATE("lanes", "triads");
  for (const std::uint64_t limit : {1, 2, 1000}) {
    const std::vector<Grid> many = random_puzzles(3 + limit, kManyPuzzles);
    check_in_blocks(family, boards_of(many), limit, {1, many.size()});
    const std::vector<Grid> offloaded = offloaded_puzzles();
    check_in_blocks(family, boards_of(offloaded), limit, {1, 32, offloaded.size()});
  }
  const std::vector<Grid> mixed = mixed_puzzles(20, kMixedPuzzles);
  const std::vector<Grid> alike(100, grid_of(kHardPuzzles[4]));  // all boards are split at once
  for (const std::uint64_t limit : {2, 50}) {
    check_in_blocks(family, boards_of(mixed), limit, {1, 2, 3, 7, 31, 33, mixed.size()});
    check_in_blocks(family, boards_of(alike), limit, {1, alike.size()});
  }
}

TEST_CASE("lanes and triads count puzzles with candidates like bitmask",
          "[lanes][triads][vectors]") {
  const std::string_view family = GENERATE("lanes", "triads");
  BoardList puzzles = puzzles_with_candidates(24, 70);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    puzzles.push_back(nearly_minimal(seed, 600));
  }
  BoardList offloaded;
  for (const Grid& puzzle : hard_puzzles(kHardPuzzles.size())) {
    OwnedBoard board;
    for (std::size_t i = 0; i < kCells; ++i) board.candidates()[i] = Board(puzzle).allowed(i);
    offloaded.push_back(board);
  }
  for (const std::uint64_t limit : {1, 2, 1000}) {
    check_in_blocks(family, puzzles, limit, {1, 7, puzzles.size()});
    check_in_blocks(family, offloaded, limit, {1, offloaded.size()});
  }
}

TEST_CASE("lanes and triads list each solution once", "[lanes][triads][vectors]") {
  const std::vector<Grid> puzzles = offloaded_puzzles();
  for_each_variant([&](Engine& engine) {
    for (const std::uint64_t limit : {1U, 2U, 3U, 50U, 20'000U}) {
      CHECK((checked_result(engine, Grid{}, limit_of(limit)).solutions == limit));
    }
    std::vector<std::vector<std::uint8_t>> lists(puzzles.size());
    SolutionLists sink(lists);
    std::vector<Grid> first(puzzles.size());
    const auto results =
        solve_block(engine, boards_of(puzzles), limit_of(50), cells_of(first), &sink);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Boards listed{k9x9, lists[i]};
      check_listed(listed, puzzles[i], results[i]);
      if (listed.size() != 0 && Board(first[i]) != listed[0]) FAIL_CHECK("not the first solution");
    }
  });
}

TEST_CASE("lanes and triads solve blocks with more puzzles than lanes has numbers",
          "[lanes][triads][vectors]") {
  // Mostly easy puzzles, with hard ones and an impossible one at the limits.
  const std::size_t numbers = std::size_t{1} << 15;
  std::vector<Grid> puzzles(2 * numbers + 3, grid_of(kSolvedGrids[0]));
  for (const std::size_t i : {std::size_t{1}, numbers - 1, numbers, numbers + 1, 2 * numbers + 2}) {
    puzzles[i] = grid_of(kHardPuzzles[i % 3]);
  }
  puzzles[numbers + 2][0] = static_cast<std::uint8_t>(puzzles[0][0] % 9 + 1);
  for_each_variant([&](Engine& engine) {
    SolveLimits limits = limit_of(2);
    for (const int seconds : {0, 1000}) {
      limits.max_time = std::chrono::seconds(seconds);
      SolutionList list;
      const auto answers = solve_grids(engine, puzzles, limits, &list);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const GridAnswer& answer = answers[i];
        const bool is_possible = i != numbers + 2;
        const bool is_right = answer.solutions == (is_possible ? 1 : 0) &&
                              answer.outcome == Outcome::exhausted &&
                              is_possible == is_solution_of(answer.first_solution, puzzles[i]);
        if (!is_right) FAIL_CHECK("puzzle " << i);
      }
      REQUIRE(list.solutions.size() == puzzles.size() - 1);
      for (std::size_t k = 0; k < list.solutions.size(); ++k) {
        const std::size_t puzzle = list.puzzles[k];
        if (!is_solution_of(list.solutions[k], puzzles[puzzle])) FAIL_CHECK("puzzle " << puzzle);
      }
    }
  });
}

TEST_CASE("lanes and triads limit the guesses of each puzzle of a block separately",
          "[lanes][triads][vectors]") {
  const std::vector<Grid> puzzles = mixed_puzzles(22, 300);
  for_each_variant([&](Engine& engine) {
    const auto whole = solve_grids(engine, puzzles, limit_of(100));
    SolveLimits limits = limit_of(100);
    for (const std::uint64_t max_guesses : {1, 5, 40}) {
      INFO("guess limit " << max_guesses);
      limits.max_guesses = max_guesses;
      const auto results = solve_grids(engine, puzzles, limits);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO("puzzle " << format_line(puzzles[i]));
        CHECK(results[i].guesses <= max_guesses);
        if (whole[i].outcome != Outcome::exhausted) continue;
        const bool is_limited = whole[i].guesses > max_guesses;
        CHECK((results[i].outcome == Outcome::guess_limit) == is_limited);
        if (is_limited) CHECK(results[i].guesses == max_guesses);
        CHECK((results[i].solutions <= whole[i].solutions));
        CHECK((is_limited || results[i].solutions == whole[i].solutions));
      }
    }
  });
}

TEST_CASE("lanes and triads mark the puzzles that a stop left unfinished",
          "[lanes][triads][vectors]") {
  std::vector<Grid> puzzles(200);
  puzzles[0] = grid_of(kSolvedGrids[0]);
  // Triads offloads these. The first solution sets the stop signal while lanes has them.
  const std::vector<Grid> hard(1000, grid_of(kHardPuzzles[0]));
  for_each_variant([&](Engine& engine) {
    StopAfterSolutions later(1000);
    SolveLimits limits = limit_of(0);
    limits.stop = &later.stop;
    const auto results = solve_grids(engine, puzzles, limits, &later);
    CHECK(std::all_of(results.begin() + 1, results.end(),
                      [](const GridAnswer& result) { return result.outcome == Outcome::stopped; }));
    StopAfterSolutions at_once(1);
    limits.stop = &at_once.stop;
    for (const GridAnswer& answer : solve_grids(engine, hard, limits, &at_once)) {
      const bool is_solved = answer.outcome == Outcome::exhausted && answer.solutions == 1;
      if (!is_solved && answer.outcome != Outcome::stopped) FAIL_CHECK("not marked");
    }
    CHECK(at_once.stop);
    // The next call is not affected.
    CHECK(solve_one(engine, hard[0], limit_of(2)).outcome == Outcome::exhausted);
  });
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
  for_each_variant_of("lanes", [&](Engine& engine) {
    const SolveResult result = solve_block(engine, Board(puzzle), limits)[0];
    CHECK(result.outcome == Outcome::exhausted);
    CHECK((result.solutions == 1));
  });
}

// Real time is the subject. No engine lists all solutions of the empty grid.
TEST_CASE("lanes reports the time of each puzzle if time is limited", "[lanes][vectors]") {
  const Grid puzzles[] = {Grid{}, grid_of(kSolvedGrids[0])};
  for_each_variant_of("lanes", [&](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(20);
    const auto begin = std::chrono::steady_clock::now();
    const auto results = solve_grids(engine, puzzles, limits);
    const auto taken = std::chrono::steady_clock::now() - begin;
    const auto& clocks = dynamic_cast<const PuzzleClocks&>(engine);
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

TEST_CASE("lanes continues boards of other searches", "[lanes][vectors]") {
  const std::vector<Grid> puzzles = mixed_puzzles(29, 200);
  // Adds every third puzzle from the second one on, with a solution and two guesses so far. Its
  // first cell divides it into up to nine boards.
  constexpr std::size_t kFirst = 1;
  std::map<std::size_t, std::uint64_t> guesses;  // the same for all variants
  for_each_variant_of("lanes", [&](Engine& engine) {
    auto& continuation = dynamic_cast<Continuation&>(engine);
    std::vector<SolveResult> results(puzzles.size(), {.solutions = 1, .guesses = 2});
    const SolveLimits limits = limit_of(51);
    continuation.begin(limits, {results, {}}, nullptr, kFirst);
    for (std::size_t i = kFirst; i < puzzles.size(); i += 3) {
      for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        Grid board = puzzles[i];
        if (board[0] != 0 && board[0] != digit) continue;
        board[0] = digit;
        write_clues(board, continuation.add(i));
      }
    }
    continuation.finish();
    const auto expected = solve_grids(engine, puzzles, limit_of(50));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      INFO("puzzle " << format_line(puzzles[i]));
      if (i % 3 != kFirst) {
        CHECK((results[i].solutions == 1 && results[i].guesses == 2));
        continue;
      }
      CHECK((results[i].solutions == expected[i].solutions + 1));
      CHECK(results[i].outcome == expected[i].outcome);
      if (results[i].outcome != Outcome::exhausted) continue;
      CHECK(results[i].guesses >= 2);
      CHECK(results[i].guesses == guesses.emplace(i, results[i].guesses).first->second);
    }
  });
}

// Real time is the subject. The hard puzzle takes less than a hundredth of its limit.
TEST_CASE("the time of a puzzle starts when lanes searches its boards", "[lanes][vectors]") {
  // Endless boards fill all lanes and are searched before the board below them.
  constexpr std::size_t kEndless = 32;
  for_each_variant_of("lanes", [&](Engine& engine) {
    auto& continuation = dynamic_cast<Continuation&>(engine);
    std::vector<SolveResult> results(2 * kEndless + 1);
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(200);
    continuation.begin(limits, {results, {}}, nullptr, 0);
    for (std::size_t i = 0; i < results.size(); ++i) {
      write_clues(i == kEndless ? grid_of(kHardPuzzles[3]) : Grid{}, continuation.add(i));
    }
    continuation.finish();
    for (std::size_t i = 0; i < results.size(); ++i) {
      INFO("puzzle " << i);
      CHECK(results[i].outcome == (i == kEndless ? Outcome::exhausted : Outcome::timeout));
    }
    CHECK((results[kEndless].solutions == 1));
  });
}

TEST_CASE("triads offloads puzzles unless one solution is enough", "[triads][vectors]") {
  const std::vector<Grid> puzzles = offloaded_puzzles();
  for_each_variant_of("triads", [&](Engine& engine) {
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

TEST_CASE("long puzzles of a block are searched in alternation", "[triads][vectors]") {
  // With so few clues, a search finds solutions all the time and never ends.
  const std::vector<Grid> puzzles{
      grid_of("1........2..............3.......4...........5......6...............7.....8......."),
      grid_of("........1......2..............3.......4...........5......6...............7.....8.")};
  for_each_variant_of("triads", [&](Engine& engine) {
    FirstSolutions first;
    SolveLimits limits = limit_of(0);
    limits.stop = &first.stop;
    solve_grids(engine, puzzles, limits, &first);
    for (const std::size_t count : first.counts) CHECK(count > FirstSolutions::kAll / 8);
  });
}

}  // namespace sudoku
