#include <set>

#include "harness/dataset/formats.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku;
using namespace sudoku::test;

namespace {

DatasetFormat detect_format(std::string_view text) {
  MemorySource source(text);
  LineReader lines(source);
  return detect_layout(lines).format;
}

}  // namespace

TEST_CASE("the first clear line decides about the format", "[format_detection]") {
  for (const std::string& text :
       {kUnique + "\n", "# by hand, puzzle\r\n\r\n" + kUnique + "\r\n", kUnique + " text",
        kUnique + ",solution", kUnique + ";x", kUnique + "\tx", "!!\n" + kUnique + "\n",
        std::string(80, '.'), std::string(82, '.'), std::string(),
        std::string("# nothing\n\n \t\n")}) {
    INFO(text);
    CHECK(detect_format(text) == DatasetFormat::line);
  }
  for (const std::string header :
       {"quizzes,solutions", "puzzle,solution", "id,puzzle,solution,clues,difficulty",
        "source,question,answer,rating", "puzzle,count", "line,puzzle,count", "Puzzle",
        "\"puzzle\"", "puzzle;solution", "id\tpuzzle", "1,puzzle"}) {
    INFO(header);
    const auto delimiter = header.find_first_of(",;\t");
    const std::string rest = delimiter == header.npos ? "" : header.substr(delimiter, 1) + "1";
    CHECK(detect_format(header + "\n" + kUnique + rest) == DatasetFormat::csv);
  }
  for (const std::string title : {"Sudoku, hard", "Grid; 1", "Board\tA"}) {
    CHECK(detect_format(title + "\n" + kUnique + "\n") == DatasetFormat::line);
    CHECK(detect_format(title + "\n53..7....\n6..195...\n") == DatasetFormat::grid);
  }
  for (const std::string first :
       {"[Puzzle]", "*-----------*", "53..7....", "5,3,x,x,7,x,x,x,x", "x,x,x,x,x,x,x,x,x",
        "\"53??7????\",", "5 3 0 0 7 0 0 0 0", "| 5 3 . | . 7 . | . . . |", "+---+---+---+",
        "------+-------+------", "---------", "........", "5 3 . . 7 . . . . .", "53..k...."}) {
    INFO(first);
    CHECK(detect_format(first + "\n") == DatasetFormat::grid);
    CHECK(detect_format("2\n" + first + "\n") == DatasetFormat::grid);
  }
  CHECK(detect_format(std::string(80, '.') + "\n53..7....\n") == DatasetFormat::grid);
}

TEST_CASE("detection reads no more than necessary", "[format_detection]") {
  const std::string rest(1000, '!');
  for (const auto& [first, format] :
       {std::pair("!!\n" + kUnique + "\n", DatasetFormat::line),
        std::pair("puzzle,count\n" + kUnique + ",1\n", DatasetFormat::csv),
        std::pair(std::string("53..7....\n"), DatasetFormat::grid),
        std::pair(std::string("5 3 . . 7 . . . .\n"), DatasetFormat::grid)}) {
    const std::string text = first + rest;
    MemorySource source(text);
    LineReader lines(source, 1);
    CHECK(detect_layout(lines).format == format);
    CHECK(lines.buffered() == first);
  }
  MemorySource unclear("!!!!");
  LineReader lines(unclear, 1);
  CHECK(detect_layout(lines).format == DatasetFormat::grid);
}

TEST_CASE("Latin squares are read with --shape", "[format_detection]") {
  for (const std::uint8_t order : {2, 3, 5, 7, 9, 13, 30, 37, 61, 62, 64}) {
    const Shape shape{1, order};
    OwnedBoard board(shape);
    for (std::size_t cell = 0; cell < board.cells().size(); ++cell) {
      const std::size_t digit = (cell + cell / order) % order + 1;
      board.cells()[cell] = static_cast<std::uint8_t>(cell % 5 == 1 ? 0 : digit);
    }
    std::string rows;
    std::string integers;
    std::string from_zero = "order " + std::to_string(order) + "\n";
    for (std::size_t cell = 0; cell < board.cells().size(); ++cell) {
      const bool is_last = cell % order == order - 1U;
      if (order <= kMaxSideOfSymbols) rows += symbol_of(board.cells()[cell]);
      if (order <= kMaxSideOfSymbols && is_last) rows += '\n';
      integers += std::to_string(board.cells()[cell]) + (is_last ? '\n' : ' ');
      from_zero += std::to_string(board.cells()[cell] - 1) + (is_last ? '\n' : ' ');
    }
    const std::string line = format_line(board);
    CHECK_THAT(read_text(from_zero).error,
               Catch::EndsWith(" of order " + std::to_string(order) + "; use --shape 1x" +
                               std::to_string(order)));
    for (const std::string& text :
         {line + "\n", rows, integers, from_zero, "puzzle,count\n" + line + ",5\n"}) {
      if (text.empty()) continue;
      const auto reading = read_text(text, with_shape(shape));
      INFO(int{order} << "\n" << text);
      CHECK(reading.error.empty());
      CHECK(reading.puzzles == std::vector<std::string>{line});
    }
  }
}

