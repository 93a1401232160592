// What every engine of the registry has to do, and the order in which `stack` and `naive` do it.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

struct Fact {
  std::string_view puzzle;
  std::uint64_t solutions;
};

/// Puzzles that take even the slowest engine about a millisecond.
constexpr std::array kQuickFacts{
    Fact{".92481763413762985867359412624195378759843126138627594271538649386914257.45276831", 1},
    Fact{".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...", 5},
    Fact{"7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49.", 8},
    Fact{"2....3.7.847....2353..8......4...3.212.......386..49.5....1.2....2...8.1713......", 237},
};

/// The same but for one clue, with one solution and with 295; the slowest engines take their time.
constexpr std::array kSlowFacts{
    Fact{"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1},
    Fact{"8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4..", 295},
};

constexpr std::string_view kSolved =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// No two equal clues share a house, and still nothing fits.
constexpr std::array<std::string_view, 3> kImpossible{
    // a cell has no candidate
    "8..7.3649.4.6.2.75.7.49.2...5..378........72.287..9..15.1.743.843.52.9...9.31.4..",
    // a digit has no place in a house
    ".1.7...3..4..82.....5.9128.15423.8......4572..87.695...2.9743.843..2....79631...2",
    // every cell has a candidate and every digit a place
    ".12.5.6499.....17.67.4.12.315.23.8...69.4.7212..1..53452.9.....43..269.7798.1..5.",
};

/// Two equal clues in each row, column and box in turn.
std::vector<Grid> contradictory_puzzles() {
  std::vector<Grid> puzzles;
  for (const auto& cells : kCellsOfHouse) {
    Grid puzzle;
    puzzle[cells[1]] = 5;
    puzzle[cells[8]] = 5;
    puzzles.push_back(puzzle);
  }
  return puzzles;
}

bool has_told_solution(const SolveResult& result) {
  return result.has_solution && result.solutions != 0;
}

/// Nothing but what follows from the puzzle and the limits; equal engines have equal answers.
void check_same(const SolveResult& result, const SolveResult& expected) {
  CHECK((result.solutions == expected.solutions));
  CHECK(result.guesses == expected.guesses);
  CHECK(result.outcome == expected.outcome);
  CHECK(result.has_solution == expected.has_solution);
  if (has_told_solution(expected)) CHECK(result.first_solution == expected.first_solution);
}

void check_answer(const SolveResult& result, const Grid& puzzle, std::uint64_t solutions,
                  std::uint64_t max_solutions) {
  const bool is_limited = max_solutions != 0 && solutions >= max_solutions;
  CHECK(format_count(result.solutions) == format_count(is_limited ? max_solutions : solutions));
  CHECK(result.outcome == (is_limited ? Outcome::solution_limit : Outcome::exhausted));
  if (has_told_solution(result)) CHECK(is_solution_of(result.first_solution, puzzle));
}

/// An engine that searches a block together may come upon the solutions of a puzzle in another
/// order than alone, and so end with others at the limit.
void check_same_in_block(const SolveResult& result, const SolveResult& alone, const Grid& puzzle) {
  CHECK((result.solutions == alone.solutions));
  CHECK(result.outcome == alone.outcome);
  if (alone.outcome == Outcome::exhausted) CHECK(result.guesses == alone.guesses);
  if (has_told_solution(result)) CHECK(is_solution_of(result.first_solution, puzzle));
}

/// 64 puzzles of all sorts that no engine takes long for.
std::vector<Grid> mixed_block() {
  std::vector<Grid> kinds = contradictory_puzzles();
  kinds.resize(3);
  for (const Fact& fact : kQuickFacts) kinds.push_back(grid_of(fact.puzzle));
  for (const std::string_view line : kImpossible) kinds.push_back(grid_of(line));
  kinds.push_back(grid_of(kSolved));
  std::vector<Grid> block;
  for (std::size_t i = 0; i < 64; ++i) block.push_back(kinds[i * 4 % kinds.size()]);
  return block;
}

}  // namespace

TEST_CASE("known puzzles have their known numbers of solutions", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const Fact& fact : kSlowFacts) {
      INFO("puzzle " << fact.puzzle);
      const Grid puzzle = grid_of(fact.puzzle);
      check_answer(solve_one(engine, puzzle, limit_of(0)), puzzle, fact.solutions, 0);
    }
  });
}

