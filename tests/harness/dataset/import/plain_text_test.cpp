#include "harness/dataset/import/plain_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/dataset/import/unicode.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::plain_copy;

namespace {

std::string ascii(std::string_view text) {
  std::string buffer;
  return std::string(sudoku::to_ascii(text, buffer));
}

}  // namespace

TEST_CASE("characters that people use in boards become ASCII", "[plain_text]") {
  CHECK(ascii("53..7") == "53..7");
  CHECK(ascii("５３．．７") == "53..7");  // full width
  CHECK(ascii("53··7 53••7 53∙∙7 53⋅⋅7") == "53..7 53..7 53..7 53..7");
  CHECK(ascii("53…7") == "53...7");
  CHECK(ascii("53××7") == "53xx7");
  CHECK(ascii("53——7 −") == "53--7 -");
  CHECK(ascii("53\u00A0\u20027\u3000") == "53  7 ");
  CHECK(ascii("5\u200B3\uFEFF") == "53");
  CHECK(ascii("“53” ‘7’ «1»") == "'53' '7' '1'");
  CHECK(ascii("│5 3│ ┃ ║") == "|5 3| | |");
  CHECK(ascii("┌───┬───┐ ╔═╗ ├┼┤") == "+===+===+ +=+ +++");
  CHECK(ascii("□□5○●") == "..5..");
}

TEST_CASE("other characters and invalid UTF-8 stay", "[plain_text]") {
  for (const std::string_view text : {"5ä3", "5\xC3", "\xFF\xFE", "½"}) CHECK(ascii(text) == text);
}

TEST_CASE("blanks are empty cells in 81 characters between delimiters", "[plain_text]") {
  std::string puzzle = kUnique;
  std::replace(puzzle.begin(), puzzle.end(), '.', ' ');
  for (const std::string& line :
       {puzzle, puzzle + ",7.2", "1;" + puzzle + ";x", "\"" + puzzle + "\"", puzzle + "\t5"}) {
    const std::string copy = plain_copy(line);
    INFO(line);
    CHECK(copy.find(kUnique) != copy.npos);
  }
  CHECK(plain_copy(puzzle.substr(1)) == puzzle.substr(1) + "\n");
}

TEST_CASE("blanks at the end of a board may be missing", "[plain_text]") {
  std::string full = kUnique;
  std::replace(full.begin(), full.end(), '.', ' ');
  std::string cut = full;
  cut.replace(70, 11, 11, ' ');
  cut = cut.substr(0, cut.find_last_not_of(' ') + 1);
  std::string expected = cut;
  expected.resize(81, ' ');
  std::replace(expected.begin(), expected.end(), ' ', '.');
  CHECK(plain_copy(full + "\n" + cut) == kUnique + "\n" + expected + "\n");
  CHECK(plain_copy(cut) == cut + "\n");  // nothing shows that blanks are cells
}

TEST_CASE("blanks are empty cells in rows of nine characters", "[plain_text]") {
  CHECK(plain_copy("53  7    \n6  195   \n 98    6 \n         \n") ==
        "53..7....\n6..195...\n.98....6.\n.........\n");
  CHECK(plain_copy("53  7    \n") == "53  7    \n");  // too few to be certain
  CHECK(plain_copy("5 3 4 6 7\n1 2 3 4 5\n9 8 7 6 5\n") == "5 3 4 6 7\n1 2 3 4 5\n9 8 7 6 5\n");
}

TEST_CASE("blanks are empty cells between the bars of a frame", "[plain_text]") {
  CHECK(plain_copy("| 5 3   |   7   |       |") == "| 5 3 . | . 7 . | . . . |\n");
  CHECK(plain_copy("|53 | 7 |   |") == "|53.|.7.|...|\n");
  CHECK(plain_copy("|5 3  |  7  |     |") == "|5 3 .|. 7 .|. . .|\n");
  CHECK(plain_copy("| 5 | 3 |   |   | 7 |   |   |   |   |") ==
        "| 5 | 3 | . | . | 7 | . | . | . | . |\n");
  CHECK(plain_copy("| 1   |   4 |") == "| 1 . | . 4 |\n");
  CHECK(plain_copy("│ 5 3   │   7   │       │") == "| 5 3 . | . 7 . | . . . |\n");
}

TEST_CASE("a frame may have one cell per part at any place", "[plain_text]") {
  CHECK(plain_copy("|  5|   |  7|  1|\n") == "|  5|  .|  7|  1|\n");
  CHECK(plain_copy("|5  |   |7  |1  |\n") == "|5  |.  |7  |1  |\n");
}

