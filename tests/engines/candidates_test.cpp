// Tests all engines that support puzzles with candidates.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/solving.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

constexpr Shape kShapes[] = {{2, 2}, {2, 3}, {3, 3}, {1, 5}, {3, 4}};

/// Calls `check(engine, traits)` for every available engine that supports puzzles of the shape with
/// candidates and never gives up.
template <typename Check>
void for_each_engine_with_candidates(const Shape& shape, Check&& check) {
  for_each_engine_and_traits([&](Engine& engine, EngineTraits traits) {
    if (supports(traits, BoardKind(shape).with_candidates())) check(engine, traits);
  });
}

/// Generates random puzzles with candidates.
class CandidatesSource {
 public:
  CandidatesSource(const Shape& shape, std::uint64_t seed) : shape_(shape), boards_(shape, seed) {}

  /// Returns a puzzle in which each cell has its digits in some solved boards and some percent of
  /// the other digits.
  OwnedBoard puzzle(std::size_t percent, std::size_t boards = 1) {
    OwnedBoard puzzle(shape_);
    for (Digits& digits : puzzle.candidates()) {
      digits = 0;
      for (std::uint8_t digit = 1; digit <= shape_.side(); ++digit) {
        if (boards_.below(100) < percent) digits |= digit_bit(digit);
      }
    }
    for (std::size_t i = 0; i < boards; ++i) {
      const BoardSource::Cells solved = boards_.solved();
      for (std::size_t cell = 0; cell < solved.size(); ++cell) {
        puzzle.candidates()[cell] |= digit_bit(solved[cell]);
      }
    }
    return puzzle;
  }

  /// Returns such a puzzle of one or two solved boards. Some have a random clue, and some lack a
  /// random candidate.
  OwnedBoard mixed_puzzle(std::size_t percent) {
    OwnedBoard puzzle = this->puzzle(percent, 1 + boards_.below(2));
    const std::size_t cell = boards_.below(shape_.cells());
    const auto digit = static_cast<std::uint8_t>(1 + boards_.below(shape_.side()));
    const std::size_t kind = boards_.below(4);
    if (kind == 1) puzzle.cells()[cell] = digit;
    if (kind == 2) puzzle.candidates()[cell] &= ~digit_bit(digit);
    return puzzle;
  }

 private:
  Shape shape_;
  BoardSource boards_;
};

/// Returns the solutions of each puzzle in ascending order. Checks that they are right and
/// different, and that the results agree with them.
std::vector<std::vector<std::string>> solutions_by(Engine& engine, const Boards& puzzles,
                                                   const SolveLimits& limits) {
  std::vector<std::vector<std::uint8_t>> lists(puzzles.size());
  SolutionLists sink(lists);
  BoardList first(puzzles.shape);
  first.resize(puzzles.size());
  const auto results = solve_block(engine, puzzles, limits, first.cells(), &sink);
  std::vector<std::vector<std::string>> solutions(puzzles.size());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    INFO("puzzle " << i);
    const Boards listed{puzzles.shape, lists[i]};
    for (std::size_t j = 0; j < listed.size(); ++j) {
      if (!is_solution_of(listed[j], puzzles[i])) FAIL("not a solution");
      solutions[i].push_back(format_line(listed[j]));
    }
    std::ranges::sort(solutions[i]);
    CHECK(std::ranges::adjacent_find(solutions[i]) == solutions[i].end());
    CHECK(format_count(results[i].solutions) == std::to_string(listed.size()));
    CHECK(is_solved(results[i]));
    if (listed.size() != 0) CHECK(first[i] == listed[0]);
  }
  return solutions;
}

/// Checks that an engine finds as many solutions as given.
void check_counts(Engine& engine, EngineTraits traits, const Boards& puzzles,
                  const SolveLimits& limits, std::span<const std::size_t> counts) {
  std::vector<std::size_t> found;
  if (has(traits, EngineTraits::kCountsOnly)) {
    for (const SolveResult& result : solve_block(engine, puzzles, limits)) {
      found.push_back(static_cast<std::size_t>(result.solutions));
    }
  } else {
    for (const auto& solutions : solutions_by(engine, puzzles, limits)) {
      found.push_back(solutions.size());
    }
  }
  CHECK(std::ranges::equal(found, counts));
}

