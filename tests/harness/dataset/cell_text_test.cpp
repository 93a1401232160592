#include "harness/dataset/cell_text.h"

#include "tests/catch.h"

using namespace sudoku;

namespace {

/// Returns the column and the text of the defect of a 9x9 board.
std::string describe(std::string_view text) {
  CellReader reader{Notation{}};
  std::array<std::uint8_t, 81> cells;
  const auto defect = read_board(text, {3, 10}, reader, cells);
  REQUIRE(defect);
  CHECK(defect->position.line == 3);
  return std::to_string(defect->position.column) + ": " + defect->what;
}

FirstSymbol told_by(const Shape& shape, const std::string& cells) {
  SymbolEvidence evidence(shape, false);
  evidence.add(cells);
  return evidence.conclude();
}

}  // namespace

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
        "10: 81 cells expected for 9x9, 256 found (a 16x16 board); all boards must have the same "
        "shape");
  CHECK(describe(cells + ".") == "91: 81 cells expected, 82 found");
  CHECK(describe(cells + ".5,6") == "91: 81 cells expected, 83 found");
  CHECK(describe(cells + "k") == "91: found k after the 81 cells");
}

TEST_CASE("the first symbol is detected from 0, marks and the last symbol", "[cell_text]") {
  const Shape shape{4, 4};
  CHECK(told_by(shape, "12.9AF") == FirstSymbol::one);
  CHECK(told_by(shape, "0012FG") == FirstSymbol::one);
  CHECK(told_by(shape, "0.12F") == FirstSymbol::zero);
  CHECK(told_by(shape, "0.12G") == FirstSymbol::one);
  CHECK(told_by(shape, "AB..P") == FirstSymbol::letter);
  CHECK(told_by(shape, "AB00p") == FirstSymbol::letter);
  CHECK(told_by(shape, "....") == FirstSymbol::one);
  CHECK(told_by({2, 2}, "0.123") == FirstSymbol::zero);
  CHECK(told_by({2, 2}, "0.1234") == FirstSymbol::one);
  CHECK(told_by({5, 5}, "0.ay") == FirstSymbol::letter);
  CHECK(told_by({5, 5}, "..ap") == FirstSymbol::one);
  CHECK(told_by({5, 5}, "0.1ao") == FirstSymbol::zero);
}

TEST_CASE("cells are read in each set of symbols", "[cell_text]") {
  const auto read = [](const Shape& shape, FirstSymbol first, char c) {
    std::uint8_t cell = 0xEE;
    return CellReader({shape, false, first, true}).read_symbol({&c, 1}, cell).empty() ? int{cell}
                                                                                      : -1;
  };
  const Shape shape{4, 4};
  CHECK(read(shape, FirstSymbol::one, 'G') == 16);
  CHECK(read(shape, FirstSymbol::one, 'g') == 16);
  CHECK(read(shape, FirstSymbol::one, '0') == 0);
  CHECK(read(shape, FirstSymbol::one, 'H') == -1);
  CHECK(read(shape, FirstSymbol::zero, '0') == 1);
  CHECK(read(shape, FirstSymbol::zero, 'F') == 16);
  CHECK(read(shape, FirstSymbol::zero, 'G') == -1);
  CHECK(read(shape, FirstSymbol::letter, 'P') == 16);
  CHECK(read(shape, FirstSymbol::letter, '0') == 0);
  CHECK(read(shape, FirstSymbol::letter, '1') == -1);
  CHECK(read({6, 6}, FirstSymbol::one, 'a') == 36);
  CHECK(read({6, 6}, FirstSymbol::one, 'A') == 10);
  CHECK(read({6, 6}, FirstSymbol::one, 'b') == -1);
  CHECK(read({6, 6}, FirstSymbol::zero, 'z') == 36);
  CHECK(read({2, 2}, FirstSymbol::one, 'x') == 0);
  CHECK(read(shape, FirstSymbol::one, 'x') == -1);
}

TEST_CASE("numbers are read from 1 or from 0", "[cell_text]") {
  const auto read = [](FirstSymbol first, const std::string& token) {
    std::uint8_t cell = 0xEE;
    return CellReader({{4, 4}, true, first, true}).read_integer(token, cell).empty() ? int{cell}
                                                                                     : -1;
  };
  CHECK(read(FirstSymbol::one, "16") == 16);
  CHECK(read(FirstSymbol::one, "17") == -1);
  CHECK(read(FirstSymbol::one, "0") == 0);
  CHECK(read(FirstSymbol::one, "-1") == 0);
  CHECK(read(FirstSymbol::one, ".") == 0);
  CHECK(read(FirstSymbol::zero, "0") == 1);
  CHECK(read(FirstSymbol::zero, "15") == 16);
  CHECK(read(FirstSymbol::zero, "16") == -1);
  for (const std::string token : {"-2", "", "1.5", "A", "99999999999999999999", "+1"}) {
    CHECK(read(FirstSymbol::one, token) == -1);
  }
}

TEST_CASE("0 and another mark are an error unless the first symbol is known", "[cell_text]") {
  std::uint8_t cell = 0;
  CellReader guessing({{4, 4}, false, FirstSymbol::one, false});
  CHECK(guessing.read_symbol(".", cell).empty());
  CHECK(guessing.read_symbol("1", cell).empty());
  CHECK(guessing.read_symbol("0", cell).find("--symbols") != std::string::npos);
  CellReader settled({{4, 4}, false, FirstSymbol::one, true});
  CHECK(settled.read_symbol(".", cell).empty());
  CHECK(settled.read_symbol("0", cell).empty());
}
