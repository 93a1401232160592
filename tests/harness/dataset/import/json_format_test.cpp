#include "harness/dataset/read_options.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

namespace {

const std::string kQuoted = "\"" + kUnique + "\"";
const std::string kQuotedSolution = "\"" + kUniqueSolution + "\"";

/// Returns the cells of `board` as nine arrays of numbers, with `gap` between the rows.
std::string array_of(const std::string& board, const std::string& gap) {
  std::string text;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += cell % 9 == 0 ? (cell == 0 ? "[" : "]," + gap + "[") : ", ";
    text += board[cell] == '.' ? '0' : board[cell];
  }
  return "[" + gap + text + "]" + gap + "]";
}

/// Returns the list of rows without its last row.
std::string without_last_row(const std::string& rows) {
  return rows.substr(0, rows.rfind(",[")) + "]";
}

/// Returns a list of rows of numbers: `digit_of(row, column)` are the cells.
template <typename DigitOf>
std::string number_rows(int side, DigitOf digit_of) {
  std::string text;
  for (int row = 0; row < side; ++row) {
    text += row == 0 ? "[" : ",\n [";
    for (int column = 0; column < side; ++column) {
      text += (column == 0 ? "" : ", ") + std::to_string(digit_of(row, column));
    }
    text += "]";
  }
  return "[" + text + "]\n";
}

const std::string kObject = "{\"puzzle\": " + kQuoted + "}";
const std::string kOther = "\"" + kEscargot + "\"";
const std::string kRows = array_of(kUnique, "");
const std::string kLooseRows = array_of(kUnique, "\n");

}  // namespace

TEST_CASE("JSON holds boards as texts, arrays or arrays of rows", "[json_format]") {
  for (const std::string& text :
       {"[" + kQuoted + ",\n" + kQuoted + "]", kObject + "\n" + kObject + "\n",
        "[{\"id\": 1, \"sudoku\": " + kQuoted + "},\n {\"id\": 2, \"sudoku\": " + kQuoted + "}]",
        "{\"puzzles\": [" + kQuoted + ", " + kQuoted + "]}",
        "{\"grids\": [{\"value\": " + kRows + "}, {\"value\": " + array_of(kUnique, " ") + "}]}",
        kRows + "\n" + kLooseRows, "[" + kLooseRows + ",\n" + kRows + "]",
        "# from the \"web\n" + kObject + "\n// another\n" + kLooseRows + ";\n"}) {
    check_solutions(text, {kUnique, kUnique}, {});
  }
}

TEST_CASE("every board of an object is read", "[json_format]") {
  for (const std::string& text :
       {"{\"easy\": " + kQuoted + ", \"hard\": " + kOther + "}",
        "{\"quizzes\": {\"0\": " + kQuoted + ", \"1\": " + kOther + "}}",
        "{\"1\": {\"grid\": " + kQuoted + "}, \"2\": {\"grid\": " + kOther + "}}",
        "{\"count\": 2, \"puzzles\": [" + kQuoted + ", " + kOther + "]}"}) {
    check_solutions(text, {kUnique, kEscargot}, {});
  }
}

TEST_CASE("the solution in an object is expected", "[json_format]") {
  for (const std::string& text :
       {"{\"puzzle\": " + kQuoted + ", \"solution\": " + kQuotedSolution + "}",
        "{\"a\": " + kQuotedSolution + ", \"b\": " + kQuoted + "}",
        "{\"value\": " + kRows + ",\n\"solution\": " + array_of(kUniqueSolution, "") + "}",
        "{\"puzzle\": " + kQuoted + ", \"solutions\": [" + kQuotedSolution + "]}",
        "{\"quizzes\": {\"0\": " + kQuoted + "}, \"solutions\": {\"0\": " + kQuotedSolution + "}}",
        "{\"puzzle\": {\"grid\": " + kQuoted + "}, \"solution\": {\"grid\": " + kQuotedSolution +
            "}}",
        "{\"puzzles\": [" + kQuoted + "], \"solutions\": [" + kQuotedSolution + "]}",
        "{\"board\": " + kQuotedSolution + ", \"puzzle\": " + kQuoted + "}"}) {
    check_solutions(text, {kUnique}, {kUniqueSolution});
  }
}

