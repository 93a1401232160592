#include "harness/check/expectation_review.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/system.h"
#include "harness/check/answer_checker.h"
#include "harness/check/arbiter.h"

namespace sudoku {

void ExpectationReview::add(const Board& puzzle, const Expectation& expectation,
                            const SolveResult& answer) {
  constexpr std::size_t kKept = 3;
  if (!expectation.count || !is_solved(answer)) return;
  ++compared_;
  const Expectation only_count{expectation.count, {}};
  if (!is_unexpected(only_count, answer)) return;
  ++contradicted_;
  if (first_.size() < kKept) first_.push_back({OwnedBoard(puzzle), only_count});
}

bool ExpectationReview::is_unexpected(const Expectation& expectation,
                                      const SolveResult& answer) const {
  return !find_unexpected(expectation, answer, {}, max_solutions_).empty();
}

/// Returns whether the arbiter contradicts the expected count, too. Without this check, wrong
/// solvers of the user would discredit a correct column.
bool ExpectationReview::is_confirmed(const Contradiction& contradiction) const {
  Arbiter arbiter(max_solutions_, &interrupted());
  const auto decided = arbiter.count(contradiction.puzzle, {});
  return decided && !is_unexpected(contradiction.expected, {.solutions = decided->solutions});
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
    if (common != nullptr && is_common) add(block.puzzles[i], block.expectations[i], *common);
  }
}

std::string ExpectationReview::note(const std::string& column) const {
  if (contradicted_ < 2 || 2 * contradicted_ <= compared_) return {};
  const auto is_right = [this](const Contradiction& one) { return is_confirmed(one); };
  if (std::ranges::any_of(first_, is_right)) return {};
  const std::string name =
      column.empty() ? "the member 'count'" : fmt::format("the column '{}'", column);
  return fmt::format(
      "{} is probably not the number of solutions: {} of {} values contradict all answers; {}",
      name, contradicted_, compared_,
      column.empty() ? "rename it" : "choose another one with --expect-column, or rename it");
}

}  // namespace sudoku