TEST_CASE("counts end at the limit, at it only, and say so", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const Fact& fact : kQuickFacts) {
      for (const std::uint64_t limit :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1000},
            fact.solutions - 1, fact.solutions, fact.solutions + 1}) {
        INFO("puzzle " << fact.puzzle << " limit " << limit);
        const Grid puzzle = grid_of(fact.puzzle);
        check_answer(solve_one(engine, puzzle, limit_of(limit)), puzzle, fact.solutions, limit);
      }
    }
  });
}

TEST_CASE("the one solution of a puzzle is the known one", "[conformance]") {
  for_each_listing_engine([](Engine& engine) {
    const SolveResult result = solve_one(engine, grid_of(kSlowFacts[0].puzzle), limit_of(1));
    CHECK(format_line(result.first_solution) == kSolved);
  });
}

TEST_CASE("an instance answers again what it answered before", "[conformance]") {
  for_each_engine([](Engine& engine) {
    const std::vector<Grid> puzzles = mixed_block();
    for (const std::uint64_t limit : {0U, 2U}) {
      for (const Grid& puzzle : puzzles) {
        INFO("puzzle " << format_line(puzzle) << " limit " << limit);
        const SolveResult first = solve_one(engine, puzzle, limit_of(limit));
        check_same(solve_one(engine, puzzle, limit_of(limit)), first);
      }
    }
  });
}

TEST_CASE("blocks of 1 and of 64 have the same answers", "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    const std::vector<Grid> puzzles = mixed_block();
    for (const std::uint64_t limit : {0U, 1U, 2U}) {
      std::vector<SolveResult> results(puzzles.size());
      engine.solve(puzzles, limit_of(limit), results, nullptr);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO("puzzle " << i << " of the block, limit " << limit);
        const SolveResult alone = solve_one(engine, puzzles[i], limit_of(limit));
        if (takes_blocks(traits)) {
          check_same_in_block(results[i], alone, puzzles[i]);
        } else {
          check_same(results[i], alone);
        }
      }
    }
  });
}

TEST_CASE("an impossible puzzle has no solution", "[conformance]") {
  std::vector<Grid> puzzles = contradictory_puzzles();
  for (const std::string_view line : kImpossible) puzzles.push_back(grid_of(line));
  for_each_engine([&](Engine& engine) {
    for (const Grid& puzzle : puzzles) {
      for (const std::uint64_t limit : {0U, 1U, 2U}) {
        INFO("puzzle " << format_line(puzzle) << " limit " << limit);
        check_answer(solve_one(engine, puzzle, limit_of(limit)), puzzle, 0, limit);
      }
    }
  });
}

TEST_CASE("a complete grid counts 1 if it is right, 0 if it is wrong", "[conformance]") {
  const Grid solved = grid_of(kSolved);
  for_each_engine([&](Engine& engine) {
    for (const std::uint64_t limit : {0U, 1U, 2U}) {
      const SolveResult result = solve_one(engine, solved, limit_of(limit));
      check_answer(result, solved, 1, limit);
      CHECK(result.guesses == 0);
      if (result.has_solution) CHECK(result.first_solution == solved);
      for (int cell = 0; cell < kCells; ++cell) {
        INFO("digit changed in cell " << cell << " limit " << limit);
        Grid wrong = solved;
        wrong[cell] = static_cast<std::uint8_t>(wrong[cell] % kSize + 1);
        check_answer(solve_one(engine, wrong, limit_of(limit)), wrong, 0, limit);
      }
    }
  });
}

TEST_CASE("the empty grid has as many solutions as one asks for", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const std::uint64_t limit : {1U, 2U, 1000U}) {
      INFO("limit " << limit);
      check_answer(solve_one(engine, Grid{}, limit_of(limit)), Grid{}, limit, limit);
    }
  });
}

TEST_CASE("the sink receives every solution once", "[conformance]") {
  std::vector<Fact> facts(kQuickFacts.begin(), kQuickFacts.end());
  for (const std::string_view line : kImpossible) facts.push_back({line, 0});
  const std::string empty(kCells, '.');
  facts.push_back({empty, 1000});
  for_each_listing_engine([&](Engine& engine) {
    for (const Fact& fact : facts) {
      for (const std::uint64_t limit : {2U, 1000U}) {
        INFO("puzzle " << fact.puzzle << " limit " << limit);
        const Grid puzzle = grid_of(fact.puzzle);
        SolutionList list;
        const SolveResult result = solve_one(engine, puzzle, limit_of(limit), &list);
        CHECK(list.solutions.size() == std::min(fact.solutions, limit));
        CHECK(format_count(result.solutions) == std::to_string(list.solutions.size()));
        if (!list.solutions.empty()) CHECK(result.first_solution == list.solutions.front());
        std::vector<std::string> lines;
        for (const Grid& solution : list.solutions) {
          if (!is_solution_of(solution, puzzle)) FAIL("not a solution: " << format_line(solution));
          lines.push_back(format_line(solution));
        }
        std::sort(lines.begin(), lines.end());
        CHECK(std::adjacent_find(lines.begin(), lines.end()) == lines.end());
      }
    }
  });
}