TEST_CASE("numbers are the cells of larger boards", "[json_format]") {
  const auto diagonal = [](int row, int column) { return row == column ? row + 1 : 0; };
  const auto in_object = read_text("{\"board\": " + number_rows(16, diagonal) + "}");
  CHECK(in_object.error.empty());
  REQUIRE(in_object.puzzles.size() == 1);
  CHECK(in_object.puzzles[0].back() == 'G');
  for (const int side : {16, 36}) {
    const auto reading = read_text(number_rows(side, diagonal));
    CHECK(reading.error.empty());
    REQUIRE(reading.puzzles.size() == 1);
    CHECK(reading.puzzles[0].size() == static_cast<std::size_t>(side) * side);
  }
  // 16 boards of 4x4
  check_puzzles(number_rows(16, [](int row, int column) { return row == column ? 1 : 0; }), [] {
    Strings boards(16, std::string(16, '.'));
    for (std::size_t i = 0; i < 16; ++i) boards[i][i] = '1';
    return boards;
  }());
}

TEST_CASE("the elements of a list are boards, not rows, if they are as long as boards",
          "[json_format]") {
  for (const std::string& board : {kUnique, std::string("1..4..1..4..2..3")}) {
    for (const std::size_t boards : {4, 9, 16}) {
      std::string list;
      for (std::size_t i = 0; i < boards; ++i) list += (i == 0 ? "\"" : ", \"") + board + "\"";
      check_puzzles("{\"puzzles\": [" + list + "]}", Strings(boards, board));
    }
  }
}

TEST_CASE("array literals of C, Python and NumPy are read as rows", "[json_format]") {
  std::string board = "int board[9][9] = {\n";
  std::string list = "puzzle = [\n";
  std::string numpy = "[";
  for (std::size_t row = 0; row < 9; ++row) {
    std::string commas;
    std::string blanks;
    for (std::size_t column = 0; column < 9; ++column) {
      const char cell = kUnique[9 * row + column];
      commas += std::string(column == 0 ? "" : ", ") + (cell == '.' ? '0' : cell);
      blanks += std::string(column == 0 ? "" : " ") + (cell == '.' ? '0' : cell);
    }
    board += "  {" + commas + "},\n";
    list += "  [" + commas + "],\n";
    numpy += std::string(row == 0 ? "[" : " [") + blanks + (row == 8 ? "]]\n" : "]\n");
  }
  for (const std::string& text : {board + "};\n", list + "]\n", numpy}) {
    check_puzzles(text, {kUnique});
  }
}

TEST_CASE("large JSON is read in parts", "[json_format]") {
  std::string list;
  std::string object = "{\n  \"puzzles\": [\n";
  for (int i = 0; i < 3000; ++i) {
    const std::string comma = i == 0 ? "" : ",\n";
    list += comma + kObject;
    object += comma + "    {\n      \"solution\": " + kQuotedSolution +
              ",\n      \"puzzle\": " + kQuoted + "\n    }";
  }
  check_puzzles("[\n" + list + "\n]\n", Strings(3000, kUnique));
  check_solutions(object + "\n  ]\n}\n", Strings(3000, kUnique), Strings(3000, kUniqueSolution));
}

TEST_CASE("an incomplete or damaged board in rows is one invalid board", "[json_format]") {
  const std::string cut = without_last_row(kRows);
  std::string bad = kRows;
  bad.replace(bad.find(",[", 40), 3, ",[[]");  // the third row
  for (const std::string& text :
       {kRows + "\n" + cut + "\n" + kRows, kRows + "\n" + cut + "\n" + kObject, kRows + kRows + cut,
        kRows + "\n" + bad + "\n" + kRows}) {
    check_skipped(text, {kUnique, kUnique}, 1);
  }
}

