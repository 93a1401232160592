#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"
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

std::string stray_cr(int line, int column) {
  return fmt::format(":{}:{}: a CR within a line; lines must end with LF or CRLF\n", line, column);
}

}  // namespace

TEST_CASE("a line is a puzzle, with text after a separator", "[line_format]") {
  const auto reading = read_text(kUnique + "\n" + kEscargot + " 11.6 escargot\n" + kUnique +
                                 ",x\n" + kUnique + ";\n" + kUnique + "\t# y");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique, kEscargot, kUnique, kUnique, kUnique});
  CHECK(reading.lines == Numbers{1, 2, 3, 4, 5});
  CHECK(reading.expectations.empty());
}

TEST_CASE("eight marks are empty cells of a line", "[line_format]") {
  std::string text = kUnique;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') text[i] = ".0-_*?xX"[i % 8];
  }
  CHECK(read_text(text).puzzles == Strings{kUnique});
}

TEST_CASE("the cells may be quoted after blanks", "[line_format]") {
  for (const std::string& line :
       {"\"" + kUnique + "\"", "'" + kUnique + "',", "  \"" + kUnique + "\"; // the first",
        "\t" + kUnique, "  " + kUnique + "  x"}) {
    INFO(line);
    const auto reading = read_text("; puzzles\n" + line + "\n" + line + "\n  ; no more\n");
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{kUnique, kUnique});
  }
  const std::string unmatched = ": the cells begin with a quote, but do not end with one\n";
  CHECK(error_of("\"" + kUnique + "\n") == ":1:83" + unmatched);
  CHECK(error_of(" '" + kUnique + "\"\n") == ":1:84" + unmatched);
  CHECK(error_of(fmt::format("\"{}\"\n", kUnique.substr(1))) ==
        ":1:82: 81 cells expected, 80 found\n");
  CHECK(error_of("\"" + kUnique + "\"5\n") == ":1:83" + unmatched);
}

TEST_CASE("a CR within a line is an error", "[line_format]") {
  const std::string good = kUnique + "\n";
  CHECK(error_of("# by hand\r" + kUnique + "\r") == stray_cr(1, 10));
  CHECK(error_of(good + kUnique + " text\r" + kUnique + "\n") == stray_cr(2, 87));
  CHECK(error_of(kUnique + "\r\r\n") == stray_cr(1, 82));
  const auto reading = read_text(good + "; a\rb\n" + good + "\r", skipping());
  CHECK(reading.puzzles == Strings{kUnique, kUnique});
  CHECK(reading.rejected == 1);
}

TEST_CASE("an id of the puzzle bank may come first", "[line_format]") {
  CHECK(read_text("0000183b305c " + kUnique + "  1.2\n").puzzles == Strings{kUnique});
  CHECK(read_text("FFFFFFFFFFFF " + kUnique).puzzles == Strings{kUnique});
  CHECK(error_of("0000183b305c " + kUnique.substr(1)) == ":1:94: 81 cells expected, 80 found\n");
  CHECK(error_of("0000183b305g " + kUnique) == ":1:8: b" + kMarks);
  CHECK(error_of("0000183b305 " + kUnique) == ":1:8: b" + kMarks);
}

TEST_CASE("pencilmarks of clues and empty cells are read", "[line_format]") {
  std::string marks;
  for (const char cell : kUnique) {
    for (char digit = '1'; digit <= '9'; ++digit) {
      marks += cell == '.' || cell == digit ? digit : '.';
    }
  }
  CHECK(read_text(marks + "\n" + marks + " text").puzzles == Strings{kUnique, kUnique});
  std::string negative = marks;
  negative[18] = '.';
  CHECK(error_of(negative) ==
        ":1:19: a cell with 8 candidates is a negative clue, which no engine supports; "
        "1 or 9 expected\n");
  std::string empty = marks;
  empty[4] = '.';
  CHECK(error_of(empty).starts_with(":1:1: a cell with 0 candidates"));
  std::string displaced = marks;
  displaced[18] = '2';
  CHECK(error_of(displaced) == ":1:82: 81 cells expected, 729 found\n");
}

TEST_CASE("comments, empty lines, CRLF and a byte-order mark are skipped", "[line_format]") {
  const auto reading = read_text("\xEF\xBB\xBF# made by hand\r\n\r\n" + kUnique +
                                 "\r\n \t\r\n  # more\r\n" + kUnique);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique, kUnique});
  CHECK(reading.lines == Numbers{3, 6});
}

TEST_CASE("two equal clues in a house are a valid puzzle", "[line_format]") {
  std::string puzzle(81, '.');
  puzzle[0] = puzzle[1] = '5';
  CHECK(read_text(puzzle).puzzles == Strings{puzzle});
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
      const auto format = sudoku::make_line_format(reader);
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
  CHECK(error_of(std::string("1\0", 2)) == ":1:2: \\x00" + kMarks);
  CHECK(error_of("1\xC3\xA4") == ":1:2: \\xc3" + kMarks);
  CHECK(error_of("12\r34") == stray_cr(1, 3));
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
  const auto reading =
      read_text("# four\n" + kSparse + " a note\r\n\n\"" + kFull + "\",x\n" + kSparse + ",1234\n");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == std::vector<std::string>{kSparse, kFull, kSparse});
  CHECK(reading.lines == std::vector<std::uint64_t>{2, 4, 5});
}

TEST_CASE("nothing may follow a line of integers", "[line_format]") {
  const std::string numbers = "1 0 0 4 0 0 1 0 0 4 0 0 2 0 0 3";
  CHECK(read_text(numbers + "\n" + numbers).puzzles == std::vector<std::string>{kSparse, kSparse});
  CHECK(board_error_of(numbers + "\n" + numbers + " 3\n") ==
        ":2:33: 16 cells expected for 4x4, 17 found");
  CHECK(board_error_of("# integers\n" + numbers + "\n" + numbers.substr(2) + "\n") ==
        ":3:30: 16 cells expected for 4x4, 15 found");
}

TEST_CASE("81 numbers are a 9x9 board", "[line_format]") {
  std::string numbers;
  for (const char c : kEscargot) numbers += std::string(c == '.' ? "-1" : std::string(1, c)) + ' ';
  CHECK(read_text(numbers + "\n").puzzles == std::vector<std::string>{kEscargot});
}

TEST_CASE("invalid pencilmarks are not a 27x27 board", "[line_format]") {
  CHECK(board_error_of(std::string(729, '1') + "\n") == ":1:82: 81 cells expected, 729 found");
}

TEST_CASE("invalid lines of other shapes are skipped", "[line_format]") {
  const auto reading = read_text(kSparse + "\n" + kSparse.substr(1) + "\n" + kSparse + "!\n" +
                                     std::string(81, '.') + "\n" + kFull + "\n",
                                 skipping());
  CHECK(reading.puzzles == std::vector<std::string>{kSparse, kFull});
  CHECK(reading.rejected == 3);
}

TEST_CASE("a quote after cells that do not begin with one is an error", "[line_format]") {
  CHECK(error_of(kUnique + "\"\n") == ":1:82: found \" after the 81 cells\n");
  CHECK(board_error_of(kSparse + "\n" + kFull + "'x\n") == ":2:17: found ' after the 16 cells");
  CHECK(board_error_of(kSparse + "\n\"" + kFull + "\"x\n") ==
        ":2:18: the cells begin with a quote, but do not end with one");
}