/// Checks that all engines find that number of solutions.
void check_all_find(const Board& puzzle, std::size_t count) {
  for_each_engine_with_candidates(puzzle.shape, [&](Engine& engine, EngineTraits traits) {
    check_counts(engine, traits, puzzle, limit_of(2), {&count, 1});
  });
}

/// Returns a puzzle without clues whose candidates are what `puzzle` allows.
OwnedBoard candidates_form(const Board& puzzle) {
  OwnedBoard form(puzzle.shape);
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    form.candidates()[cell] = puzzle.allowed(cell);
  }
  return form;
}

}  // namespace

TEST_CASE("the solutions of a puzzle with candidates are the solved boards that it allows",
          "[candidates]") {
  const Shape shape{2, 2};
  const OwnedBoard empty(shape);
  std::vector<std::uint8_t> all;
  SolutionLists sink({&all, 1});
  solve_block(*find_engine("naive")->make({}), Board(empty), limit_of(0), {}, &sink);
  const Boards solved{shape, all};
  REQUIRE(solved.size() == 288);
  CandidatesSource source(shape, 1);
  BoardList puzzles(shape);
  std::vector<std::size_t> counts;
  for (int i = 0; i < 300; ++i) {
    puzzles.push_back(source.mixed_puzzle(50));
    std::size_t count = 0;
    for (std::size_t j = 0; j < solved.size(); ++j) {
      count += is_solution_of(solved[j], puzzles.back());
    }
    counts.push_back(count);
  }
  CHECK(std::ranges::count(counts, 0U) > 5);
  CHECK(*std::ranges::max_element(counts) > 5);
  for_each_engine_with_candidates(shape, [&](Engine& engine, EngineTraits traits) {
    check_counts(engine, traits, puzzles, limit_of(0), counts);
  });
}

TEST_CASE("engines agree with naive on random puzzles with candidates", "[candidates]") {
  struct {
    Shape shape;
    std::size_t percent;
  } const sets[] = {{{2, 3}, 30}, {{3, 3}, 20}, {{1, 5}, 30}, {{3, 4}, 10}};
  for (const auto& [shape, percent] : sets) {
    INFO("boxes " << +shape.box_rows << "x" << +shape.box_columns);
    CandidatesSource source(shape, 2);
    BoardList puzzles(shape);
    for (int i = 0; i < 40; ++i) puzzles.push_back(source.mixed_puzzle(percent));
    for (const std::uint64_t limit : {1U, 2U, 50U}) {
      INFO("limit " << limit);
      const auto naive = find_engine("naive")->make({});
      std::vector<std::size_t> counts;
      for (const auto& solutions : solutions_by(*naive, puzzles, limit_of(limit))) {
        counts.push_back(solutions.size());
      }
      CHECK(std::ranges::count(counts, 0U) > 1);
      if (limit < 3) CHECK(std::ranges::count(counts, limit) > 5);
      for_each_engine_with_candidates(shape, [&](Engine& engine, EngineTraits traits) {
        check_counts(engine, traits, puzzles, limit_of(limit), counts);
      });
    }
  }
}

TEST_CASE("a puzzle and its form with candidates have the same solutions", "[candidates]") {
  for (const Shape shape : kShapes) {
    INFO("boxes " << +shape.box_rows << "x" << +shape.box_columns);
    BoardSource source(shape, 3);
    BoardList puzzles(shape);
    BoardList forms(shape);
    for (int i = 0; i < 10; ++i) {
      const auto cells = source.maybe_damaged_puzzle(shape.cells() * 3 / 10);
      puzzles.push_back({shape, cells});
      forms.push_back(candidates_form(puzzles.back()));
    }
    for_each_engine_with_candidates(shape, [&](Engine& engine, EngineTraits traits) {
      if (has(traits, EngineTraits::kCountsOnly)) return;
      const auto solutions = solutions_by(engine, puzzles, limit_of(1000));
      CHECK((solutions_by(engine, forms, limit_of(1000)) == solutions));
    });
  }
}

