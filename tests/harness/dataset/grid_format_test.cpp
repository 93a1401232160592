#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;

namespace {

using Strings = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;

const std::string kMarks = " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell";

/// Returns `puzzle` with one row per line.
std::string rows_of(const std::string& puzzle) {
  std::string rows;
  for (std::size_t row = 0; row < 9; ++row) rows += puzzle.substr(9 * row, 9) + "\n";
  return rows;
}

const std::string kRows = rows_of(kUnique);

std::string error_of(std::string_view text) {
  return read_text(text, with_format(DatasetFormat::grid)).error;
}

}  // namespace

TEST_CASE("nine rows are a board", "[grid_format]") { check_puzzles(kRows, {kUnique}, {1}); }

TEST_CASE("empty lines between boards are optional", "[grid_format]") {
  const std::string other = rows_of(kEscargot);
  for (const std::string gap : {"", "\n", "\n\n \t\n", "# the next\n", "\n# the next\n\n"}) {
    check_puzzles("# two\n\n" + kRows + gap + other + gap, {kUnique, kEscargot});
  }
  CHECK(read_text("# two\n\n" + kRows + "\n" + other).lines == Numbers{3, 13});
}

TEST_CASE("known sections other than Puzzle are skipped", "[grid_format]") {
  const std::string other = rows_of(kEscargot);
  const auto reading = read_text("#Asomebody\n[Puzzle]\n" + kRows + "[State]\nno board\n\n" +
                                 kRows + " [Puzzle] \r\n" + other + "[PencilMarks]\n1 2,3\n");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique, kEscargot});
  CHECK(reading.lines == Numbers{3, 25});
  CHECK(error_of("[Puzzle]\n" + kRows.substr(0, 80) + "[State]\n") ==
        ":10:1: 9 rows expected, 8 found");
}

TEST_CASE("case and blanks in section names are ignored", "[grid_format]") {
  for (const std::string name : {"[puzzle]", "[PUZZLE]", "\t[ Puzzle ] "}) {
    check_puzzles("[STATE]\nno board\n" + name + "\n" + kRows, {kUnique});
  }
}

TEST_CASE("an unknown section is a title", "[grid_format]") {
  const std::string good = "[Puzzle]\n" + kRows;
  check_puzzles("# x\n[Puzzles]\n" + kRows + "[State]\nno board\n[Second]\n" + kRows +
                    "[Solution]\n" + kRows + good,
                {kUnique, kUnique, kUnique});
}

TEST_CASE("rows may end with CR", "[grid_format]") {
  std::string rows = kRows;
  std::replace(rows.begin(), rows.end(), '\n', '\r');
  check_puzzles("[Puzzle]\r" + rows, {kUnique});
}

TEST_CASE("cells may be separated and rows quoted", "[grid_format]") {
  for (const std::string separator : {",", ";", "\t", ", ", "|"}) {
    std::string text;
    for (std::size_t cell = 0; cell < 81; ++cell) {
      text += kUnique[cell] + (cell % 9 == 8 ? std::string("\n") : separator);
    }
    check_puzzles("; a board\n" + text, {kUnique});
  }
  std::string quoted;
  for (std::size_t row = 0; row < 9; ++row) quoted += "  \"" + kUnique.substr(9 * row, 9) + "\",\n";
  check_puzzles(quoted, {kUnique});
}

TEST_CASE("outer rules may have stars at the corners", "[grid_format]") {
  const std::string frame = " *-----------*\n";
  check_puzzles(frame + kRows + frame, {kUnique});
  // Nine characters are still a row.
  CHECK(error_of("*-------*\n") == ":2:1: 9 rows expected, 1 found");
}

TEST_CASE("boards are read with any rules", "[grid_format]") {
  const std::string top = "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n. 9 8 | . . . | . 6 .\n";
  const std::string middle =
      "8 . . | . 6 . | . . 3\n4 . . | 8 . 3 | . . 1\n7 . . | . 2 . | . . 6\n";
  const std::string bottom =
      ". 6 . | . . . | 2 8 .\n. . . | 4 1 9 | . . 5\n. . . | . 8 . | . 7 9\n";
  for (const std::string rule :
       {"------+-------+------", "+---+---+---+", "-----------", "- - - + - - - + - - -",
        "=========", "---+---+---", "|===|===|"}) {
    const std::string drawn = top + rule + "\n" + middle + rule + "\r\n" + bottom;
    check_puzzles(drawn, {kUnique});
    check_puzzles(rule + "\n" + drawn + rule + "\n", {kUnique});
  }
}

