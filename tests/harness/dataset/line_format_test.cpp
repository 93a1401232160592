#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/formats.h"
#include "harness/dataset/line_reader.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;

namespace {

using Strings = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;

const std::string kMarks = " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell\n";

std::string error_of(std::string_view text) {
  return read_text(text, with_format(DatasetFormat::line)).error + "\n";
}

const std::string kFull = "1234341221434321";
const std::string kSparse = "1..4..1..4..2..3";

std::string board_error_of(const std::string& text) { return read_text(text).error; }

}  // namespace

TEST_CASE("a line is a puzzle, with text after a separator", "[line_format]") {
  const auto reading = read_text(kUnique + "\n" + kEscargot + " 11.6 escargot\n" + kUnique +
                                 ",x\n" + kUnique + ";\n" + kUnique + "\t# y");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique, kEscargot, kUnique, kUnique, kUnique});
  CHECK(reading.lines == Numbers{1, 2, 3, 4, 5});
  CHECK(reading.expectations.empty());
}

TEST_CASE("the usual marks are empty cells of a line", "[line_format]") {
  std::string text = kUnique;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') text[i] = ".0-_*?xX"[i % 8];
  }
  check_puzzles(text, {kUnique});
}

TEST_CASE("a rule as long as a board is no puzzle if boards use other marks", "[line_format]") {
  for (const char mark : {'-', '_', '*', '~', '+'}) {
    const std::string rule(81, mark);
    check_puzzles(rule + "\n" + kUnique + "\n" + rule + "\n" + kEscargot + "\n" + rule,
                  {kUnique, kEscargot});
  }
  std::string dashed = kUnique;
  std::replace(dashed.begin(), dashed.end(), '.', '-');
  const auto reading = read_text(dashed + "\n" + std::string(81, '-') + "\n");
  CHECK(reading.puzzles == Strings{kUnique, std::string(81, '.')});
  CHECK(error_of(std::string(81, '-'))
            .starts_with(":1:1: a line of one mark is a rule, not a board; write . for empty"));
}

TEST_CASE("the cells may be quoted after blanks", "[line_format]") {
  for (const std::string& line :
       {"\"" + kUnique + "\"", "'" + kUnique + "',", "  \"" + kUnique + "\"; // the first",
        "\t" + kUnique, "  " + kUnique + "  x"}) {
    check_puzzles("; puzzles\n" + line + "\n" + line + "\n  ; no more\n", {kUnique, kUnique});
  }
  CHECK(error_of(fmt::format("\"{}\"\n", kUnique.substr(1))) ==
        ":1:82: 81 cells expected, 80 found\n");
}

TEST_CASE("lines may end with CR", "[line_format]") {
  check_puzzles("# by hand\r" + kUnique + "\r" + kEscargot + " text\r\r\n" + kUnique + "\r\n",
                {kUnique, kEscargot, kUnique}, {2, 3, 5});
}

TEST_CASE("text may surround a puzzle", "[line_format]") {
  for (const std::string before :
       {"1 ", "1. ", "7.2,", "\"Easter Monster\",\"", "https://x.org/a.htm?bd=", "play/",
        "a: ", "<game data=\"", "(", "0000183b305g ", "0000183b305 ", "\""}) {
    for (const std::string after : {"", "\n", "\"/>", " 7.2", ";x", "#1", "&x=1", ")"}) {
      check_puzzles(before + kUnique + after + "\n" + kEscargot + "\n", {kUnique, kEscargot});
    }
  }
}

TEST_CASE("a complete second board is the expected solution", "[line_format]") {
  for (const std::string& line :
       {kUnique + "," + kUniqueSolution, kUniqueSolution + "," + kUnique,
        kUnique + ";" + kUniqueSolution + ";7.2", "1\t" + kUniqueSolution + "\t" + kUnique,
        kUnique + " " + kUniqueSolution}) {
    INFO(line);
    const auto reading = read_text(kEscargot + "\n" + line + "\n" + kEscargot + "\n");
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{kEscargot, kUnique, kEscargot});
    REQUIRE(reading.expectations.size() == 3);
    CHECK(reading.expectations[0].solution.empty());
    REQUIRE(reading.expectations[1].solution.size() == 1);
    CHECK(sudoku::format_line(reading.expectations[1].solution[0]) == kUniqueSolution);
    CHECK(reading.expectations[2].solution.empty());
  }
}