TEST_CASE("an engine forgets the candidates of earlier puzzles", "[candidates]") {
  const Shape shape{2, 2};
  const OwnedBoard empty(shape);
  const OwnedBoard restricted = CandidatesSource(shape, 4).puzzle(20);
  const std::size_t all = 288;
  for_each_engine_with_candidates(shape, [&](Engine& engine, EngineTraits traits) {
    solve_block(engine, Board(restricted), limit_of(0));
    check_counts(engine, traits, Board(empty), limit_of(0), {&all, 1});
  });
}

TEST_CASE("a cell without candidates makes a puzzle impossible", "[candidates]") {
  for (const Shape shape : kShapes) {
    for (const std::size_t cell : {std::size_t{0}, shape.side() + 1, shape.cells() - 1}) {
      OwnedBoard puzzle = CandidatesSource(shape, 5).puzzle(15);
      puzzle.candidates()[cell] = 0;
      check_all_find(puzzle, 0);
    }
  }
}

TEST_CASE("a clue that the candidates do not allow makes a puzzle impossible", "[candidates]") {
  for (const Shape shape : kShapes) {
    OwnedBoard puzzle(shape);
    std::ranges::copy(BoardSource(shape, 5).solved(), puzzle.cells().begin());
    for (Digits& digits : puzzle.candidates()) digits = all_digits(shape);
    check_all_find(puzzle, 1);
    for (const std::size_t cell : {std::size_t{0}, shape.cells() - 1}) {
      OwnedBoard forbidden = puzzle;
      forbidden.candidates()[cell] &= ~digit_bit(puzzle.cells()[cell]);
      check_all_find(forbidden, 0);
      forbidden.cells()[cell] = 0;
      check_all_find(forbidden, 0);
    }
  }
}

TEST_CASE("a digit without a place in a house makes a puzzle impossible", "[candidates]") {
  constexpr std::size_t kHousesOf9x9[][9] = {{9, 10, 11, 12, 13, 14, 15, 16, 17},
                                             {4, 13, 22, 31, 40, 49, 58, 67, 76},
                                             {60, 61, 62, 69, 70, 71, 78, 79, 80}};
  const BoardSource::Cells solved = BoardSource(k9x9, 6).solved();
  for (const auto& house : kHousesOf9x9) {
    OwnedBoard puzzle = candidates_form({k9x9, solved});
    for (const std::size_t cell : house) puzzle.candidates()[cell] = all_digits(k9x9);
    check_all_find(puzzle, 1);
    for (const std::size_t cell : house) puzzle.candidates()[cell] &= ~digit_bit(5);
    check_all_find(puzzle, 0);
  }
}

TEST_CASE("engines solve the largest boards with one candidate in each cell", "[candidates]") {
  for (const Shape shape : {Shape{8, 8}, Shape{1, 64}}) {
    INFO("boxes " << +shape.box_rows << "x" << +shape.box_columns);
    OwnedBoard puzzle = CandidatesSource(shape, 6).puzzle(0);
    check_all_find(puzzle, 1);
    puzzle.candidates()[1] = puzzle.candidates()[0];
    check_all_find(puzzle, 0);
  }
}

TEST_CASE("anneal finds solutions that the candidates allow", "[candidates]") {
  for (const Shape shape : kShapes) {
    INFO("boxes " << +shape.box_rows << "x" << +shape.box_columns);
    CandidatesSource source(shape, 7);
    for (int i = 0; i < 3; ++i) {
      const OwnedBoard puzzle = source.puzzle(20, 2);
      OwnedBoard solution(shape);
      const auto engine = find_engine("anneal")->make({});
      const auto results = solve_block(*engine, Board(puzzle), limit_of(1), solution.cells());
      CHECK(results[0].outcome == Outcome::solution_limit);
      CHECK(is_solution_of(solution, puzzle));
    }
  }
}

}  // namespace sudoku