TEST_CASE("a row may have bars around it and tabs in it", "[grid_format]") {
  std::string drawn;
  for (std::size_t row = 0; row < 9; ++row) {
    const std::string cells = kUnique.substr(9 * row, 9);
    drawn +=
        "\t| " + cells.substr(0, 3) + " |" + cells.substr(3, 3) + "|\t" + cells.substr(6) + "| \n";
  }
  check_puzzles(drawn, {kUnique});
}

TEST_CASE("nine dashes are a row of empty cells", "[grid_format]") {
  const std::string puzzle = "123456789" + std::string(72, '.');
  for (const std::string row : {"---------", "---|---|---", "|---|---|---|", "- - - - - - - - -",
                                "- - - | - - - | - - -", "--- --- ---"}) {
    std::string text = "123456789\n";
    for (int i = 1; i < 9; ++i) text += row + "\n";
    check_puzzles(text, {puzzle});
  }
}

TEST_CASE("empty lines may separate bands", "[grid_format]") {
  const std::string apart =
      kRows.substr(0, 30) + "\n" + kRows.substr(30, 30) + "\n" + kRows.substr(60);
  check_puzzles(apart + "\n" + apart + "\n\n" + apart, {kUnique, kUnique, kUnique}, {1, 13, 26});
}

TEST_CASE("the number of boards may come first", "[grid_format]") {
  for (const std::string count : {"2\n", " 2 \r\n", "# two\n2\n\n"}) {
    const auto reading = read_text(count + kRows + kRows);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles.size() == 2);
  }
  CHECK_THAT(read_text("0\n", with_format(DatasetFormat::grid)).error,
             Catch::EndsWith(": contains no puzzles"));
}

TEST_CASE("another number is a title", "[grid_format]") {
  for (const std::string before :
       {"3\n", "1\n1\n", "4x4\n", "9 3 3\n", "n=9\n", "9\n", "1.\n", "16 16\n", "(12)\n"}) {
    check_puzzles(before + kRows + "\n" + kRows, {kUnique, kUnique});
  }
}

TEST_CASE("text separates boards", "[grid_format]") {
  const std::string other = rows_of(kEscargot);
  for (const std::string title :
       {"Grid 02\n", "=== 2 ===\n", "// easy\n", "[2]\n", "2.\n", "Sudoku: hard, 30 clues\n",
        "---- 2 ----\n", "---------\n", "--- --- ---\n", "*********\n", "2\n",
        "ED=8.4/1.2/1.2\n\nby somebody\n", "ED=11.9/11.9/11.3\n", "www.sudokuwiki.org\n"}) {
    check_puzzles(title + kRows + title + other + title + kRows + title,
                  {kUnique, kEscargot, kUnique});
  }
}

TEST_CASE("a remark may follow the cells of a row", "[grid_format]") {
  for (const std::string remark :
       {" ED=8.4", " # 1", " #12", " 12", "  (hard)", "\t7.2", " // x"}) {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) {
      text += kUnique.substr(9 * row, 9) + (row % 4 == 0 ? remark : "") + "\n";
    }
    check_puzzles(text + text, {kUnique, kUnique});
  }
}

TEST_CASE("an incomplete board before text is one invalid board", "[grid_format]") {
  const std::string other = rows_of(kEscargot);
  for (std::size_t rows = 1; rows < 9; ++rows) {
    const auto reading = read_text(
        kRows + "Grid 2\n" + kRows.substr(0, 10 * rows) + "Grid 3\n" + other + "Grid 4\n" + kRows,
        skipping());
    CHECK(reading.puzzles == Strings{kUnique, kEscargot, kUnique});
    CHECK(reading.rejected == 1);
  }
}

