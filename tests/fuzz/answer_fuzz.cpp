// Reads arbitrary answers of an engine command.

#include "engines/solution_count.h"
#include "harness/external/command_engine.h"
#include "tests/fuzz/fuzzing.h"

// An answer that was read is written and read back unchanged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sudoku;
  const std::string_view line = fuzz::text_of(data, size);
  for (const std::uint64_t max_solutions : {0, 1, 2}) {
    GridAnswer result;
    if (!parse_answer(line, max_solutions, result)) continue;
    std::string text = format_count(result.solutions);
    if (result.has_solution) text += ' ' + format_line(result.first_solution);
    GridAnswer again;
    fuzz::require(parse_answer(text, max_solutions, again));
    fuzz::require(again.solutions == result.solutions && again.outcome == result.outcome);
    fuzz::require(again.has_solution == result.has_solution);
    fuzz::require(!again.has_solution || again.first_solution == result.first_solution);
  }
  return 0;
}