TEST_CASE("damaged lines with a puzzle and its solution are invalid", "[line_format]") {
  const std::string good = kUniqueSolution + "," + kUnique + "\n";
  CHECK(error_of(good + kUniqueSolution + "\n") ==
        ":2:1: the line has only a complete board; earlier lines have a puzzle and its solution\n");
  const std::string short_puzzle = kUnique.substr(1);
  for (const std::string& before : {std::string(), good}) {
    const std::string line = before.empty() ? ":1:" : ":2:";
    CHECK(error_of(before + kUniqueSolution + "," + short_puzzle + "\n") ==
          line + "163: 81 cells expected, 80 found\n");
    CHECK(error_of(before + short_puzzle + "," + kUniqueSolution + "\n") ==
          line + "81: 81 cells expected, 80 found\n");
    CHECK(error_of(before + kUnique + "," + kUniqueSolution.substr(1) + "\n") ==
          line + "163: 81 cells expected, 80 found\n");
  }
  std::string wrong = kUniqueSolution;
  std::swap(wrong[3], wrong[4]);
  CHECK(error_of(good + kUnique + "," + wrong + "\n") ==
        ":2:83: this board does not solve the other board of the line\n");
  CHECK(error_of(kUnique + "," + kEscargot + "\n").starts_with(":1:1: 2 boards in one line"));
}

TEST_CASE("text between puzzles is skipped and noted", "[line_format]") {
  std::vector<std::string> notes;
  sudoku::ReadOptions options;
  options.on_note = [&](const std::string& note) { notes.push_back(note); };
  const TemporaryFile file("3\n" + kUnique + "\n// easy\n% " + kUnique + "\nHard ones:\n#1 " +
                           kUnique + "\n-----\n" + kUnique + "\n");
  const auto reading = read_file(file.path(), options);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique, kUnique});
  CHECK(notes == Strings{file.path() + ": 3 lines of text were skipped, the first in line 1",
                         file.path() + ": 2 comments look like puzzles; remove their marks to read "
                                       "them, the first in line 4"});
}

TEST_CASE("separated cells may have a remark after them", "[line_format]") {
  std::string cells;
  for (const char c : kUnique) cells += std::string(1, c == '.' ? '0' : c) + " ";
  for (const std::string after : {"\t7.2", "0.25", "# 1", "hard", "\t5"}) {
    check_puzzles(cells + after + "\n" + cells + "\n", {kUnique, kUnique});
  }
}

TEST_CASE("the rows of a puzzle may follow each other in a line", "[line_format]") {
  std::string rows;
  for (std::size_t row = 0; row < 9; ++row) rows += "\"" + kUnique.substr(9 * row, 9) + "\" ";
  check_puzzles(rows + "\n" + rows + "\n", {kUnique, kUnique});
}

TEST_CASE("puzzles that a spreadsheet damaged are explained", "[line_format]") {
  CHECK(error_of(kUnique + "\n5.3007E+80\n") ==
        ":2:1: a spreadsheet converted this puzzle to the number 5.3007E+80; import the column as "
        "text\n");
  std::string zeros = kEscargot;
  std::replace(zeros.begin(), zeros.end(), '.', '0');
  CHECK(error_of(zeros + "\n" + zeros.substr(13) + "\n") ==
        ":2:69: 81 cells expected, 68 found; a spreadsheet may have removed leading zeros; import "
        "the column as text\n");
}

TEST_CASE("a message names the whole character", "[line_format]") {
  CHECK(error_of("53..7..ä" + kUnique.substr(8)).starts_with(":1:8: ä (U+00E4) is not a cell"));
  CHECK(error_of("e" + kUnique.substr(1)) ==
        ":1:1: e is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell; --symbols A reads "
        "letters from A to I\n");
}

TEST_CASE("an id of the puzzle bank may come first", "[line_format]") {
  check_puzzles("0000183b305c " + kUnique + "  1.2\n", {kUnique});
  check_puzzles("FFFFFFFFFFFF " + kUnique, {kUnique});
  CHECK(error_of("0000183b305c " + kUnique.substr(1)) == ":1:94: 81 cells expected, 80 found\n");
}

TEST_CASE("comments, empty lines, CRLF and a byte-order mark are skipped", "[line_format]") {
  check_puzzles(
      "\xEF\xBB\xBF# made by hand\r\n\r\n" + kUnique + "\r\n \t\r\n  # more\r\n" + kUnique,
      {kUnique, kUnique}, {3, 6});
}

TEST_CASE("two equal clues in a house are a valid puzzle", "[line_format]") {
  std::string puzzle(81, '.');
  puzzle[0] = puzzle[1] = '5';
  check_puzzles(puzzle, {puzzle});
}

