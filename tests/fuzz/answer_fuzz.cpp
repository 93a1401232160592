// Reads arbitrary answers of an engine command.

#include "engines/solution_count.h"
#include "harness/external/external_executor.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/fuzz/fuzzing.h"

namespace {

void read_back(std::string_view line, const sudoku::Shape& shape, std::uint64_t max_solutions) {
  using namespace sudoku;
  SolveResult result;
  OwnedBoard solution(shape);
  if (!parse_answer(line, max_solutions, shape, result, solution.cells())) return;
  std::string text = format_count(result.solutions);
  if (result.has_solution) text += ' ' + format_line(solution);
  SolveResult again;
  OwnedBoard solution_again(shape);
  fuzz::require(parse_answer(text, max_solutions, shape, again, solution_again.cells()));
  fuzz::require(again.solutions == result.solutions && again.outcome == result.outcome);
  fuzz::require(again.has_solution == result.has_solution);
  fuzz::require(!again.has_solution || solution_again == solution);
}

}  // namespace

// An answer that was read is written and read back unchanged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line = sudoku::fuzz::text_of(data, size);
  for (const sudoku::Shape shape : {sudoku::k9x9, sudoku::Shape{2, 2}, sudoku::Shape{6, 6}}) {
    for (const std::uint64_t max_solutions : {0, 1, 2}) read_back(line, shape, max_solutions);
  }
  return 0;
}
