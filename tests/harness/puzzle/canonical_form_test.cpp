#include "harness/puzzle/canonical_form.h"

#include <array>
#include <set>
#include <string>
#include <vector>

#include "harness/puzzle/isomorph.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

/// All orders of nine rows that keep bands together.
std::vector<Isomorphism::LineOrder> all_line_orders() {
  std::vector<Isomorphism::LineOrder> orders;
  Isomorphism::LineOrder order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  constexpr std::array<std::array<std::uint8_t, 3>, 6> triples{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  for (const auto& bands : triples) {
    for (std::size_t within = 0; within < 216; ++within) {
      const std::array<std::size_t, 3> choice{within / 36, within / 6 % 6, within % 6};
      for (std::size_t i = 0; i < 9; ++i) {
        order[i] = static_cast<std::uint8_t>(3 * bands[i / 3] + triples[choice[i / 3]][i % 3]);
      }
      orders.push_back(order);
    }
  }
  return orders;
}

/// Replaces `least` by the cells that `isomorphism` gives, with digits named as they come, if these
/// come first.
void take_lesser(const Grid& puzzle, const Isomorphism& isomorphism, Grid& least) {
  std::array<std::uint8_t, 10> names{};
  std::uint8_t name_count = 0;
  Grid image;
  bool is_less = false;
  for (int cell = 0; cell < kCells; ++cell) {
    const std::uint8_t digit = puzzle[isomorphism.source_of(cell)];
    if (digit != 0 && names[digit] == 0) names[digit] = ++name_count;
    image[cell] = names[digit];
    if (!is_less && image[cell] > least[cell]) return;
    is_less |= image[cell] < least[cell];
  }
  least = image;
}

/// The definition, without a thought.
Grid least_of_all(const Grid& puzzle) {
  Grid least;
  least.cells.fill(10);
  const auto orders = all_line_orders();
  Isomorphism isomorphism;
  for (const bool is_transposed : {false, true}) {
    isomorphism.is_transposed = is_transposed;
    for (const auto& rows : orders) {
      isomorphism.rows = rows;
      for (const auto& columns : orders) {
        isomorphism.columns = columns;
        take_lesser(puzzle, isomorphism, least);
      }
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the canonical form is the least of all isomorphs", "[canonical_form]") {
  const std::string line =
      GENERATE(as<std::string>(),
               // 17 clues, one solution
               "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
               // the same, transposed
               "040000300002000050000081000000000418000509000000000006000430200100000000000700000",
               // unchanged by a turn of half a circle, with digits exchanged
               "1.......2.3.....4......................5.6......................4.....3.2.......1",
               // unchanged by transposition
               "1...2....................2...3..............................................4...1",
               // clues in one band only, and in one box only
               "123......456......7........................................................8.....",
               "123456789" + std::string(72, '.'),
               // against the rules, with equal digits in a row and in a column
               "11.......11.........2....1...2.....................................2.............",
               "1.1.2.......1.1..........................11............2.........................");
  INFO(line);
  const Grid puzzle = grid_of(line);
  CHECK(format_line(canonical_form(puzzle)) == format_line(least_of_all(puzzle)));
}

TEST_CASE("canonical forms that are known", "[canonical_form]") {
  const auto form = [](const std::string& line) {
    return format_line(canonical_form(grid_of(line)));
  };
  CHECK(form(std::string(81, '.')) == std::string(81, '.'));
  CHECK(form(std::string(40, '.') + "7" + std::string(40, '.')) == std::string(80, '.') + "1");
  CHECK(form(std::string(81, '5')) == std::string(81, '1'));
  // The most canonical grid, with 648 automorphisms: the least of all complete grids.
  const std::string least =
      "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
  CHECK(form(least) == least);
  // Two names of one puzzle.
  CHECK(form("..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..") ==
        form("6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16.."));
}

TEST_CASE("isomorphs have one canonical form, which is one of them", "[canonical_form]") {
  PuzzleSource puzzles(7);
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    const Grid puzzle = puzzles.next();
    const Grid form = canonical_form(puzzle);
    CHECK(canonical_form(form) == form);
    CHECK(clue_count(form) == clue_count(puzzle));
    for (int k = 0; k < 5; ++k) {
      CHECK(canonical_form(random_isomorphism(random).apply(puzzle)) == form);
    }
  }
  for (const std::string_view line : kSolvedGrids) {
    const Grid grid = grid_of(line);
    CHECK(canonical_form(random_isomorphism(random).apply(grid)) == canonical_form(grid));
  }
}

TEST_CASE("puzzles that are not isomorphic have different canonical forms", "[canonical_form]") {
  // Two clues, with equal digits or not.
  std::set<std::string> forms;
  for (int cell = 1; cell < kCells; ++cell) {
    for (const std::uint8_t digit : {1, 2}) {
      Grid puzzle;
      puzzle[0] = 1;
      puzzle[cell] = digit;
      forms.insert(format_line(canonical_form(puzzle)));
    }
  }
  // In one line of a box, one line, one box, one band or none of these; up to transposition.
  CHECK(forms.size() == 10);
}

}  // namespace sudoku
