#include "harness/dataset/import/plain_text.h"

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
  for (const auto& [text, expected] :
       {std::pair("53..7", "53..7"), std::pair("５３．．７", "53..7"),  // full width
        std::pair("53··7 53••7 53∙∙7 53⋅⋅7", "53..7 53..7 53..7 53..7"),
        std::pair("53…7", "53...7"), std::pair("53××7", "53xx7"), std::pair("53——7 −", "53--7 -"),
        std::pair("53\u00A0\u20027\u3000", "53  7 "), std::pair("5\u200B3\uFEFF", "53"),
        std::pair("“53” ‘7’ «1»", "'53' '7' '1'"), std::pair("│5 3│ ┃ ║", "|5 3| | |"),
        std::pair("┌───┬───┐ ╔═╗ ├┼┤", "+===+===+ +=+ +++"), std::pair("□□5○●", "..5..")}) {
    CHECK(ascii(text) == expected);
  }
  for (const std::string_view text :
       {"5ä3", "5\xC3", "\xFF\xFE", "½", "，", "；", "＂", "＃", "（"}) {
    CHECK(ascii(text) == text);
  }
}

TEST_CASE("blanks are empty cells in 81 characters between delimiters", "[plain_text]") {
  std::string full = kUnique;
  std::ranges::replace(full, '.', ' ');
  for (const std::string& line :
       {full, full + ",7.2", "1;" + full + ";x", "\"" + full + "\"", full + "\t5"}) {
    INFO(line);
    CHECK_THAT(plain_copy(line), Catch::Contains(kUnique));
  }
  CHECK(plain_copy(full.substr(1)) == full.substr(1) + "\n");
  // Blanks at the end may be missing.
  std::string cut = full;
  cut.replace(70, 11, 11, ' ');
  cut.erase(cut.find_last_not_of(' ') + 1);
  std::string expected = cut + std::string(81 - cut.size(), ' ');
  std::ranges::replace(expected, ' ', '.');
  CHECK(plain_copy(full + "\n" + cut) == kUnique + "\n" + expected + "\n");
  CHECK(plain_copy(cut) == cut + "\n");  // nothing shows that blanks are cells
}

TEST_CASE("unusual cells and rules are replaced", "[plain_text]") {
  const std::string full = "1234\n3412\n2143\n4321\n";
  const std::pair<std::string, std::string> texts[] = {
      // Rows of nine characters
      {"53  7    \n6  195   \n 98    6 \n         \n",
       "53..7....\n6..195...\n.98....6.\n.........\n"},
      // Frames
      {"| 5 3   |   7   |       |\n", "| 5 3 . | . 7 . | . . . |\n"},
      {"|53 | 7 |   |\n", "|53.|.7.|...|\n"},
      {"|5 3  |  7  |     |\n", "|5 3 .|. 7 .|. . .|\n"},
      {"| 5 | 3 |   |   | 7 |   |   |   |   |\n", "| 5 | 3 | . | . | 7 | . | . | . | . |\n"},
      {"| 1   |   4 |\n", "| 1 . | . 4 |\n"},
      {"│ 5 3   │   7   │       │\n", "| 5 3 . | . 7 . | . . . |\n"},
      {"|  5|   |  7|  1|\n", "|  5|  .|  7|  1|\n"},
      {"|5  |   |7  |1  |\n", "|5  |.  |7  |1  |\n"},
      // All rows of a frame decide where its cells are.
      {"| 534 | 678 | 912 |\n| 6 2 | 1 5 |     |\n", "| 534 | 678 | 912 |\n| 6.2 | 1.5 | ... |\n"},
      {"| 53  |  7  |     |\n| 6   | 195 |     |\n|  98 |     |  6  |\n",
       "| 53. | .7. | ... |\n| 6.. | 195 | ... |\n| .98 | ... | .6. |\n"},
      {"| 1 3 | 4 6 |\n|  2  | 1   |\n", "| 1.3 | 4.6 |\n| .2. | 1.. |\n"},
      {"| 5  3    |    7    |         |\n| 6       | 1  9  5 |         |\n",
       "| 5  3  . | .  7  . | .  .  . |\n| 6  .  . | 1  9  5 | .  .  . |\n"},
      // A line of one mark is a rule if cells use other marks, or after complete rows.
      {"1..4\n----\n", "1..4\n=\n"},
      {"53..7....\n--- --- ---\n*********\n_________\n", "53..7....\n=\n=\n=\n"},
      {"530070000\n.........\n", "530070000\n=\n"},
      {"53..7....\n---- 1 ----\n-- 12 --\n", "53..7....\n=\n=\n"},
      {"53xx7xxxx\n---------\n", "53xx7xxxx\n=\n"},
      {"53OO7OOOO\n---------\n", "53OO7OOOO\n=\n"},
      {full + "----\n" + full, full + "=\n" + full},
      // Number signs between digits are empty cells.
      {"53##7####\n#3##2#6##\n#########\n", "53..7....\n.3..2.6..\n.........\n"}};
  for (const auto& [text, expected] : texts) CHECK(plain_copy(text) == expected);
}

TEST_CASE("lines that are not boards with unusual cells stay", "[plain_text]") {
  for (const std::string text :
       {"53  7    \n",  // too few to be certain
        "5 3 4 6 7\n1 2 3 4 5\n9 8 7 6 5\n", "| 534 | 678 | 912 |\n", "| 123 | 456 |\n",
        "| 12 | 34 |\n| 34 | 12 |\n", "| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n", "| 1 |\n", "|||\n",
        "| | |\n", "| 534 | 678 | 912 |\n| 6 2 |1  5 |     |\n",
        // A frame with other marks, and candidates
        "| 5 3 . | . 7 . | . . . |\n|       |       |       |\n",
        "| 45     4578   3      | 49     2      147    | 6      5789   57     |\n",
        "53--7----\n---------\n", "1234\n----\n----\n----\n", "# 53..7....\n#12\n#3\n",
        "4321 #1\n#3\n", "534678912 #12\n#3\n", "534678912 # 12\n#3\n", "534678912 #\n#3\n",
        "12 #3\n#3\n"}) {
    CHECK(plain_copy(text) == text);
  }
}

TEST_CASE("no marks are learned from titles, dates and numbers of boards", "[plain_text]") {
  for (const std::string title : {"EASY-1", "GRID-001", "2024-01-15", "1-2"}) {
    const std::string rows = title + "\n53..7....\n6..195...\n";
    CHECK(plain_copy(rows + "---------\n") == rows + "=\n");
  }
  std::string rows;
  std::string frame;
  for (const char digit : {'5', '6', '7', '8'}) {
    rows += std::string(1, digit) + "3  7    \n";
    frame += std::string("| ") + digit + " 3   |   7   |       |\n";
  }
  CHECK_THAT(plain_copy("0001\n" + rows + "0002\n" + rows + "2024\n"),
             Catch::Contains("53..7....\n"));
  CHECK_THAT(plain_copy("0001\n" + frame + "0002\n" + frame + "4.50\n"),
             Catch::Contains("| 5 3 . | . 7 . | . . . |\n"));
}