TEST_CASE("damaged puzzles, solutions and counts are skipped", "[json_format]") {
  const std::string short_puzzle = "\"" + kUnique.substr(1) + "\"";
  const std::string good = kObject + "\n";
  const std::string solved = "{\"puzzle\": " + kQuoted + ", \"solution\": " + kQuotedSolution + "}";
  for (const std::string& text :
       {"{\"puzzles\": [" + kQuoted + ", " + short_puzzle + "]}",
        "{\"puzzles\": [" + kObject + ", {\"puzzle\": " + short_puzzle + "}]}",
        "{\"puzzles\": [" + kObject + ", {\"puzzle\": null}]}",
        "{\"puzzles\": [" + kRows + ", " + without_last_row(kRows) + "]}",
        "{\"boards\": [" + kQuoted + ", " + short_puzzle + "]}",
        // The solution of a damaged puzzle is no puzzle.
        solved + "\n{\"puzzle\": \"53\", \"solution\": " + kQuotedSolution + "}",
        good + "{\"puzzle\": " + kQuoted + ", \"solution\": \"" + kUniqueSolution.substr(1) + "\"}",
        // Later puzzles show that it is JSON.
        "{\"puzzle\": " + short_puzzle + ",\n\"solution\": " + kQuotedSolution + "}\n" + solved,
        "{\"version\": 1}\n" + solved,
        // Truncated.
        "[" + kObject, "[" + kObject + ",", "[" + kObject + ",\n{\"puzzle\": \"53"}) {
    check_skipped(text + "\n", {kUnique}, 1);
  }
  for (const std::string count : {"\"many\"", "-1"}) {
    check_skipped("{\"puzzle\": " + kQuoted + ", \"solution\": \"\", \"count\": " + count + "}",
                  {kUnique}, 1);
  }
}

TEST_CASE("invalid JSON is reported with its position", "[json_format]") {
  const std::string good = kObject + "\n";
  std::string twelve = kRows;
  twelve.replace(twelve.find('5'), 1, "12");
  const std::string cut = ": this value is not closed; the file may be truncated";
  const std::pair<std::string, std::string> files[] = {
      {good + "{\"puzzle\": 53..7}\n", ":2:1: invalid JSON"},
      {good + " {\"name\": \"x\"}\n", ":2:2: no puzzle of this size in this value"},
      {good + good + "{\"puzzle\": \"53k" + std::string(78, '.') + "\"}\n", ":3:1: k" + kMarks},
      {without_last_row(kRows), ":1:198: 9 rows expected, 8 found"},
      {"[" + std::string(70'000, ' ') + "]", ":1:65537: a line has at most 65536 bytes"},
      {kObject + "\n {\"puz", ":2:2" + cut},
      {"[" + kObject, ":1:1" + cut},
      {good + "{\"puzzle\": " + twelve + "}",
       ":2:1: 12 is not a cell of 9x9; the numbers are 1 to 9, or 0 -1 . for an empty cell"},
      {"{\"puzzle\": \"" + kUnique.substr(1) + "\",\n\"solution\": " + kQuotedSolution + "}\n",
       ":1:1: 81 cells expected, 80 found"}};
  for (const auto& [text, error] : files) CHECK(read_text(text).error == error);
  std::string deep = "[[1,";
  for (int i = 0; i < 20'000; ++i) deep += "[1,";
  for (const std::string& text : {std::string(60'000, '[') + "1,1", deep}) {
    CHECK_FALSE(read_text(text).error.empty());
  }
}

TEST_CASE("boards with an object per cell are refused by name", "[json_format]") {
  const std::string row =
      R"([{"value": 5, "given": true}, {}, {"region": 2}, {}, {}, {}, {}, {}, {}])";
  std::string rows = row;
  for (int i = 1; i < 9; ++i) rows += ", " + row;
  for (const std::string& text :
       {R"({"size": 9, "title": "x", "grid": [)" + rows + "]}",
        R"({"grid": [)" + rows + R"(], "killercage": [{"cells": ["R1C1"], "value": "5"}]})",
        R"({"cellSize": 64, "cells": [)" + rows + R"(], "cages": []})"}) {
    CHECK_THAT(read_text(text).error, Catch::Contains("SudokuPad"));
  }
}
