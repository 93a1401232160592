#include "harness/puzzle/canonical_form.h"

#include <set>
#include <string>

#include "harness/puzzle/isomorph.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"
#include "tests/harness/puzzle/least_isomorph.h"

namespace sudoku {

TEST_CASE("the canonical form is the least of all isomorphs", "[canonical_form]") {
  const std::string line =
      GENERATE(as<std::string>(),
               // 17 clues, one solution
               "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
               // the same, transposed
               "040000300002000050000081000000000418000509000000000006000430200100000000000700000",
               // unchanged by a rotation by 180 degrees and a permutation of digits
               "1.......2.3.....4......................5.6......................4.....3.2.......1",
               // unchanged by transposition
               "1...2....................2...3..............................................4...1",
               // clues in one band only, and in one box only
               "123......456......7........................................................8.....",
               "123456789" + std::string(72, '.'),
               // breaks the rules: equal digits in a row and in a column
               "11.......11.........2....1...2.....................................2.............",
               "1.1.2.......1.1..........................11............2.........................",
               // a complete grid with two digits swapped
               "182753649943682175675491283154237896369845721287169534521974368438526917796318452");
  INFO(line);
  const Grid puzzle = grid_of(line);
  CHECK(format_line(canonical_form(puzzle)) == format_line(least_isomorph(puzzle).grid));
}

TEST_CASE("known canonical forms", "[canonical_form]") {
  const auto form = [](const std::string& line) {
    return format_line(canonical_form(grid_of(line)));
  };
  CHECK(form(std::string(81, '.')) == std::string(81, '.'));
  CHECK(form(std::string(40, '.') + "7" + std::string(40, '.')) == std::string(80, '.') + "1");
  CHECK(form(std::string(81, '5')) == std::string(81, '1'));
  // The output of another program of the forum.
  CHECK(form("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..") ==
        "........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9.");
  CHECK(form(".......75....8..94...5..6...1....2.....9...57..6..3.4...1....23.8......6.6324....") ==
        "..............1.23....2.14.....4......3....5..6.7...8..2...8...6.59..4.29.765.8..");
  // Two isomorphs of one puzzle.
  CHECK(form("..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..") ==
        form("6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16.."));
}

TEST_CASE("isomorphs share one canonical form, which is one of them", "[canonical_form]") {
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
  // In the same line of a box, line, box, band or none of these; up to transposition.
  CHECK(forms.size() == 10);
}

}  // namespace sudoku
