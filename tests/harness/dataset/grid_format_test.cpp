#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;

namespace {

using Numbers = std::vector<std::uint64_t>;

const std::string kRows = rows_of(kUnique);
const std::string kOther = rows_of(kEscargot);

/// Returns the rows of a board with `gap` between bands.
std::string in_bands(const std::string& rows, const std::string& gap) {
  std::string text;
  for (std::size_t row = 0; 10 * row < rows.size(); ++row) {
    text += (row == 3 || row == 6 ? gap : "") + rows.substr(10 * row, 10);
  }
  return text;
}

std::string error_of(std::string_view text) {
  return read_text(text, with_format(DatasetFormat::grid)).error;
}

}  // namespace

TEST_CASE("rows are a board, and lines between boards are optional", "[grid_format]") {
  check_puzzles(kRows, {kUnique}, {1});
  std::string with_cr = kRows;
  std::ranges::replace(with_cr, '\n', '\r');
  check_puzzles("[Puzzle]\r" + with_cr, {kUnique});
  for (const std::string gap : {"", "\n", "\n\n \t\n", "# the next\n", "\n# the next\n\n"}) {
    check_puzzles("# two\n\n" + kRows + gap + kOther + gap, {kUnique, kEscargot});
  }
  for (const std::size_t max_puzzles : {1, 2, 7}) {
    const auto reading = read_text("3\n" + kRows + "\n" + kRows + kRows, {}, max_puzzles);
    CHECK(reading.error.empty());
    CHECK(reading.lines == Numbers{2, 12, 21});
  }
}

TEST_CASE("sections other than Puzzle are skipped if they are known, and titles otherwise",
          "[grid_format]") {
  check_puzzles("#Asomebody\n[Puzzle]\n" + kRows + "[State]\nno board\n\n" + kRows +
                    " [Puzzle] \r\n" + kOther + "[PencilMarks]\n1 2,3\n",
                {kUnique, kEscargot}, {3, 25});
  CHECK(error_of("[Puzzle]\n" + kRows.substr(0, 80) + "[State]\n") ==
        ":10:1: 9 rows expected, 8 found");
  for (const std::string name : {"[puzzle]", "[PUZZLE]", "\t[ Puzzle ] "}) {
    check_puzzles("[STATE]\nno board\n" + name + "\n" + kRows, {kUnique});
  }
  check_puzzles("# x\n[Puzzles]\n" + kRows + "[State]\nno board\n[Second]\n" + kRows +
                    "[Solution]\n" + kRows + "[Puzzle]\n" + kRows,
                {kUnique, kUnique, kUnique});
}

TEST_CASE("cells may be separated, and rows quoted or between bars", "[grid_format]") {
  for (const std::string separator : {",", ";", "\t", ", ", "|"}) {
    std::string text;
    for (std::size_t cell = 0; cell < 81; ++cell) {
      text += kUnique[cell] + (cell % 9 == 8 ? std::string("\n") : separator);
    }
    check_puzzles("; a board\n" + text, {kUnique});
  }
  std::string quoted;
  std::string barred;
  for (std::size_t begin = 0; begin < 81; begin += 9) {
    const std::string row = kUnique.substr(begin, 9);
    quoted += "  \"" + row + "\",\n";
    barred += "\t| " + row.substr(0, 3) + " |" + row.substr(3, 3) + "|\t" + row.substr(6) + "| \n";
  }
  check_puzzles(quoted, {kUnique});
  check_puzzles(barred, {kUnique});
}

TEST_CASE("boards are read with any rules", "[grid_format]") {
  const std::string frame = " *-----------*\n";
  check_puzzles(frame + kRows + frame, {kUnique});
  // Nine characters are still a row.
  CHECK(error_of("*-------*\n") == ":2:1: 9 rows expected, 1 found");
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
  const std::string apart = in_bands(kRows, "\n");
  check_puzzles(apart + "\n" + apart + "\n\n" + apart, {kUnique, kUnique, kUnique}, {1, 13, 26});
}

TEST_CASE("numbers may precede the rows", "[grid_format]") {
  for (const std::string before : {"2\n", " 2 \r\n", "# two\n2\n\n", "3\n", "1\n1\n", "4x4\n",
                                   "9 3 3\n", "n=9\n", "9\n", "1.\n", "16 16\n", "(12)\n"}) {
    check_puzzles(before + kRows + "\n" + kRows, {kUnique, kUnique});
  }
  CHECK_THAT(error_of("0\n"), Catch::EndsWith(": contains no puzzles"));
}

TEST_CASE("text separates boards", "[grid_format]") {
  for (const std::string title :
       {"Grid 02\n", "=== 2 ===\n", "// easy\n", "[2]\n", "2.\n", "Sudoku: hard, 30 clues\n",
        "---- 2 ----\n", "---------\n", "--- --- ---\n", "*********\n", "2\n",
        "ED=8.4/1.2/1.2\n\nby somebody\n", "ED=11.9/11.9/11.3\n",
        "145 Hidden Single\nHidden Single\n3 Direct Pointing\n", "www.sudokuwiki.org\n"}) {
    check_puzzles(title + kRows + title + kOther + title + kRows + title,
                  {kUnique, kEscargot, kUnique});
  }
}

