#include "harness/dataset/formats.h"
#include "harness/dataset/line_reader.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;
using sudoku::MemorySource;

namespace {

std::string error_of(std::string_view text) {
  return read_text(text, with_format(DatasetFormat::line)).error;
}

const std::string kFull = "1234341221434321";
const std::string kSparse = "1..4..1..4..2..3";

/// Returns the cells as numbers with `empty` for empty cells, each followed by a blank.
std::string numbers_of(const std::string& board, const std::string& empty) {
  std::string text;
  for (const char c : board) text += (c == '.' ? empty : std::string(1, c)) + " ";
  return text;
}

}  // namespace

TEST_CASE("a line is a puzzle, with text after a separator", "[line_format]") {
  check_puzzles(kUnique + "\n" + kEscargot + " 11.6 escargot\n" + kUnique + ",x\n" + kUnique +
                    ";\n" + kUnique + "\t# y",
                {kUnique, kEscargot, kUnique, kUnique, kUnique}, {1, 2, 3, 4, 5});
  check_puzzles(
      "\xEF\xBB\xBF# made by hand\r\n\r\n" + kUnique + "\r\n \t\r\n  # more\r\n" + kUnique,
      {kUnique, kUnique}, {3, 6});
  check_puzzles("# four\n" + kSparse + " a note\r\n\n\"" + kFull + "\",x\n" + kSparse + ",1234\n",
                {kSparse, kFull, kSparse}, {2, 4, 5});
  std::string marks = kUnique;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == '.') marks[i] = ".0-_*?xX"[i % 8];
  }
  check_puzzles(marks, {kUnique});
}

TEST_CASE("a rule as long as a board is no puzzle if boards use other marks", "[line_format]") {
  for (const char mark : {'-', '_', '*', '~', '+'}) {
    const std::string rule(81, mark);
    check_puzzles(rule + "\n" + kUnique + "\n" + rule + "\n" + kEscargot + "\n" + rule,
                  {kUnique, kEscargot});
  }
  std::string dashed = kUnique;
  std::ranges::replace(dashed, '.', '-');
  check_puzzles(dashed + "\n" + std::string(81, '-') + "\n", {kUnique, std::string(81, '.')});
}

TEST_CASE("text may surround a puzzle", "[line_format]") {
  for (const std::string& line :
       {"\"" + kUnique + "\"", "'" + kUnique + "',", "  \"" + kUnique + "\"; // the first",
        "\t" + kUnique, "  " + kUnique + "  x"}) {
    check_puzzles("; puzzles\n" + line + "\n" + line + "\n  ; no more\n", {kUnique, kUnique});
  }
  for (const std::string before :
       {"1 ", "1. ", "7.2,", "\"Easter Monster\",\"", "https://x.org/a.htm?bd=", "play/",
        "a: ", "<game data=\"", "(", "0000183b305g ", "0000183b305 ", "FFFFFFFFFFFF ", "\""}) {
    for (const std::string after : {"", "\n", "\"/>", " 7.2", ";x", "#1", "&x=1", ")"}) {
      check_puzzles(before + kUnique + after + "\n" + kEscargot + "\n", {kUnique, kEscargot});
    }
  }
}

TEST_CASE("the text around a puzzle is no evidence for its symbols and shape", "[line_format]") {
  for (const std::size_t side : {4, 6, 8, 10, 12, 16, 20, 30}) {
    std::string zeros(side * side, '0');
    zeros[1] = '1';
    zeros[side + 3] = side < 10 ? '4' : 'A';
    std::string puzzle = zeros;
    std::ranges::replace(puzzle, '0', '.');
    for (const std::string before : {"10 ", "10,", "20 - ", "1. ", "1.5 G0 ", "0.1 ", "a_1: "}) {
      for (const std::string after : {"", ",0.5", " -1.5", "\t*"}) {
        const std::string line = before + zeros + after + "\n";
        check_puzzles(line + line, {puzzle, puzzle});
      }
    }
  }
}

TEST_CASE("a complete second board is the expected solution", "[line_format]") {
  for (const std::string& line :
       {kUnique + "," + kUniqueSolution, kUniqueSolution + "," + kUnique,
        kUnique + ";" + kUniqueSolution + ";7.2", "1\t" + kUniqueSolution + "\t" + kUnique,
        kUnique + " " + kUniqueSolution}) {
    check_solutions(kEscargot + "\n" + line + "\n" + kEscargot + "\n",
                    {kEscargot, kUnique, kEscargot}, {"", kUniqueSolution, ""});
  }
  CHECK(read_text(kUnique + "\n").expectations.empty());
}