TEST_CASE("the sink hears of which puzzle of the block a solution is", "[conformance]") {
  std::vector<Grid> puzzles;
  for (const Fact& fact : kQuickFacts) puzzles.push_back(grid_of(fact.puzzle));
  for_each_listing_engine([&](Engine& engine) {
    SolutionList list;
    std::vector<SolveResult> results(puzzles.size());
    engine.solve(puzzles, limit_of(0), results, &list);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      INFO("puzzle " << i);
      CHECK(std::count(list.puzzles.begin(), list.puzzles.end(), i) ==
            static_cast<std::ptrdiff_t>(kQuickFacts[i].solutions));
    }
    for (std::size_t i = 0; i < list.solutions.size(); ++i) {
      CHECK(is_solution_of(list.solutions[i], puzzles[list.puzzles[i]]));
    }
  });
}

TEST_CASE("an engine tells solutions if and only if its traits say so", "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    for (const std::uint64_t limit : {0U, 1U, 1000U}) {
      SolutionList list;
      const Grid puzzle = grid_of(kQuickFacts[3].puzzle);
      const SolveResult result = solve_one(engine, puzzle, limit_of(limit), &list);
      CHECK(result.has_solution == lists_solutions(traits));
      CHECK(list.solutions.empty() != lists_solutions(traits));
    }
  });
}

TEST_CASE("a guess is an option taken while another one stands untried", "[conformance]") {
  // Two digits fill the four corners of a rectangle in two ways. Whichever corner or digit an
  // engine branches on, the rest follows: every leaf of its tree is a solution.
  constexpr int kRectangles[][4] = {{2, 5, 11, 14}, {27, 30, 45, 48}, {65, 68, 74, 77}};
  for_each_engine([&](Engine& engine) {
    Grid puzzle = grid_of(kSolved);
    std::uint64_t solutions = 1;
    for (const auto& corners : kRectangles) {
      for (const int cell : corners) puzzle[cell] = 0;
      solutions *= 2;
      const SolveResult result = solve_one(engine, puzzle, limit_of(0));
      check_answer(result, puzzle, solutions, 0);
      CHECK(result.guesses == solutions - 1);
    }
  });
}

TEST_CASE("a search tree with n solutions has at least n leaves", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const Fact& fact : kQuickFacts) {
      INFO("puzzle " << fact.puzzle);
      CHECK(solve_one(engine, grid_of(fact.puzzle), limit_of(0)).guesses + 1 >= fact.solutions);
    }
  });
}

TEST_CASE("a search takes no more guesses than allowed", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const Fact& fact : kQuickFacts) {
      const Grid puzzle = grid_of(fact.puzzle);
      const SolveResult whole = solve_one(engine, puzzle, limit_of(0));
      SolveLimits limits = limit_of(0);
      for (const std::uint64_t guesses : {std::uint64_t{1}, whole.guesses / 2, whole.guesses - 1}) {
        if (guesses == 0 || guesses >= whole.guesses) continue;
        INFO("puzzle " << fact.puzzle << " guess limit " << guesses << " of " << whole.guesses);
        limits.max_guesses = guesses;
        const SolveResult result = solve_one(engine, puzzle, limits);
        CHECK(result.outcome == Outcome::guess_limit);
        CHECK(result.guesses <= guesses);
        CHECK((result.solutions <= whole.solutions));
      }
      INFO("puzzle " << fact.puzzle << " guess limit " << whole.guesses);
      limits.max_guesses = whole.guesses;
      check_same(solve_one(engine, puzzle, limits), whole);
    }
  });
}

TEST_CASE("a stop signal set beforehand lets nothing begin", "[conformance]") {
  const std::atomic<bool> stop{true};
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  const std::vector<Grid> puzzles = mixed_block();
  for_each_engine([&](Engine& engine) {
    SolutionList list;
    std::vector<SolveResult> results(puzzles.size());
    engine.solve(puzzles, limits, results, &list);
    CHECK(list.solutions.empty());
    for (const SolveResult& result : results) {
      CHECK(result.outcome == Outcome::stopped);
      CHECK((result.solutions == 0));
      CHECK(result.guesses == 0);
    }
  });
}

