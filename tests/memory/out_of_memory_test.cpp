// Lets each allocation of a call to an engine fail once. The next call of the same engine must give
// the right answer.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "engines/board.h"
#include "engines/registry.h"

namespace {

long allocations_left = -1;  // until one fails; negative: none fails

void* allocate(std::size_t size, std::size_t alignment) {
  if (allocations_left >= 0 && allocations_left-- == 0) throw std::bad_alloc();
  const std::size_t whole = (size / alignment + 1) * alignment;
  if (void* memory = std::aligned_alloc(alignment, whole)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace sudoku {
namespace {

struct Puzzle {
  Shape shape;
  std::vector<std::uint8_t> cells;
};

Puzzle puzzle_of(const Shape& shape, std::string_view text) {
  Puzzle puzzle{shape, std::vector<std::uint8_t>(shape.cells())};
  for (std::size_t i = 0; i < text.size(); ++i) {
    puzzle.cells[i] = static_cast<std::uint8_t>(text[i] == '.' ? 0 : text[i] - '0');
  }
  return puzzle;
}

SolveResult solve(Engine& engine, const Puzzle& puzzle, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  SolveResult result;
  engine.solve({puzzle.shape, puzzle.cells}, limits, {{&result, 1}, {}}, nullptr);
  return result;
}

/// Returns whether the failed allocation ends the call.
bool fails(Engine& engine, const Puzzle& puzzle, std::uint64_t max_solutions, long allocation) {
  allocations_left = allocation;
  try {
    solve(engine, puzzle, max_solutions);
  } catch (const std::bad_alloc&) {
    return true;
  }
  allocations_left = -1;
  return false;
}

/// Returns how often the next call has a wrong answer.
int count_wrong(const EngineInfo& info, const Puzzle& first, const Puzzle& second,
                std::uint64_t max_solutions) {
  const SolveResult expected = solve(*info.make({}), second, max_solutions);
  int wrong = 0;
  long allocation = 0;
  while (true) {
    const std::unique_ptr<Engine> engine = info.make({});
    if (!fails(*engine, first, max_solutions, allocation)) break;
    const SolveResult result = solve(*engine, second, max_solutions);
    const bool is_right =
        result.solutions == expected.solutions && result.outcome == expected.outcome;
    wrong += is_right ? 0 : 1;
    ++allocation;
  }
  std::printf("%s on %zux%zu: %d wrong answers after %ld failures\n", std::string(info.id).c_str(),
              second.shape.side(), second.shape.side(), wrong, allocation);
  return wrong;
}

int count_wrong(const EngineInfo& info) {
  // The third puzzle is the first with one more clue, the fourth is the second with one more.
  constexpr std::string_view kMany =
      ".1.2.5.6.3....1......3.6.1....1.4...................4.425..3.....1...7...36...4.5";
  constexpr std::string_view kMore =
      "...1...3.......2............5....1...1...5.474.7..15..57....3.2..24.7....6....754";
  constexpr std::string_view kManyLess =
      ".1.2.5.6.3....1......3.6.1....1.4...................42425..3.....1...7...36...4.5";
  constexpr std::string_view kMoreLess =
      "...1...3.......2............5....1...1.3.5.474.7..15..57....3.2..24.7....6....754";
  constexpr Shape kSix{2, 3};
  const Puzzle six = puzzle_of(kSix, "1.....");
  const Puzzle other_six = puzzle_of(kSix, "12345...6....");
  constexpr std::uint64_t kFew = 50;
  if (has(info.traits, EngineTraits::kIncomplete)) {
    return count_wrong(info, puzzle_of(k9x9, kMany), puzzle_of(k9x9, kMore), 1);
  }
  int wrong = 0;
  if (supports(info.traits, k9x9)) {
    const std::uint64_t limit = info.id == "bandjoin" ? 0 : kFew;
    wrong += count_wrong(info, puzzle_of(k9x9, kMany), puzzle_of(k9x9, kManyLess), limit);
    wrong += count_wrong(info, puzzle_of(k9x9, kMore), puzzle_of(k9x9, kMoreLess), limit);
    wrong += count_wrong(info, puzzle_of(k9x9, kMore), puzzle_of(k9x9, kMany), limit);
  }
  if (supports(info.traits, kSix)) {
    wrong += count_wrong(info, six, other_six, kFew);
    wrong += count_wrong(info, other_six, other_six, kFew);
  }
  return wrong;
}

}  // namespace
}  // namespace sudoku

int main() {
  int wrong = 0;
  for (const sudoku::EngineInfo& info : sudoku::all_engines()) {
    // Packages are not tested.
    if (info.package != nullptr || !info.runs_here()) continue;
    wrong += sudoku::count_wrong(info);
  }
  return wrong == 0 ? 0 : 1;
}
