#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Makes a puzzle given by candidates. Starts with the full grid as the only candidates, tries the
/// others in random order, and restores those that add no solution. On boards larger than 9x9,
/// the order is cell by cell. One pass is enough for a minimal puzzle: a candidate that adds a
/// solution also does so after others are restored.
///
/// The caller counts solutions, as for Digger. Not thread-safe.
class CandidateRestorer {
 public:
  explicit CandidateRestorer(const Shape& shape);

  void begin(const Board& full_grid, Random& random);
  bool advance() { return next_ < order_.size() && is_minimal_; }
  /// Returns the puzzle with the candidate in question as the only one of its cell.
  Board question() const { return question_; }
  std::uint64_t enough_solutions() const { return 1; }
  void answer(std::uint64_t solutions);
  /// Leaves the candidate out. The puzzle then is not proved to be minimal.
  void leave() { is_minimal_ = false; }

  bool succeeded() const { return is_minimal_; }
  Board puzzle() const { return puzzle_; }

 private:
  struct Candidate {
    std::uint16_t cell;
    std::uint8_t digit;
  };

  void ask();

  std::vector<Candidate> order_;  // that the full grid lacks
  std::size_t next_ = 0;
  OwnedBoard puzzle_;
  OwnedBoard question_;
  bool is_minimal_ = true;
};

}  // namespace sudoku