TEST_CASE("errors suggest --shape for Latin squares", "[format_detection]") {
  CHECK(read_text("order 3\n" + std::string(81, '.')).puzzles.size() == 1);
  std::string row;
  for (int i = 0; i < 65; ++i) row += " -1";
  CHECK(read_text("order 65\n" + row + "\n").error ==
        ": has boards of 65x65; 64x64 is the largest size");
  CHECK(read_text(std::string(168, '.') + "1\n").error ==
        ":1:82: 81 cells expected, 169 found; --shape 1x13 reads Latin squares of order 13");
}

TEST_CASE("boards with more digits than symbols are numbers, even if all are 0",
          "[format_detection]") {
  std::string zeros;
  for (std::size_t i = 0; i < 62 * 62 - 1; ++i) zeros += "0 ";
  CHECK(read_text(zeros, with_shape({1, 62})).error ==
        ":1:7686: 3844 cells expected for 62x62, 3843 found; --shape 1x62 is for boards of 62x62");
}

TEST_CASE("small letters are digits of boards above 35x35", "[format_detection]") {
  const ReadOptions options = with_shape({1, 40});
  const std::string line = "aA" + std::string(1598, '.');
  CHECK(read_text(line + "\n", options).puzzles == std::vector<std::string>{line});
  CHECK(read_text("f" + line.substr(1) + "\n", options)
            .error.starts_with(
                ":1:1: f is not a cell of 40x40; the symbols are 1 to 9, A to Z, a to e"));
}

TEST_CASE("64 numbers are a row if one is too large for 8x8", "[format_detection]") {
  std::string board;
  std::string rows;
  for (std::size_t i = 0; i < 64; ++i) board += i % 3 == 0 ? "0 " : std::to_string(i % 8 + 1) + " ";
  for (std::size_t i = 0; i < 64 * 64; ++i) {
    rows += std::to_string((i + i / 64 * 8 + i / 512) % 64 + 1) + (i % 64 == 63 ? "\n" : " ");
  }
  CHECK(read_text(board + "\n").puzzles.at(0).size() == 64);
  CHECK(read_text(rows).puzzles.at(0).size() > 4096);
}

TEST_CASE("datasets/FORMATS.md describes the formats", "[format_detection]") {
  std::set<std::string> described;
  std::ifstream file(std::string(SUDOKU_SOURCE_DIR) + "/datasets/FORMATS.md");
  bool is_in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| `--format`")) is_in_table = true;
    is_in_table &= line.starts_with("|");
    const bool is_row = is_in_table && line.starts_with("| `") && !line.starts_with("| `--");
    if (is_row) described.insert(line.substr(3, line.find('`', 3) - 3));
  }
  std::set<std::string> names;
  for (const DatasetFormat format : all_formats()) names.emplace(to_string(format));
  CHECK(described == names);
}

TEST_CASE("an argument with the cells of a board is a puzzle, also almost a 9x9 board",
          "[format_detection]") {
  for (const std::string& text :
       {kEscargot, "'" + kEscargot + "'", kEscargot + " # hard", std::string("1...........4..1"),
        std::string("1.....3..4..1..5.6.....2.....6..3..."), std::string(255, '.') + "G",
        std::string("1 0 0 4 0 0 0 0 0 0 0 0 4 0 0 1"), std::string("1... .... .... 4..1"),
        std::string("3x3:5_3b7d6b1_9_5"), ":0000:x:" + kEscargot + ":::", kEscargot.substr(1),
        kEscargot + "1", kEscargot.substr(1) + "%"}) {
    INFO(text);
    CHECK(is_puzzle_argument(text));
  }
}

TEST_CASE("names of files are no puzzles", "[format_detection]") {
  for (const char* name :
       {"", "-", "9", "hard.txt", "123456789", "puzzles_hard.txt", "2024-01-01.csv",
        "datasets/hard.txt", "123e4567-e89b-12d3-a456-426614174000",
        "puzzles_from_the_forum_hardest_2024-11-03_with_solutions_v2.csv"}) {
    INFO(name);
    CHECK_FALSE(is_puzzle_argument(name));
  }
  CHECK_FALSE(is_puzzle_argument(kEscargot.substr(0, 53)));
  CHECK_FALSE(is_puzzle_argument("./" + kEscargot));
  CHECK_FALSE(is_puzzle_argument(kEscargot + '\n' + kEscargot));
}
