#include "harness/puzzle/canonical_form.h"

#include <algorithm>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

/// Returns all orders of nine rows that keep bands together.
std::vector<Isomorphism::LineOrder> all_line_orders() {
  std::vector<Isomorphism::LineOrder> orders;
  Isomorphism isomorphism;
  const auto rows = std::span(isomorphism.rows).first(kSize);
  do {
    bool keeps_bands = true;
    for (std::size_t i = 0; i < kSize; ++i) keeps_bands &= rows[i] / 3 == rows[i / 3 * 3] / 3;
    if (keeps_bands) orders.push_back(isomorphism.rows);
  } while (std::next_permutation(rows.begin(), rows.end()));
  return orders;
}

/// The least isomorph of a puzzle, and how many of the 2 * 6^8 arrangements give it once digits are
/// renamed in order of appearance. For a complete grid this is the number of automorphisms.
struct LeastIsomorph {
  Grid grid;
  int arrangements = 0;
};

/// Counts the arrangement if it equals `least`, and replaces `least` if it is less.
void take_least(const Grid& puzzle, const Isomorphism& isomorphism, LeastIsomorph& least) {
  std::array<std::uint8_t, 10> names{};
  std::uint8_t name_count = 0;
  Grid image;
  bool is_less = false;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto row = static_cast<std::size_t>(row_of(cell));
    const auto column = static_cast<std::size_t>(column_of(cell));
    const std::uint8_t digit = puzzle.cells[isomorphism.source_of(row, column)];
    if (digit != 0 && names[digit] == 0) names[digit] = ++name_count;
    image[cell] = names[digit];
    if (!is_less && image[cell] > least.grid[cell]) return;
    is_less |= image[cell] < least.grid[cell];
  }
  least = {image, is_less ? 1 : least.arrangements + 1};
}

/// Implements the definition directly.
LeastIsomorph least_isomorph(const Grid& puzzle) {
  LeastIsomorph least;
  least.grid.cells.fill(10);
  const auto orders = all_line_orders();
  Isomorphism isomorphism;
  for (const bool is_transposed : {false, true}) {
    isomorphism.is_transposed = is_transposed;
    for (const auto& rows : orders) {
      isomorphism.rows = rows;
      for (const auto& columns : orders) {
        isomorphism.columns = columns;
        take_least(puzzle, isomorphism, least);
      }
    }
  }
  return least;
}

std::string form_of(const std::string& line) { return format_line(canonical_form(grid_of(line))); }

void check_isomorphs(const Grid& grid, int isomorphs) {
  const Grid form = canonical_form(grid);
  CHECK(canonical_form(form) == form);
  Random random(3);
  for (int i = 0; i < isomorphs; ++i) {
    const Grid isomorph = random_isomorphism(random).apply(grid);
    REQUIRE(format_line(canonical_form(isomorph)) == format_line(form));
  }
}

/// Returns a board in which each cell may have each digit with probability `share` / 8.
OwnedBoard random_candidates(const Shape& shape, unsigned share, Random& random) {
  OwnedBoard board(shape);
  for (Digits& digits : board.candidates()) {
    for (std::uint8_t digit = 1; digit <= shape.side(); ++digit) {
      if (random.below(8) >= share) digits &= ~digit_bit(digit);
    }
  }
  return board;
}

/// Returns the forms of isomorphs of a board.
std::set<std::string> forms_of(const Board& board, int isomorphs, Random& random) {
  std::set<std::string> forms;
  for (int i = 0; i < isomorphs; ++i) {
    const OwnedBoard isomorph = random_isomorphism(random, board.shape).apply(board);
    forms.insert(format_line(refined_canonical_form(isomorph)));
  }
  return forms;
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
               "182753649943682175675491283154237896369845721287169534521974368438526917796318452",
               // complete grids whose forms have the second rows 456789123, 456789132, 456789231
               "794523681352816479168974532531249867849657123627138954276481395913765248485392716",
               "951823467263794518784165293532941876819276354647358129196432785325687941478519632",
               "536924187728351964491876235285639741319487526674215893142768359867593412953142678",
               // automorphisms leave the first two rows where they are and change the columns
               "346179582128465739597238641759386124634912875812547963963854217475621398281793456",
               "325169748687254391914837652276398514548671239139542876452983167761425983893716425");
  INFO(line);
  CHECK(form_of(line) == format_line(least_isomorph(grid_of(line)).grid));
}

