#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"

namespace sudoku::learn {

/// Drops most of the learned clauses from time to time, those with the highest glue first (G.
/// Audemard and L. Simon, 2009). Keeps permanent clauses, reasons of literals, clauses with low
/// glue, and recently used clauses with medium glue.
class Reduction {
 public:
  Reduction(Assignment& assignment, Clauses& clauses)
      : assignment_(assignment), clauses_(clauses) {}

  void reset();
  bool is_due(std::uint64_t conflicts) const { return conflicts >= next_ || is_full(); }
  void reduce(std::uint64_t conflicts);

  /// If the clauses take more words of 4 bytes, clauses with low glue are dropped, too.
  static constexpr std::size_t kMostWords = std::size_t{6} << 20U;

 private:
  bool is_full() const { return clauses_.word_count() > kMostWords; }
  void find_reasons();
  void collect(bool takes_all);
  void compact();

  Assignment& assignment_;
  Clauses& clauses_;
  std::vector<ClauseRef> candidates_;
  std::vector<std::pair<ClauseRef, Option>> reasons_;  // of literals, by clause
  std::uint64_t next_ = 0;
  std::uint64_t reductions_ = 0;
};

}  // namespace sudoku::learn