TEST_CASE("text between puzzles is skipped and noted", "[line_format]") {
  Strings notes;
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

TEST_CASE("cells may be separated, with a remark after them", "[line_format]") {
  const std::string cells = numbers_of(kUnique, "0");
  for (const std::string after : {"\t7.2", "0.25", "# 1", "hard", "\t5"}) {
    check_puzzles(cells + after + "\n" + cells + "\n", {kUnique, kUnique});
  }
  check_puzzles(numbers_of(kEscargot, "-1") + "\n", {kEscargot});
  const std::string small = numbers_of(kSparse, "0");
  check_puzzles(small + "\n" + small, {kSparse, kSparse});
  std::string rows;
  for (std::size_t row = 0; row < 9; ++row) rows += "\"" + kUnique.substr(9 * row, 9) + "\" ";
  check_puzzles(rows + "\n" + rows + "\n", {kUnique, kUnique});
}

TEST_CASE("puzzles do not depend on chunks and blocks", "[line_format]") {
  std::string text;
  Strings puzzles;
  std::vector<std::uint64_t> lines;
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
  const std::string solved = kUniqueSolution + "," + kUnique + "\n";
  const std::string less = kUnique.substr(1);
  const std::string too_few = ": 81 cells expected, 80 found";
  std::string wrong = kUniqueSolution;
  std::swap(wrong[3], wrong[4]);
  std::string zeros = kEscargot;
  std::ranges::replace(zeros, '.', '0');
  const std::pair<std::string, std::string> files[] = {
      {good + "12k4", ":2:3: k" + kMarks},
      {std::string(80, '.') + "k\n", ":1:81: k" + kMarks},
      {good + "\n" + less, ":3:81" + too_few},
      {less + ",x\n", ":1:81" + too_few},
      {"\"" + less + "\"\n", ":1:82" + too_few},
      {"0000183b305c " + less, ":1:94" + too_few},
      {kUnique + "..\n", ":1:82: 81 cells expected, 83 found"},
      {kUnique + "k\n", ":1:82: found k after the 81 cells"},
      {std::string("53..7..\x01..\n", 11), ":1:8: \\x01" + kMarks},
      {"53..7..\xC3..\n", ":1:8: \\xc3" + kMarks},
      {"53..7..ä" + kUnique.substr(8), ":1:8: ä (U+00E4)" + kMarks},
      {"e" + less, ":1:1: e" + kMarks + "; --symbols A reads letters from A to I"},
      {std::string(729, '1') + "\n", ":1:82: 81 cells expected, 729 found"},
      {good + std::string(10 << 20, '.'), ":2:65537: a line has at most 65536 bytes"},
      {good + kUnique + std::string(10 << 20, ' ') + "\n",
       ":2:65537: a line has at most 65536 bytes"},
      // Damage by a spreadsheet
      {good + "5.3007E+80\n",
       ":2:1: a spreadsheet converted this puzzle to the number 5.3007E+80; import the column as "
       "text"},
      {zeros + "\n" + zeros.substr(13) + "\n",
       ":2:69: 81 cells expected, 68 found; a spreadsheet may have removed leading zeros; import "
       "the column as text"},
      // Lines with a puzzle and its solution
      {solved + kUniqueSolution + "\n",
       ":2:1: the line has only a complete board; earlier lines have a puzzle and its solution"},
      {kUniqueSolution + "," + less + "\n", ":1:163" + too_few},
      {less + "," + kUniqueSolution + "\n", ":1:81" + too_few},
      {solved + kUniqueSolution + "," + less + "\n", ":2:163" + too_few},
      {solved + less + "," + kUniqueSolution + "\n", ":2:81" + too_few},
      {solved + kUnique + "," + kUniqueSolution.substr(1) + "\n", ":2:163" + too_few},
      {solved + kUnique + "," + wrong + "\n",
       ":2:83: this board does not solve the other board of the line"},
      {kUnique + "," + kEscargot + "\n",
       ":1:1: 2 boards in one line; write one puzzle per line, or choose a column with --column"}};
  for (const auto& [text, error] : files) CHECK(error_of(text) == error);
  CHECK_THAT(error_of(std::string(81, '-')),
             Catch::StartsWith(":1:1: a line of one mark is a rule, not a board; write . for"));
  for (std::size_t i = 0; i < kUnique.size(); ++i) {
    std::string text = good + good + good;
    text[82 + i] = ':';
    CHECK(error_of(text) == ":2:" + std::to_string(i + 1) + ": :" + kMarks);
  }
  const std::string numbers = numbers_of(kSparse, "0");
  CHECK(read_text(numbers + "\n" + numbers + "3\n").error ==
        ":2:33: 16 cells expected for 4x4, 17 found");
  CHECK(read_text("# integers\n" + numbers + "\n" + numbers.substr(2, 29) + "\n").error ==
        ":3:30: 16 cells expected for 4x4, 15 found");
}

TEST_CASE("invalid lines of other shapes are skipped", "[line_format]") {
  check_skipped(kSparse + "\n" + kSparse.substr(1) + "\n" + kSparse + "!\n" + std::string(81, '.') +
                    "\n" + kFull + "\n",
                {kSparse, kFull}, 3);
}
