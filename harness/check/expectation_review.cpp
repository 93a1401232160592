#include "harness/check/expectation_review.h"

#include <fmt/format.h>

#include "harness/check/answer_checker.h"

namespace sudoku {

void ExpectationReview::add(const Expectation& expectation, const SolveResult& answer) {
  if (!expectation.count || !is_solved(answer)) return;
  ++compared_;
  const Expectation only_count{expectation.count, {}};
  if (!find_unexpected(only_count, answer, {}, max_solutions_).empty()) ++contradicted_;
}

void ExpectationReview::add(const BlockSample& sample) {
  const PuzzleBlock& block = sample.block;
  for (std::size_t i = 0; i < block.expectations.size(); i += block.isomorphs) {
    const SolveResult* common = nullptr;
    bool is_common = true;
    for (const EngineSample& engine : sample.engines) {
      const SolveResult& answer = engine.results[i];
      if (!is_solved(answer)) continue;
      is_common &= common == nullptr || common->solutions == answer.solutions;
      common = &answer;
    }
    if (common != nullptr && is_common) add(block.expectations[i], *common);
  }
}

std::string ExpectationReview::note(const std::string& column) const {
  if (contradicted_ < 2 || 2 * contradicted_ <= compared_) return {};
  const std::string name =
      column.empty() ? "the member 'count'" : fmt::format("the column '{}'", column);
  return fmt::format(
      "{} is probably not the number of solutions: {} of {} values contradict all answers; {}",
      name, contradicted_, compared_,
      column.empty() ? "rename it" : "choose another one with --expect-column, or rename it");
}

}  // namespace sudoku
