#include "harness/dataset/notation.h"

#include <string>

#include "tests/catch.h"

using namespace sudoku;

namespace {

FirstSymbol told_by(const Shape& shape, const std::string& cells) {
  SymbolEvidence evidence(shape, false);
  evidence.add(cells);
  return evidence.conclude();
}

}  // namespace

TEST_CASE("the first symbol is detected from 0, marks and the last symbol", "[notation]") {
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
  CHECK(told_by({5, 5}, "0.ao") == FirstSymbol::letter);
  CHECK(told_by({5, 5}, "0.1ao") == FirstSymbol::zero);
}

TEST_CASE("cells are read in each set of symbols", "[notation]") {
  const auto read = [](const Shape& shape, FirstSymbol first, char c) {
    std::uint8_t cell = 0xEE;
    return CellReader({shape, false, first, true}).read(c, cell).empty() ? int{cell} : -1;
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

TEST_CASE("numbers are read from 1 or from 0", "[notation]") {
  const auto read = [](FirstSymbol first, const std::string& token) {
    std::uint8_t cell = 0xEE;
    return CellReader({{4, 4}, true, first, true}).read(token, cell).empty() ? int{cell} : -1;
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

TEST_CASE("0 and another mark are an error unless the first symbol is known", "[notation]") {
  std::uint8_t cell = 0;
  CellReader guessing({{4, 4}, false, FirstSymbol::one, false});
  CHECK(guessing.read('.', cell).empty());
  CHECK(guessing.read('1', cell).empty());
  CHECK(guessing.read('0', cell).find("--symbols") != std::string::npos);
  CellReader settled({{4, 4}, false, FirstSymbol::one, true});
  CHECK(settled.read('.', cell).empty());
  CHECK(settled.read('0', cell).empty());
}
