#include "harness/stats/saved_run.h"

namespace sudoku {

void SavedRow::add_block(const BlockRow& block) {
  const Totals& sums = block.totals;
  if (sums.puzzles == 0 || !has_answered_all(sums)) {
    ++unanswered_blocks;
    return;
  }
  const auto puzzles = static_cast<double>(sums.puzzles);
  blocks[{block.first_puzzle, block.puzzles_digest}].push_back(
      {{static_cast<double>(sums.wall_ns) / puzzles,
        static_cast<double>(sums.cpu_ns) / puzzles},
       static_cast<double>(block.reference_ns)});
}

}  // namespace sudoku
