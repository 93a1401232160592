// Tests bitmask beyond the contract of engines. Its deductions must save guesses, its restarts must
// not count a solution twice, and its variants for instruction sets must agree.

#include <algorithm>

#include "engines/bitmask/variants.h"
#include "tests/catch.h"
#include "tests/engines/plain_count.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

using Cells = BoardSource::Cells;

/// Parses a board of digits and dots.
Cells cells_of_text(std::string_view text) {
  Cells cells;
  for (const char c : text) cells.push_back(c == '.' ? 0 : static_cast<std::uint8_t>(c - '0'));
  return cells;
}

SolveResult solve_all(Engine& engine, const Board& puzzle) {
  SolveLimits limits = limit_of(0);
  limits.max_guesses = 50'000;
  return solve_block(engine, puzzle, limits).front();
}

/// Returns the variants that this CPU supports. The first one runs on every CPU.
std::vector<std::unique_ptr<Engine>> variants_for(SearchEffort effort) {
  std::vector<std::unique_ptr<Engine>> variants;
  for (const auto make : {bitmask::make_any_cpu, bitmask::make_avx2, bitmask::make_avx512}) {
    if (auto engine = make(effort)) variants.push_back(std::move(engine));
  }
  return variants;
}

}  // namespace

TEST_CASE("bitmask decides by its deductions without a guess", "[bitmask][vectors]") {
  constexpr auto kUsual = SearchEffort::usual;
  constexpr auto kThorough = SearchEffort::thorough;
  struct {
    Shape shape;
    SearchEffort effort;
    std::string_view puzzle;
    std::uint64_t solutions;
  } const cases[] = {
      // Singles.
      {k9x9, kUsual,
       ".92481763413762985867359412624195378759843126138627594271538649386914257.45276831", 1},
      // Neither singles alone nor locked candidates of only one direction solve these.
      {k9x9, kThorough,
       "1...28.....3......98......7..98...5....64..........2.97....3.....4...86...6..5.12", 1},
      {k9x9, kThorough,
       ".....8..93...59.1.8..31........2...72....7......4...96.6.18......2...54.74.......", 1},
      {k9x9, kThorough,
       ".7.........9....685.6...4.....73....6.14....3..28......1..5.3.49....78..8..39...2", 1},
      {k9x9, kThorough,
       "..7...9...5..4.6.........38..23.4.1.493..6.7............58...4..2.9.......8...7.3", 1},
      // Three cells of the first row or box are empty. Two of them see 7 and 8.
      {k9x9, kUsual,
       "123456...........................7.........8................8.........7..........", 0},
      {k9x9, kUsual,
       "12..7....3.4....8..56.................8.......7..................................", 0},
      // The upper corners see all digits except 9, none of them in their row.
      {k9x9, kUsual,
       ".........12.....5634.....785.......16.......2.........7.......38.......4.........", 0},
      // Two rows need 1 and 6 in their last two cells, which are in the same box. No group has less
      // than two options.
      {{3, 2}, kUsual, "......2345..4523....................", 0},
  };
  for (const auto& [shape, effort, text, solutions] : cases) {
    INFO("puzzle " << text);
    const Cells cells = cells_of_text(text);
    const Cells turned = transposed(cells, shape.side());
    const auto engine = find_engine("bitmask")->make({.effort = effort});
    for (const Board& puzzle :
         {Board{shape, cells}, Board{{shape.box_columns, shape.box_rows}, turned}}) {
      const SolveResult result = solve_all(*engine, puzzle);
      CHECK((result.solutions == solutions));
      CHECK(result.guesses == 0);
    }
  }
}

TEST_CASE("bitmask decides equal clues and single empty rows without a guess", "[bitmask]") {
  for (const Shape shape : {k9x9, Shape{2, 3}, Shape{3, 4}, Shape{5, 5}, Shape{5, 7}}) {
    const Cells solved = BoardSource(shape, 1).solved();
    const std::size_t side = shape.side();
    const auto engine = find_engine("bitmask")->make({});
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      // The cells of an empty row are singles of their columns.
      Cells cells = solved;
      std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(cell / side * side), side, 0);
      const SolveResult filled = solve_all(*engine, {shape, cells});
      cells[cell] = static_cast<std::uint8_t>(solved[cell] % side + 1);
      const SolveResult refused = solve_all(*engine, {shape, cells});
      const bool is_right = filled.solutions == 1 && filled.guesses == 0 &&
                            refused.solutions == 0 && refused.guesses == 0;
      if (!is_right) FAIL_CHECK("cell " << cell << " of side " << side);
    }
  }
}

