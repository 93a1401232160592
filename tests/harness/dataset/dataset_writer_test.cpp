#include "harness/dataset/dataset_writer.h"

#include <string>
#include <vector>

#include "harness/puzzle/canonical_form.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku;
using test::kEscargot;
using test::kUnique;

TEST_CASE("every output format is read back", "[dataset_writer]") {
  for (const PuzzleForm form : {PuzzleForm::line, PuzzleForm::csv, PuzzleForm::grid,
                                PuzzleForm::sdk, PuzzleForm::ss, PuzzleForm::pencilmark}) {
    std::string text = format_header(form);
    append_puzzle(form, grid_of(kUnique), {}, text);
    append_puzzle(form, grid_of(kEscargot), {}, text);
    const auto reading = test::read_text(text);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == std::vector<std::string>{kUnique, kEscargot});
  }
}

TEST_CASE("the canonical form is written as a line", "[dataset_writer]") {
  std::string text = format_header(PuzzleForm::canonical);
  append_puzzle(PuzzleForm::canonical, grid_of(kUnique), {}, text);
  CHECK(text == format_line(canonical_form(grid_of(kUnique))) + "\n");
}

TEST_CASE("CSV keeps expectations", "[dataset_writer]") {
  std::string text;
  append_puzzle(PuzzleForm::csv, Grid{}, {SolutionCount{1} << 64, {}}, text);
  CHECK(text == std::string(81, '.') + ",18446744073709551616,\n");
}
