#include "harness/puzzle/canonical_form.h"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/isomorph.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"
#include "tests/harness/puzzle/least_isomorph.h"

namespace sudoku {
namespace {

/// Canonical grids with many automorphisms, and the number of these.
struct SymmetricGrid {
  const char* line;
  int automorphisms;
};
constexpr std::array<SymmetricGrid, 5> kSymmetricGrids{{
    // No grid has more.
    {"123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648},
    {"123456789456789123789123456231564897564897231897231564312978645645312978978645312", 108},
    {"123456789456789123789123456231564978564897312897231645312978564645312897978645231", 72},
    // The greatest of all canonical forms of grids, and the least.
    {"123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72},
    {"123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3},
}};

void check_isomorphs(const Grid& grid, int isomorphs) {
  const Grid form = canonical_form(grid);
  Random random(3);
  for (int i = 0; i < isomorphs; ++i) {
    const Grid isomorph = random_isomorphism(random).apply(grid);
    REQUIRE(format_line(canonical_form(isomorph)) == format_line(form));
  }
}

}  // namespace

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

TEST_CASE("the canonical form of a complete grid is the least of all isomorphs",
          "[canonical_form]") {
  std::vector<std::string> lines(kSolvedGrids.begin(), kSolvedGrids.end());
  for (const char* line :
       {// Their forms have the second rows 456789123, 456789132, 456789231.
        "794523681352816479168974532531249867849657123627138954276481395913765248485392716",
        "951823467263794518784165293532941876819276354647358129196432785325687941478519632",
        "536924187728351964491876235285639741319487526674215893142768359867593412953142678",
        // Automorphisms leave the first two rows where they are and change the columns.
        "346179582128465739597238641759386124634912875812547963963854217475621398281793456",
        "325169748687254391914837652276398514548671239139542876452983167761425983893716425"}) {
    lines.emplace_back(line);
  }
  for (const std::string& line : lines) {
    INFO(line);
    const Grid grid = grid_of(line);
    CHECK(format_line(canonical_form(grid)) == format_line(least_isomorph(grid).grid));
  }
}

TEST_CASE("the canonical form of grids with many automorphisms is the least isomorph",
          "[canonical_form]") {
  Random random(5);
  for (const auto& [line, automorphisms] : kSymmetricGrids) {
    INFO(line);
    const Grid grid = random_isomorphism(random).apply(grid_of(line));
    const LeastIsomorph least = least_isomorph(grid);
    CHECK(least.arrangements == automorphisms);
    CHECK(format_line(least.grid) == line);
    CHECK(format_line(canonical_form(grid)) == line);
    check_isomorphs(grid, 1000);
  }
}

TEST_CASE("canonical forms of complete grids agree with other programs", "[canonical_form]") {
  const auto form = [](const std::string& line) {
    return format_line(canonical_form(grid_of(line)));
  };
  CHECK(form("812753649943682175675491283154237896369845721287169534521974368438526917796318452") ==
        "123456789457189236698723415285914367761532948934867152346278591579641823812395674");
  CHECK(form("354987261718236954962145738687493512245718396193562487826354179571629843439871625") ==
        "123456789457189236689273541236795418875641923941328657314962875562837194798514362");
  CHECK(form("375241986846937521129856734294513678583769412617428359462175893738692145951384267") ==
        "123456789457189236869732145281564397395827614746913852514678923638295471972341568");
  CHECK(form("194768253587213946623945817975821634836594172412637598249176385368459721751382469") ==
        "123456789457189263896327514281563497574918632639742851368294175712635948945871326");
}

TEST_CASE("only isomorphs of a complete grid share a canonical form", "[canonical_form]") {
  Random random(9);
  GenerateEffort effort;
  std::set<std::string> forms;
  constexpr std::size_t kGrids = 300;
  for (std::size_t i = 0; i < kGrids; ++i) {
    const Grid grid = full_grid_uniform(random, effort);
    check_isomorphs(grid, 10);
    const Grid form = canonical_form(grid);
    CHECK(canonical_form(form) == form);
    forms.insert(format_line(form));
  }
  CHECK(forms.size() == kGrids);
  check_isomorphs(grid_of(kSolvedGrids[0]), 1000);
}

}  // namespace sudoku
