#pragma once

#include <cstddef>

#include "harness/check/arbiter.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// An answer to a puzzle or to one of its isomorphs.
struct CheckedAnswer {
  std::size_t engine;
  std::string_view id;  ///< of the engine
  std::size_t puzzle;
  const SolveResult* result;
  bool has_vote;        ///< false if the engine was wrong before
  std::string error{};  ///< why the answer cannot be right; empty: none
  FaultKind fault = FaultKind::wrong;

  bool may_be_right() const { return error.empty() && is_solved(*result); }
};

/// All answers to a puzzle and its isomorphs, which have the same number of solutions.
struct AnswerGroup {
  Board puzzle;
  std::vector<CheckedAnswer> answers;
  SolutionCount verified = 0;  ///< number of distinct correct solutions, up to the limit
};

/// Adds errors to answers with different counts. A count below the number of verified solutions is
/// wrong. For the rest, the arbiter decides. If it cannot, answers that differ from the most
/// frequent one are disagreements.
void find_disagreements(AnswerGroup& group, Arbiter& arbiter);

}  // namespace sudoku
