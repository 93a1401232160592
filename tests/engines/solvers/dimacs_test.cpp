#include "engines/solvers/dimacs.h"

#include <array>

#include "tests/catch.h"

namespace sudoku::solvers {

TEST_CASE("a formula is a header with the number of clauses, and the clauses", "[solvers]") {
  DimacsText text(3);
  text.add(std::array{1, -2});
  text.add(std::array{-1, 2, 3});
  CHECK(text.head() == "p cnf 3 2\n");
  CHECK(text.clauses() == "1 -2 0\n-1 2 3 0\n");
}

TEST_CASE("a model can have several lines", "[solvers]") {
  using Line = DimacsModel::Line;
  DimacsModel model(4);
  CHECK(model.read(" 1 -2") == Line::incomplete);
  CHECK(model.read(" 3 -4 0") == Line::complete);
  CHECK((model.is_true(1) && !model.is_true(2) && model.is_true(3)));
  CHECK(model.read(" -1 2 -3 4 0") == Line::complete);  // the next model
  CHECK((!model.is_true(1) && model.is_true(4)));
  for (const char* line : {" 5 0", " x", " 1 2x", " -9", " 1  "}) {
    INFO("line '" << line << "'");
    CHECK(DimacsModel(4).read(line) == Line::invalid);
  }
}

}  // namespace sudoku::solvers
