#include "engines/plugin.h"

#include <memory>
#include <vector>

#include "engines/block_answers.h"
#include "engines/isa/cpu.h"
#include "engines/registry.h"

// Exports the engines of engines.def from the shared library libsudoku_engines.so, each as the
// function SudokuBench_<id>. One build of the program can load the engines of another as plugins.

namespace sudoku {
namespace {

bool is_shape(const SudokuBlock& block) {
  return block.box_rows >= 1 && block.box_columns >= 2 && block.box_rows <= kMaxSide &&
         block.box_columns <= kMaxSide && block.box_rows * block.box_columns <= kMaxSide;
}

/// Solves a block with an engine of the calling thread.
template <auto kMake>
int answer(const SudokuBlock& block, bool runs_here, EngineTraits traits) {
  // plugin.h cannot express that an incomplete search gave up.
  if (!runs_here || has(traits, EngineTraits::kIncomplete)) return SUDOKU_UNAVAILABLE;
  if (!is_shape(block) || !supports(traits, shape_of(block))) return SUDOKU_SHAPE_NOT_TAKEN;
  if (!supports(traits, boards_of(block).kind())) return SUDOKU_CANDIDATES_NOT_TAKEN;
  thread_local const std::unique_ptr<Engine> engine = kMake({});
  thread_local std::vector<SolveResult> results;
  SolveLimits limits;
  limits.max_solutions = max_solutions_of(block);
  results.resize(block.puzzle_count);
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