TEST_CASE("puzzles do not depend on chunks and blocks", "[line_format]") {
  std::string text;
  Strings puzzles;
  Numbers lines;
  for (std::uint64_t i = 0; i < 20; ++i) {
    std::string puzzle = kUnique;
    puzzle[i] = '9';
    text += puzzle + (i % 4 == 0 ? "\r\n" : i % 4 == 1 ? " x\n" : "\n") + (i % 7 == 0 ? "#\n" : "");
    puzzles.push_back(puzzle);
    lines.push_back(i + 1 + (i + 6) / 7);
  }
  for (const std::size_t chunk : {1, 2, 7, 81, 82, 83, 4096}) {
    for (const std::size_t max_puzzles : {1, 2, 7, 100}) {
      MemorySource source(text);
      sudoku::LineReader reader(source, chunk);
      sudoku::Layout layout;
      const auto format = sudoku::formats::line.open({reader, layout, {}, ""});
      Reading reading;
      sudoku::PuzzleBlock block;
      do {
        block = {};
        REQUIRE_FALSE(format->read(block, max_puzzles).has_value());
        CHECK(block.puzzles.size() <= max_puzzles);
        append(block, reading);
      } while (!block.puzzles.empty());
      CHECK(reading.puzzles == puzzles);
      CHECK(reading.lines == lines);
    }
  }
}

TEST_CASE("an invalid line is reported with its position", "[line_format]") {
  const std::string good = kUnique + "\n";
  CHECK(error_of(good + "12k4") == ":2:3: k" + kMarks);
  CHECK(error_of(std::string(80, '.') + "k\n") == ":1:81: k" + kMarks);
  CHECK(error_of(good + "\n" + kUnique.substr(1)) == ":3:81: 81 cells expected, 80 found\n");
  CHECK(error_of(kUnique.substr(1) + ",x\n") == ":1:81: 81 cells expected, 80 found\n");
  CHECK(error_of(kUnique + "..\n") == ":1:82: 81 cells expected, 83 found\n");
  CHECK(error_of(kUnique + "k\n") == ":1:82: found k after the 81 cells\n");
  CHECK(error_of(std::string("53..7..\x01..\n", 11)) == ":1:8: \\x01" + kMarks);
  CHECK(error_of("53..7..\xC3..\n") == ":1:8: \\xc3" + kMarks);
}

TEST_CASE("an invalid cell is found at every position", "[line_format]") {
  for (std::size_t i = 0; i < kUnique.size(); ++i) {
    std::string text = kUnique + "\n" + kUnique + "\n" + kUnique + "\n";
    text[82 + i] = ':';
    CHECK(error_of(text) == ":2:" + std::to_string(i + 1) + ": :" + kMarks);
  }
}

TEST_CASE("an endless line is an error and uses constant memory", "[line_format]") {
  const std::string message = ":2:65537: a line has at most 65536 bytes\n";
  CHECK(error_of(kUnique + "\n" + std::string(10 << 20, '.')) == message);
  CHECK(error_of(kUnique + "\n" + kUnique + std::string(10 << 20, ' ') + "\n") == message);
}

TEST_CASE("lines of other shapes support separators, quotes and comments", "[line_format]") {
  check_puzzles("# four\n" + kSparse + " a note\r\n\n\"" + kFull + "\",x\n" + kSparse + ",1234\n",
                {kSparse, kFull, kSparse}, {2, 4, 5});
}

TEST_CASE("another number after the cells is an error", "[line_format]") {
  const std::string numbers = "1 0 0 4 0 0 1 0 0 4 0 0 2 0 0 3";
  check_puzzles(numbers + "\n" + numbers, {kSparse, kSparse});
  CHECK(board_error_of(numbers + "\n" + numbers + " 3\n") ==
        ":2:33: 16 cells expected for 4x4, 17 found");
  CHECK(board_error_of("# integers\n" + numbers + "\n" + numbers.substr(2) + "\n") ==
        ":3:30: 16 cells expected for 4x4, 15 found");
}

TEST_CASE("81 numbers are a 9x9 board", "[line_format]") {
  std::string numbers;
  for (const char c : kEscargot) numbers += std::string(c == '.' ? "-1" : std::string(1, c)) + ' ';
  check_puzzles(numbers + "\n", {kEscargot});
}

TEST_CASE("invalid candidates are not a 27x27 board", "[line_format]") {
  CHECK(board_error_of(std::string(729, '1') + "\n") == ":1:82: 81 cells expected, 729 found");
}

TEST_CASE("invalid lines of other shapes are skipped", "[line_format]") {
  const auto reading = read_text(kSparse + "\n" + kSparse.substr(1) + "\n" + kSparse + "!\n" +
                                     std::string(81, '.') + "\n" + kFull + "\n",
                                 skipping());
  CHECK(reading.puzzles == std::vector<std::string>{kSparse, kFull});
  CHECK(reading.rejected == 3);
}