TEST_CASE("the canonical form of grids with many automorphisms is the least isomorph",
          "[canonical_form]") {
  const auto [line, automorphisms] = GENERATE(table<std::string, int>({
      // No grid has more.
      {"123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648},
      {"123456789456789123789123456231564897564897231897231564312978645645312978978645312", 108},
      {"123456789456789123789123456231564978564897312897231645312978564645312897978645231", 72},
      // The greatest of all canonical forms of grids, and the least.
      {"123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72},
      {"123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3},
  }));
  INFO(line);
  Random random(5);
  const Grid grid = random_isomorphism(random).apply(grid_of(line));
  const LeastIsomorph least = least_isomorph(grid);
  CHECK(least.arrangements == automorphisms);
  CHECK(format_line(least.grid) == line);
  CHECK(format_line(canonical_form(grid)) == line);
  check_isomorphs(grid, 1000);
}

TEST_CASE("known canonical forms", "[canonical_form]") {
  CHECK(form_of(std::string(81, '.')) == std::string(81, '.'));
  CHECK(form_of(std::string(40, '.') + "7" + std::string(40, '.')) == std::string(80, '.') + "1");
  CHECK(form_of(std::string(81, '5')) == std::string(81, '1'));
  // Two isomorphs of one puzzle.
  CHECK(
      form_of(
          "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..") ==
      form_of("6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16.."));
  // The output of other programs of the forum.
  const auto [line, form] = GENERATE(table<std::string, std::string>({
      {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
       "........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9."},
      {".......75....8..94...5..6...1....2.....9...57..6..3.4...1....23.8......6.6324....",
       "..............1.23....2.14.....4......3....5..6.7...8..2...8...6.59..4.29.765.8.."},
      {"812753649943682175675491283154237896369845721287169534521974368438526917796318452",
       "123456789457189236698723415285914367761532948934867152346278591579641823812395674"},
      {"194768253587213946623945817975821634836594172412637598249176385368459721751382469",
       "123456789457189263896327514281563497574918632639742851368294175712635948945871326"},
  }));
  CHECK(form_of(line) == form);
}

TEST_CASE("only isomorphs share a canonical form, which is one of them", "[canonical_form]") {
  PuzzleSource puzzles(7);
  for (int i = 0; i < 60; ++i) {
    const Grid puzzle = puzzles.next();
    CHECK(clue_count(canonical_form(puzzle)) == clue_count(puzzle));
    check_isomorphs(puzzle, 5);
  }
  std::set<std::string> forms;
  Random random(9);
  GenerateEffort effort;
  constexpr std::size_t kGrids = 300;
  for (std::size_t i = 0; i < kGrids; ++i) {
    const Grid grid = full_grid(GridMethod::uniform, random, effort);
    check_isomorphs(grid, 10);
    forms.insert(format_line(canonical_form(grid)));
  }
  CHECK(forms.size() == kGrids);
  // Two clues, with equal digits or not, are in the same line of a box, line, box, band or none of
  // these; up to transposition.
  forms.clear();
  for (int cell = 1; cell < kCells; ++cell) {
    for (const std::uint8_t digit : {1, 2}) {
      Grid puzzle;
      puzzle[0] = 1;
      puzzle[cell] = digit;
      forms.insert(format_line(canonical_form(puzzle)));
    }
  }
  CHECK(forms.size() == 10);
}

// Boards of other shapes and boards with candidates.

TEST_CASE("1000 isomorphs with candidates have one form", "[refined_canonical_form]") {
  Random random(1);
  const OwnedBoard board = random_candidates(k9x9, GENERATE(1U, 4U, 7U), random);
  CHECK(forms_of(board, 1000, random).size() == 1);
  const OwnedBoard form = canonical_form(Board(board));
  CHECK(form == refined_canonical_form(board));
  const auto count = [](Board of) { return std::ranges::count(format_line(of), '.'); };
  CHECK(count(form) == count(board));
}

TEST_CASE("symmetric puzzles have one form, too", "[refined_canonical_form]") {
  Random random(3);
  const Shape shape =
      GENERATE(Shape{2, 2}, Shape{2, 3}, k9x9, Shape{1, 7}, Shape{1, 9}, Shape{3, 4});
  INFO(to_string(shape));
  OwnedBoard all(shape);
  all.candidates();
  OwnedBoard nearly_all = all;
  nearly_all.candidates()[1] = 3;
  CHECK(forms_of(all, 5, random).size() == 1);
  CHECK(forms_of(nearly_all, 5, random).size() == 1);
  CHECK(forms_of(OwnedBoard(shape), 5, random).size() == 1);
  CHECK(forms_of(regular_board(shape), 20, random).size() == 1);
}

TEST_CASE("the complete boards of 4x4 have two forms, and each is an isomorph",
          "[refined_canonical_form]") {
  for (const Shape& shape : {Shape{2, 2}, Shape{1, 4}}) {
    GeneratePlan plan;
    plan.shape = shape;
    GridSource source(plan);
    Random random(4);
    GenerateEffort effort;
    std::set<std::string> forms;
    for (int i = 0; i < 200; ++i) {
      const OwnedBoard grid = *source.draw(random, effort, false);
      const OwnedBoard form = canonical_form(Board(grid));
      forms.insert(format_line(form));
      CHECK(refined_canonical_form(form) == form);
      CHECK(is_solution_of(form, OwnedBoard(shape)));
    }
    CHECK(forms.size() == 2);
  }
}

TEST_CASE("clues in puzzles with candidates count as candidates", "[refined_canonical_form]") {
  Random random(5);
  OwnedBoard board = random_candidates(k9x9, 6, random);
  board.candidates()[40] = 0x1F;
  OwnedBoard other = board;
  board.cells()[40] = 2;
  other.candidates()[40] = 2;
  CHECK(refined_canonical_form(board) == refined_canonical_form(other));
}

}  // namespace sudoku