TEST_CASE("all rows of a frame decide where its cells are", "[plain_text]") {
  for (const std::string text :
       {"| 534 | 678 | 912 |\n", "| 123 | 456 |\n", "| 12 | 34 |\n| 34 | 12 |\n",
        "| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n", "| 1 |\n", "|||\n", "| | |\n"}) {
    CHECK(plain_copy(text) == text);
  }
  CHECK(plain_copy("| 534 | 678 | 912 |\n| 6 2 |1  5 |     |\n") ==
        "| 534 | 678 | 912 |\n| 6 2 |1  5 |     |\n");
  CHECK(plain_copy("| 534 | 678 | 912 |\n| 6 2 | 1 5 |     |\n") ==
        "| 534 | 678 | 912 |\n| 6.2 | 1.5 | ... |\n");
  CHECK(plain_copy("| 53  |  7  |     |\n| 6   | 195 |     |\n|  98 |     |  6  |\n") ==
        "| 53. | .7. | ... |\n| 6.. | 195 | ... |\n| .98 | ... | .6. |\n");
  CHECK(plain_copy("| 1 3 | 4 6 |\n|  2  | 1   |\n") == "| 1.3 | 4.6 |\n| .2. | 1.. |\n");
  CHECK(plain_copy("| 5  3    |    7    |         |\n| 6       | 1  9  5 |         |\n") ==
        "| 5  3  . | .  7  . | .  .  . |\n| 6  .  . | 1  9  5 | .  .  . |\n");
}

TEST_CASE("a frame with other marks has no blank cells", "[plain_text]") {
  const std::string text = "| 5 3 . | . 7 . | . . . |\n|       |       |       |\n";
  CHECK(plain_copy(text) == text);
}

TEST_CASE("candidates between bars stay", "[plain_text]") {
  const std::string row =
      "| 45     4578   3      | 49     2      147    | 6      5789   57     |\n";
  CHECK(plain_copy(row) == row);
}

TEST_CASE("a line of one mark is a rule if cells use other marks", "[plain_text]") {
  CHECK(plain_copy("1..4\n----\n") == "1..4\n=\n");
  CHECK(plain_copy("53..7....\n--- --- ---\n*********\n_________\n") == "53..7....\n=\n=\n=\n");
  CHECK(plain_copy("530070000\n.........\n") == "530070000\n=\n");
  CHECK(plain_copy("53--7----\n---------\n") == "53--7----\n---------\n");
  CHECK(plain_copy("53..7....\n---- 1 ----\n-- 12 --\n") == "53..7....\n=\n=\n");
}

TEST_CASE("letters are marks of empty cells up to side 9", "[plain_text]") {
  CHECK(plain_copy("53xx7xxxx\n---------\n") == "53xx7xxxx\n=\n");
  CHECK(plain_copy("53OO7OOOO\n---------\n") == "53OO7OOOO\n=\n");
}

TEST_CASE("no marks are learned from titles and dates", "[plain_text]") {
  for (const std::string title : {"EASY-1", "GRID-001", "2024-01-15", "1-2"}) {
    const std::string rows = title + "\n53..7....\n6..195...\n";
    INFO(title);
    CHECK(plain_copy(rows + "---------\n") == rows + "=\n");
  }
}

TEST_CASE("a line of dashes after complete rows is a rule", "[plain_text]") {
  const std::string full = "1234\n3412\n2143\n4321\n";
  CHECK(plain_copy(full + "----\n" + full) == full + "=\n" + full);
  CHECK(plain_copy("1234\n----\n----\n----\n") == "1234\n----\n----\n----\n");
}

TEST_CASE("number signs are empty cells if they are between digits", "[plain_text]") {
  CHECK(plain_copy("53##7####\n#3##2#6##\n#########\n") == "53..7....\n.3..2.6..\n.........\n");
  for (const std::string text : {"# 53..7....\n#12\n", "4321 #1\n", "534678912 #12\n",
                                 "534678912 # 12\n", "534678912 #\n", "12 #3\n"}) {
    CHECK(plain_copy(text + "#3\n") == text + "#3\n");
  }
}

TEST_CASE("numbers of boards do not hide that blanks are empty cells", "[plain_text]") {
  std::string rows;
  std::string frame;
  for (const char digit : {'5', '6', '7', '8'}) {
    rows += std::string(1, digit) + "3  7    \n";
    frame += std::string("| ") + digit + " 3   |   7   |       |\n";
  }
  const std::string filled = plain_copy("0001\n" + rows + "0002\n" + rows + "2024\n");
  CHECK(filled.find("53..7....\n") != filled.npos);
  const std::string framed = plain_copy("0001\n" + frame + "0002\n" + frame + "4.50\n");
  CHECK(framed.find("| 5 3 . | . 7 . | . . . |\n") != framed.npos);
}

TEST_CASE("other characters of full width stay", "[plain_text]") {
  for (const std::string_view text : {"，", "；", "＂", "＃", "（"}) CHECK(ascii(text) == text);
}
