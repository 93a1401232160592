// Tests that the timed call of a plugin does nothing but call the plugin.

#include "harness/external/plugin_function.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engines/grid.h"
#include "harness/measure/memory_meter.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr char kPuzzle[] =
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";

/// Equal puzzles, and memory for the answers.
struct Memory {
  explicit Memory(BoardForm form, std::size_t size)
      : stride(stride_of(k9x9, form)),
        puzzles(size * stride),
        solutions(size * stride),
        counts(size),
        guesses(size, guesses_unknown(form)),
        statuses(size, SUDOKU_SOLVED),
        boards{k9x9,          form,           stride,         puzzles.data(), solutions.data(),
               counts.data(), guesses.data(), statuses.data()} {
    for (std::size_t i = 0; i < size * kCells; ++i) {
      const char mark = kPuzzle[i % kCells];
      puzzles[i / kCells * stride + i % kCells] =
          form == BoardForm::text ? static_cast<std::uint8_t>(mark) : parse_cell(mark);
    }
  }

  std::size_t stride;
  std::vector<std::uint8_t> puzzles;
  std::vector<std::uint8_t> solutions;
  std::vector<SudokuCount> counts;
  std::vector<std::uint64_t> guesses;
  std::vector<int> statuses;
  PluginBoards boards;
};

}  // namespace

TEST_CASE("a call to a plugin answers its puzzles and allocates nothing", "[plugin_function]") {
  if (!MemoryMeter().peak_bytes()) {
    WARN("skipped: memory cannot be counted here");
    return;
  }
  constexpr std::size_t kBoards = 500;
  for (const auto& [kind, size] : {std::pair(PluginKind::builtin_text, std::size_t{1}),
                                   {PluginKind::builtin_block, kBoards}}) {
    INFO("kind " << static_cast<int>(kind));
    const auto function = make_plugin_function({.kind = kind, .name = "bitmask"});
    Memory memory(function.form, kBoards);
    function.call(memory.boards, 0, size, 2);  // the engine allocates its memory
    MemoryMeter meter;
    {
      const CountedMemory counted(meter);
      for (std::size_t i = 0; i < kBoards; i += size) function.call(memory.boards, i, size, 2);
    }
    CHECK(meter.peak_bytes() == 0);
    for (std::size_t i = 0; i < kBoards; ++i) {
      CHECK(memory.counts[i].low == 1);
      CHECK(memory.guesses[i] != guesses_unknown(function.form));
      CHECK(memory.boards.has_solution(i));
    }
  }
}

TEST_CASE("a limit of 0 is no limit for a plugin", "[plugin_function]") {
  CHECK(plugin_limit(0) == std::numeric_limits<std::uint64_t>::max());
  CHECK(plugin_limit(2) == 2);
}

}  // namespace sudoku