TEST_CASE("words are text although their letters are digits", "[grid_format]") {
  for (const std::string first : {"1", "A"}) {
    std::string rows = first + std::string(15, '.') + "\n";
    std::string puzzle = "1" + std::string(255, '.');
    for (int i = 1; i < 16; ++i) rows += (i == 5 ? "P" : ".") + std::string(15, '.') + "\n";
    if (first == "1") rows[5 * 17] = 'G';
    puzzle[80] = 'G';
    const std::string steps = "Analyzing\n145 Hidden Single\nNaked Single\n2 Bidden Chain\n";
    check_puzzles(steps + rows + steps + rows + steps, {puzzle, puzzle});
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

TEST_CASE("a damaged board is one invalid board", "[grid_format]") {
  for (std::size_t row = 0; row < 9; ++row) {
    std::string bad = kRows;
    bad.replace(10 * row, 9, "see below");
    check_skipped(kRows + "\n" + bad + "\n" + kRows, {kUnique, kUnique}, 1);
  }
  for (const std::string row : {"53..7", "5..", "| 5 |", "|   |   |   |"}) {
    std::string bad = kRows;
    bad.replace(0, 9, row);
    for (const std::string gap : {"", "\n"}) {
      check_skipped(kRows + gap + bad + gap + kRows, {kUnique, kUnique}, 1);
    }
  }
  std::string bad = kRows;
  bad[25] = '!';
  bad[47] = '!';
  for (const std::string& text :
       {kRows + bad + kRows, kRows + "\n" + bad + "\n" + kRows,
        kRows + "\n" + bad.substr(0, 70) + "\n" + kRows,
        kRows + "\n" + bad.substr(0, 30) + "\n" + kRows, bad + kRows + kRows, kRows + kRows + bad,
        kRows + kRows + bad.substr(0, 30)}) {
    check_skipped(text, {kUnique, kUnique}, 1);
  }
}

TEST_CASE("later boards keep their places if a row is missing or repeated", "[grid_format]") {
  const std::string rule = "---+---+---\n";
  // What follows a band, and what follows a board.
  const std::pair<std::string, std::string> gaps[] = {{"", "\n"},
                                                      {"", "\n\n"},
                                                      {"", "=========\n"},
                                                      {"", "Grid 2\n"},
                                                      {"\n", "\n"},
                                                      {"\n", "\n\n"},
                                                      {rule, "\n"},
                                                      {rule, rule},
                                                      {rule, rule + "\n" + rule},
                                                      {"\n" + rule, "Grid 2\n"}};
  for (const auto& [band_gap, board_gap] : gaps) {
    for (std::size_t i = 0; i < 54; ++i) {
      const std::size_t row = 10 * (i / 2 % 9);
      std::vector<std::string> boards = {kRows, kOther, kRows};
      std::vector<std::string> good = {kUnique, kEscargot, kUnique};
      std::string& bad = boards[i / 18];
      const std::string repeated = i % 2 == 0 ? "" : bad.substr(row, 10) + bad.substr(row, 10);
      good.erase(good.begin() + static_cast<std::ptrdiff_t>(i / 18));
      std::string text;
      for (const std::string& board : boards) {
        std::string bands = in_bands(board, band_gap);
        if (&board == &bad) bands.replace(bands.find(board.substr(row, 10)), 10, repeated);
        text += bands + board_gap;
      }
      check_skipped(text, good, 1);
    }
  }
}

TEST_CASE("a framed board with blanks after one with dots is invalid", "[grid_format]") {
  std::string dots;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    if (cell % 3 == 0) dots += "| ";
    dots += {kUnique[cell], ' '};
    if (cell % 9 == 8) dots += "|\n";
  }
  std::string blanks = dots;
  std::ranges::replace(blanks, '.', ' ');
  check_skipped(dots + "\n" + blanks + "\n" + dots, {kUnique, kUnique}, 1);
}

TEST_CASE("an invalid board is reported with its position", "[grid_format]") {
  const std::string squares = "1234521........54.........\n.........................\n";
  const std::pair<std::string, std::string> files[] = {
      {"53..k....\n" + kRows, ":1:5: k" + kMarks},
      {"\n5 3 . . 7 . . . \n" + kRows, ":2:16: 9 cells expected, 8 found"},
      {"53..7....123\n" + kRows, ":1:10: 9 cells expected, 12 found"},
      {kRows + kUnique, ":10:10: 9 cells expected, 81 found"},
      {"53!.7....\n", ":1:3: !" + kMarks},
      {std::string(70'000, '1'), ":1:65537: a line has at most 65536 bytes"},
      // Missing rows are reported where they are missing.
      {kRows.substr(0, 80), ":9:1: 9 rows expected, 8 found"},
      {kRows.substr(0, 79), ":9:1: 9 rows expected, 8 found"},
      {kRows + "\n" + kRows.substr(0, 30) + "\n" + kRows, ":14:1: 9 rows expected, 3 found"},
      {kRows + kRows.substr(0, 30) + "\n" + kRows, ":10:1: 9 rows expected, 12 found"},
      {in_bands(kRows, "---+---+---\n").substr(10) + "\n" + in_bands(kRows, "---+---+---\n"),
       ":3:1: 3 rows expected before this line, 2 found"},
      {kRows.substr(0, 20) + "\n" + kRows, ":3:1: 9 rows expected, 2 found"},
      {squares.substr(1),
       ":3:1: 25 rows expected, 2 found; for Latin squares of order 5, use --shape 1x5"},
      {"6" + squares.substr(2), ":3:1: 25 rows expected, 2 found"}};
  for (const auto& [text, error] : files) CHECK(error_of(text) == error);
}
