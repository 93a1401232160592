#include <string>
#include <utility>

#include "harness/dataset/puzzle_format.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;

namespace {

template <typename Text>
DatasetFormat detect_format(Text&& text) {
  return sudoku::detect_layout(text).format;
}

}  // namespace

TEST_CASE("lines of 81 cells are detected by their first line", "[format_detection]") {
  CHECK(detect_format(kUnique + "\n") == DatasetFormat::line);
  CHECK(detect_format("# by hand, puzzle\r\n\r\n" + kUnique + "\r\n") == DatasetFormat::line);
  for (const std::string rest : {" text", ",solution", ";x", "\tx"}) {
    CHECK(detect_format(kUnique + rest) == DatasetFormat::line);
  }
}

TEST_CASE("CSV is detected by the names in its header", "[format_detection]") {
  for (const std::string header :
       {"quizzes,solutions", "puzzle,solution", "id,puzzle,solution,clues,difficulty",
        "source,question,answer,rating", "puzzle,count", "line,puzzle,count", "Puzzle",
        "\"puzzle\"", "puzzle;solution", "id\tpuzzle", "1,puzzle"}) {
    const auto delimiter = header.find_first_of(",;\t");
    const std::string rest = delimiter == header.npos ? "" : header.substr(delimiter, 1) + "1";
    CHECK(detect_format(header + "\n" + kUnique + rest) == DatasetFormat::csv);
  }
}

TEST_CASE("a title with a comma is not a CSV header", "[format_detection]") {
  for (const std::string title : {"Sudoku, hard", "Grid; 1", "Board\tA"}) {
    CHECK(detect_format(title + "\n" + kUnique + "\n") == DatasetFormat::line);
    CHECK(detect_format(title + "\n53..7....\n6..195...\n") == DatasetFormat::grid);
  }
}

TEST_CASE("grids are detected by a row or a rule", "[format_detection]") {
  for (const std::string first :
       {"[Puzzle]", "*-----------*", "53..7....", "5,3,x,x,7,x,x,x,x", "x,x,x,x,x,x,x,x,x",
        "\"53??7????\",", "5 3 0 0 7 0 0 0 0", "| 5 3 . | . 7 . | . . . |", "+---+---+---+",
        "------+-------+------", "---------"}) {
    CHECK(detect_format(first + "\n") == DatasetFormat::grid);
    CHECK(detect_format("2\n" + first + "\n") == DatasetFormat::grid);
  }
}

TEST_CASE("detection skips an invalid line", "[format_detection]") {
  CHECK(detect_format("!!\n" + kUnique + "\n") == DatasetFormat::line);
  CHECK(detect_format(std::string(80, '.') + "\n53..7....\n") == DatasetFormat::grid);
}

TEST_CASE("invalid lines alone are classified by their length", "[format_detection]") {
  CHECK(detect_format(std::string(80, '.')) == DatasetFormat::line);
  CHECK(detect_format(std::string(82, '.')) == DatasetFormat::line);
  CHECK(detect_format(std::string(8, '.')) == DatasetFormat::grid);
  CHECK(detect_format("5 3 . . 7 . . . . .") == DatasetFormat::grid);
  CHECK(detect_format("53..k....") == DatasetFormat::grid);
}

TEST_CASE("a file without meaningful lines has no puzzles in any format", "[format_detection]") {
  CHECK(detect_format("") == DatasetFormat::line);
  CHECK(detect_format("# nothing\n\n \t\n") == DatasetFormat::line);
}

TEST_CASE("detection reads no more than necessary", "[format_detection]") {
  const std::string rest(1000, '!');
  for (const auto& [first, format] :
       {std::pair("!!\n" + kUnique + "\n", DatasetFormat::line),
        std::pair("puzzle,count\n" + kUnique + ",1\n", DatasetFormat::csv),
        std::pair(std::string("53..7....\n"), DatasetFormat::grid)}) {
    const std::string text = first + rest;
    MemorySource source(text);
    sudoku::LineReader lines(source, 1);
    CHECK(detect_format(lines) == format);
    CHECK(lines.buffered() == first);
  }
  MemorySource unclear("!!!!");
  sudoku::LineReader lines(unclear, 1);
  CHECK(detect_format(lines) == DatasetFormat::grid);
}
