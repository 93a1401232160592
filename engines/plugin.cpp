#include "engines/plugin.h"

#include <memory>
#include <vector>

#include "engines/block_answers.h"
#include "engines/isa/cpu.h"
#include "engines/registry.h"

// The engines as a shared library, libsudoku_engines.so: each one of engines.def is the function
// SudokuBench_<id>, by which one build of the program takes part in a run of another.

namespace sudoku {
namespace {

bool is_shape(const SudokuBlock& block) {
  return block.box_rows >= 2 && block.box_columns >= 2 && block.box_rows <= kMaxSide &&
         block.box_columns <= kMaxSide && block.box_rows * block.box_columns <= kMaxSide;
}

/// Each thread has an engine of its own.
template <auto kMake>
int answer(const SudokuBlock& block, bool runs_here, EngineTraits traits) {
  // For a stochastic search that gives up, the header has no word.
  if (!runs_here || has(traits, EngineTraits::kIncomplete)) return SUDOKU_UNAVAILABLE;
  if (!is_shape(block) || !takes(traits, shape_of(block))) return SUDOKU_SHAPE_NOT_TAKEN;
  thread_local const std::unique_ptr<Engine> engine = kMake({});
  thread_local std::vector<SolveResult> results;
  SolveLimits limits;
  limits.max_solutions = max_solutions_of(block);
  if (block.puzzle_count > 0) answer_block(*engine, block, limits, results);
  return SUDOKU_SOLVED;
}

}  // namespace
}  // namespace sudoku

#define ENGINE(id, set, traits, summary)                                                 \
  SUDOKU_BLOCK_FUNCTION(SudokuBench_##id) {                                              \
    using enum sudoku::EngineTraits;                                                     \
    return sudoku::answer<sudoku::make_##id>(*block, sudoku::isa::runs_##set(), traits); \
  }
#include "engines/engines.def"
#undef ENGINE
