// Tests that the time of an engine in a host process does not include memory allocation by the
// host.

#include "harness/external/hosted_function.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engines/grid.h"
#include "harness/measure/memory_meter.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr std::size_t kBoards = 500;

/// A block of equal puzzles, and memory for the answers.
struct Block {
  explicit Block(BoardForm form) {
    constexpr char kPuzzle[] =
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
    const std::size_t stride = stride_of(k9x9, form);
    puzzles.resize(kBoards * stride);
    solutions.resize(kBoards * stride);
    answers.resize(kBoards);
    Grid grid;
    parse_line({kPuzzle, kCells}, grid);
    for (std::size_t i = 0; i < kBoards; ++i) {
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        puzzles[i * stride + cell] =
            form == BoardForm::text ? static_cast<std::uint8_t>(kPuzzle[cell]) : grid.cells[cell];
      }
    }
    boards = {k9x9, form, stride, kBoards, puzzles.data(), solutions.data(), answers.data()};
  }

  std::vector<std::uint8_t> puzzles;
  std::vector<std::uint8_t> solutions;
  std::vector<HostAnswers::Entry> answers;
  HostedBoards boards{};
};

}  // namespace

TEST_CASE("a timed call includes no memory allocation of the host", "[hosted]") {
  if (!MemoryMeter().peak_bytes()) {
    WARN("skipped: memory cannot be counted here");
    return;
  }
  for (const BoardForm form : {BoardForm::text, BoardForm::cells}) {
    INFO("form " << static_cast<int>(form));
    const auto solver = make_hosted_function({.name = "bitmask"});
    const Block block(form);
    solver->solve(block.boards.subspan(0, 1), {});  // the engine allocates its memory
    solver->reserve(kBoards);
    MemoryMeter meter;
    {
      const CountedMemory memory(meter);
      solver->solve(block.boards, {});
    }
    CHECK(meter.peak_bytes() == 0);
    for (const HostAnswers::Entry& answer : block.answers) {
      CHECK((answer.solutions == 1));
      CHECK(answer.has_solution != 0);
    }
  }
}

}  // namespace sudoku