TEST_CASE("a stop signal ends a search under way", "[conformance]") {
  /// Asks for the stop with the first solution it sees.
  class StoppingSink final : public SolutionSink {
   public:
    void on_solution(std::size_t, const Grid&) override { stop = true; }
    std::atomic<bool> stop{false};
  };
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    if (!lists_solutions(traits)) return;
    StoppingSink sink;
    SolveLimits limits = limit_of(0);
    limits.stop = &sink.stop;
    const std::array<Grid, 2> puzzles{Grid{}, grid_of(kSolved)};
    std::array<SolveResult, 2> results;
    engine.solve(puzzles, limits, results, &sink);
    CHECK(results[0].outcome == Outcome::stopped);
    CHECK((results[0].solutions >= 1));
    // It may have ended already where both are searched together.
    if (!takes_blocks(traits)) CHECK(results[1].outcome == Outcome::stopped);
  });
}

TEST_CASE("the time of a puzzle ends its search, not the next one", "[conformance]") {
  for_each_engine([](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.max_time = std::chrono::milliseconds(1);
    const std::array<Grid, 2> puzzles{Grid{}, grid_of(kSolved)};
    std::array<SolveResult, 2> results;
    engine.solve(puzzles, limits, results, nullptr);
    CHECK(results[0].outcome == Outcome::timeout);
    check_answer(results[1], puzzles[1], 1, 0);
  });
}

TEST_CASE("the deadline ends the call", "[conformance]") {
  for_each_engine([](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.deadline = std::chrono::steady_clock::now();
    const std::array<Grid, 2> puzzles{Grid{}, grid_of(kSolved)};
    std::array<SolveResult, 2> results;
    engine.solve(puzzles, limits, results, nullptr);
    CHECK(results[0].outcome == Outcome::stopped);
    CHECK(results[1].outcome == Outcome::stopped);
    CHECK((results[1].solutions == 0));
  });
}

TEST_CASE("the call after one that was cut short is right again", "[conformance]") {
  SolveLimits by_time = limit_of(0);
  by_time.max_time = std::chrono::milliseconds(1);
  SolveLimits by_deadline = limit_of(0);
  by_deadline.deadline = std::chrono::steady_clock::now();
  SolveLimits by_guesses = limit_of(0);
  by_guesses.max_guesses = 100;
  for_each_engine([&](Engine& engine) {
    for (const SolveLimits& limits : {by_time, by_deadline, by_guesses, limit_of(1)}) {
      solve_one(engine, Grid{}, limits);
      for (const Fact& fact : kQuickFacts) {
        INFO("puzzle " << fact.puzzle);
        const Grid puzzle = grid_of(fact.puzzle);
        check_answer(solve_one(engine, puzzle, limit_of(0)), puzzle, fact.solutions, 0);
      }
    }
  });
}

TEST_CASE("stack in column order lists the solutions in that order", "[conformance]") {
  const auto engine = find_engine("stack")->make({CellOrder::column});
  SolutionList five;
  solve_one(*engine, grid_of(kQuickFacts[1].puzzle), limit_of(0), &five);
  REQUIRE(five.solutions.size() == 5);
  CHECK(format_line(five.solutions.front()) ==
        "574981623961523478283647591417832956698154237352769184729418365135276849846395712");
  SolutionList many;
  solve_one(*engine, grid_of(kQuickFacts[3].puzzle), limit_of(0), &many);
  REQUIRE(many.solutions.size() == 237);
  CHECK(format_line(many.solutions.back()) ==
        "269543178847961523531782694974156382125839746386274915698415237452397861713628459");
}

TEST_CASE("stack in row order walks the tree of naive", "[conformance]") {
  const auto stack = find_engine("stack")->make({CellOrder::row});
  const auto naive = find_engine("naive")->make({});
  for (const Fact& fact : kQuickFacts) {
    INFO("puzzle " << fact.puzzle);
    SolutionList of_stack;
    SolutionList of_naive;
    const Grid puzzle = grid_of(fact.puzzle);
    const SolveResult result = solve_one(*stack, puzzle, limit_of(0), &of_stack);
    check_same(result, solve_one(*naive, puzzle, limit_of(0), &of_naive));
    CHECK((of_stack.solutions == of_naive.solutions));
  }
}

}  // namespace sudoku