// Ratings of difficulty depend on these guesses, and the datasets on the ratings.
TEST_CASE("the guesses of a thorough search do not change", "[bitmask]") {
  const auto engine = find_engine("bitmask")->make({.effort = SearchEffort::thorough});
  const auto guesses = [&engine](std::string_view puzzle) {
    return solve_one(*engine, grid_of(puzzle), limit_of(0)).guesses;
  };
  CHECK(guesses("...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3.."
                "71") == 661);
  CHECK(guesses("...9...8.6...7.1..42.........63..7.....7.2..4.....45..2........7..5..6......3.."
                "71") == 741);
}

TEST_CASE("variants of bitmask have the same answers and guesses", "[bitmask][vectors]") {
  std::vector<Grid> puzzles = random_puzzles(27, 300);
  // Every digit in every cell.
  for (std::uint8_t turn = 0; turn < kSize; ++turn) {
    puzzles.push_back(grid_of(kSolvedGrids[0]));
    for (std::uint8_t& digit : puzzles.back().cells) {
      digit = static_cast<std::uint8_t>((digit + turn - 1) % kSize + 1);
    }
  }
  for (const SearchEffort effort : {SearchEffort::usual, SearchEffort::thorough}) {
    for (const std::uint64_t limit : {1, 2, 1000}) {
      const auto variants = variants_for(effort);
      const auto expected = solve_grids(*variants.front(), puzzles, limit_of(limit));
      for (const auto& variant : variants) {
        const auto answers = solve_grids(*variant, puzzles, limit_of(limit));
        for (std::size_t i = 0; i < puzzles.size(); ++i) {
          const GridAnswer& answer = answers[i];
          const bool has_solution = expected[i].solutions > 0;
          const bool is_right =
              answer.solutions == expected[i].solutions && answer.guesses == expected[i].guesses &&
              (!has_solution || (answer.first_solution == expected[i].first_solution &&
                                 is_solution_of(answer.first_solution, puzzles[i])));
          if (!is_right) FAIL_CHECK("puzzle " << format_line(puzzles[i]));
        }
      }
    }
  }
}

TEST_CASE("bitmask counts each solution once despite restarts", "[bitmask]") {
  // In each of these, the search restarts after 50 contradictions without a solution.
  constexpr Shape kWide{2, 12};
  constexpr Shape kLongBoxes{2, 10};
  struct {
    Shape shape;
    std::size_t holes;
    std::size_t index;  // of the puzzle in its source
    std::size_t solutions;
  } const cases[] = {{kWide, 259, 38, 0},
                     {kWide, 259, 65, 41},
                     {kWide, 259, 98, 18},
                     {kLongBoxes, 200, 60, 79},
                     {kLongBoxes, 200, 10, 183}};
  for (const auto& [shape, holes, index, solutions] : cases) {
    INFO("puzzle " << index << " of side " << shape.side());
    BoardSource source(shape, 9);
    for (std::size_t i = 0; i < index; ++i) source.maybe_damaged_puzzle(holes);
    const Cells cells = source.maybe_damaged_puzzle(holes);
    SolveLimits limits = limit_of(0);
    limits.max_guesses = 50'000;
    const auto engine = find_engine("bitmask")->make({});
    const SolveResult result = checked_result(*engine, {shape, cells}, limits);
    CHECK(result.outcome == Outcome::exhausted);
    CHECK((result.solutions == solutions));
    CHECK(result.guesses > solutions + 50);
  }
}

// After a thousand solutions, bitmask counts row by row instead of listing them.
TEST_CASE("bitmask counts many solutions of Latin squares", "[bitmask]") {
  for (const auto& [shape, percent] : {std::pair{Shape{1, 5}, 84}, {Shape{1, 6}, 66}}) {
    BoardSource source(shape, 8);
    int many = 0;
    for (int i = 0; i < 8; ++i) {
      const Cells empty(shape.cells());
      const auto candidates = source.candidates(1, static_cast<std::size_t>(percent));
      const Board puzzle{shape, empty, candidates};
      const std::uint64_t count = PlainCount::of(puzzle, 10'000);
      if (count == 10'000) continue;
      many += count > 1000;
      const SolveResult result =
          solve_block(*find_engine("bitmask")->make({}), puzzle, limit_of(0)).front();
      CHECK(result.outcome == Outcome::exhausted);
      CHECK((result.solutions == count));
    }
    CHECK(many > 0);
  }
}

}  // namespace sudoku
