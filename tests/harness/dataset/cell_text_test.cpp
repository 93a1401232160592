#include "harness/dataset/cell_text.h"

#include <string>

#include "tests/catch.h"

namespace {

std::string describe(std::string_view text) {
  const auto defect = sudoku::describe_bad_puzzle(text, {3, 10});
  CHECK(defect.position.line == 3);
  return std::to_string(defect.position.column) + ": " + defect.what;
}

}  // namespace

TEST_CASE("blanks and tabs are trimmed", "[cell_text]") {
  CHECK(sudoku::trim(" \ta b\t ") == "a b");
  CHECK(sudoku::trim("ab") == "ab");
  CHECK(sudoku::trim(" \t").empty());
  CHECK(sudoku::trim("").empty());
}

TEST_CASE("everything but printable ASCII is escaped", "[cell_text]") {
  CHECK(sudoku::printable(std::string_view("a ~\0\x1F\x7F\xFF", 7)) == "a ~\\x00\\x1f\\x7f\\xff");
}

TEST_CASE("the defect of a puzzle is at its first invalid character", "[cell_text]") {
  const std::string marks = " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell";
  const std::string cells(81, '1');
  CHECK(describe("12k") == "12: k" + marks);
  CHECK(describe(std::string(80, '.') + "/") == "90: /" + marks);
  CHECK(describe("1\x80") == "11: \\x80" + marks);
  CHECK(describe("") == "10: 81 cells expected, 0 found");
  CHECK(describe("12") == "12: 81 cells expected, 2 found");
  CHECK(describe("12 4") == "12: 81 cells expected, 2 found");
  const std::string large(100, '.');
  CHECK(describe(large + "%" + large + std::string(55, '.') + ",2") ==
        "110: % is not a cell; the line is as long as a 16x16 board");
  CHECK(describe(cells + ".") == "91: 81 cells expected, 82 found");
  CHECK(describe(cells + ".5,6") == "91: 81 cells expected, 83 found");
  CHECK(describe(cells + "k") == "91: found k after the 81 cells");
}