TEST_CASE("a row that was replaced by text is one invalid board", "[grid_format]") {
  for (std::size_t row = 0; row < 9; ++row) {
    std::string bad = kRows;
    bad.replace(10 * row, 9, "see below");
    const auto reading = read_text(kRows + "\n" + bad + "\n" + kRows, skipping());
    CHECK(reading.puzzles == Strings{kUnique, kUnique});
    CHECK(reading.rejected == 1);
  }
}

TEST_CASE("an invalid row is reported with its position", "[grid_format]") {
  CHECK(error_of("53..k....\n" + kRows) == ":1:5: k" + kMarks);
  CHECK(error_of("\n5 3 . . 7 . . . \n" + kRows) == ":2:16: 9 cells expected, 8 found");
  CHECK(error_of("53..7....123\n" + kRows) == ":1:10: 9 cells expected, 12 found");
  CHECK(error_of(kRows + kUnique) == ":10:10: 9 cells expected, 81 found");
  CHECK(error_of("53!.7....\n") == ":1:3: !" + kMarks);
  CHECK(error_of(std::string(70'000, '1')) == ":1:65537: a line has at most 65536 bytes");
}

TEST_CASE("rows that may be Latin squares of a prime order have a hint", "[grid_format]") {
  const std::string squares = "1234521........54.........\n.........................\n";
  CHECK(error_of(squares.substr(1)) ==
        ":3:1: 25 rows expected, 2 found; for Latin squares of order 5, use --shape 1x5");
  CHECK(error_of("6" + squares.substr(2)) == ":3:1: 25 rows expected, 2 found");
}

TEST_CASE("missing rows are reported where they are missing", "[grid_format]") {
  CHECK(error_of(kRows.substr(0, 80)) == ":9:1: 9 rows expected, 8 found");
  CHECK(error_of(kRows.substr(0, 79)) == ":9:1: 9 rows expected, 8 found");
  CHECK(error_of(kRows + kRows.substr(0, 30) + "\n" + kRows) == ":13:1: 9 rows expected, 3 found");
  CHECK(error_of(kRows.substr(0, 20) + "\n" + kRows) == ":3:1: 9 rows expected, 2 found");
}

TEST_CASE("an invalid board is skipped up to its ninth row or an empty line", "[grid_format]") {
  std::string bad = kRows;
  bad[25] = '!';
  bad[47] = '!';
  for (const std::string& text :
       {kRows + bad + kRows, kRows + "\n" + bad + "\n" + kRows,
        kRows + "\n" + bad.substr(0, 70) + "\n" + kRows,
        kRows + "\n" + bad.substr(0, 30) + "\n" + kRows, bad + kRows + kRows, kRows + kRows + bad,
        kRows + kRows + bad.substr(0, 30)}) {
    const auto reading = read_text(text, skipping());
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{kUnique, kUnique});
    CHECK(reading.rejected == 1);
  }
}

TEST_CASE("boards do not depend on the block size", "[grid_format]") {
  for (const std::size_t max_puzzles : {1, 2, 7}) {
    const auto reading = read_text("3\n" + kRows + kRows + kRows, {}, max_puzzles);
    CHECK(reading.error.empty());
    CHECK(reading.lines == Numbers{2, 11, 20});
  }
}

TEST_CASE("a short first row is a damaged row", "[grid_format]") {
  for (const std::string row : {"53..7", "5..", "| 5 |", "|   |   |   |"}) {
    std::string bad = kRows;
    bad.replace(0, 9, row);
    for (const std::string gap : {"", "\n"}) {
      const auto reading = read_text(kRows + gap + bad + gap + kRows, skipping());
      INFO(row);
      CHECK(reading.puzzles == Strings{kUnique, kUnique});
      CHECK(reading.rejected == 1);
    }
  }
}

TEST_CASE("a framed board with blanks after one with dots is not lost", "[grid_format]") {
  std::string dots;
  std::string blanks;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (cell % 3 == 0) dots += "| ";
    dots += {kUnique[cell], ' '};
    if (cell % 9 == 8) dots += "|\n";
  }
  blanks = dots;
  std::ranges::replace(blanks, '.', ' ');
  const auto reading = read_text(dots + "\n" + blanks + "\n" + dots, skipping());
  CHECK(reading.puzzles == Strings{kUnique, kUnique});
  CHECK(reading.rejected == 1);
}
