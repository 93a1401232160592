#include "harness/check/disagreement.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku {
namespace {

/// Returns the most frequent count, or all of them if several are equally frequent.
std::vector<SolutionCount> most_frequent(const std::vector<SolutionCount>& counts) {
  std::vector<SolutionCount> best;
  std::ptrdiff_t best_votes = 0;
  for (const SolutionCount count : counts) {
    const auto votes = std::ranges::count(counts, count);
    if (votes > best_votes) best.clear();
    best_votes = std::max(best_votes, votes);
    const bool is_new = std::ranges::find(best, count) == best.end();
    if (votes == best_votes && is_new) best.push_back(count);
  }
  return best;
}

std::string found_by(const CheckedAnswer& answer) {
  return "found " + number_of(format_count(answer.result->solutions), "solution");
}

/// Returns whether an answer is wrong for a puzzle with that many solutions, up to the limit.
bool contradicts(const CheckedAnswer& answer, SolutionCount solutions) {
  // The result of an incomplete search is a lower bound.
  const SolveResult& result = *answer.result;
  return is_solved(result) ? result.solutions != solutions : result.solutions > solutions;
}

bool do_differ(const std::vector<CheckedAnswer>& answers) {
  const auto first = std::ranges::find_if(answers, &CheckedAnswer::may_be_right);
  if (first == answers.end()) return false;
  return std::ranges::any_of(answers, [&](const CheckedAnswer& answer) {
    return answer.error.empty() && contradicts(answer, first->result->solutions);
  });
}

/// Returns the count that at least two arbiter engines of the run found, if at most one of them
/// differs. For runs that include all arbiter engines.
std::optional<ArbiterCount> count_of_involved(const std::vector<CheckedAnswer>& answers) {
  std::vector<ArbiterCount> counts;
  std::size_t votes = 0;
  for (const CheckedAnswer& answer : answers) {
    if (answer.puzzle != answers.front().puzzle || !answer.may_be_right()) continue;
    if (!Arbiter::is_arbiter_engine(answer.id)) continue;
    auto same = std::ranges::find(counts, answer.result->solutions, &ArbiterCount::solutions);
    if (same == counts.end()) same = counts.insert(same, {{}, answer.result->solutions});
    same->engines.emplace_back(answer.id);
    ++votes;
  }
  const auto most = std::ranges::max_element(
      counts, {}, [](const ArbiterCount& count) { return count.engines.size(); });
  if (most == counts.end() || most->engines.size() < 2) return std::nullopt;
  if (votes - most->engines.size() > 1) return std::nullopt;
  most->engines.resize(2);
  return *most;
}

/// Finds answers that contradict the arbiter. Returns false if the arbiter cannot decide.
bool settle(AnswerGroup& group, Arbiter& arbiter) {
  std::vector<std::string> involved;
  for (const CheckedAnswer& answer : group.answers) {
    if (is_solved(*answer.result) || answer.result->solutions > 0) {
      involved.emplace_back(answer.id);
    }
  }
  const auto decided = Arbiter::can_count(group.puzzle.kind(), involved)
                           ? arbiter.count(group.puzzle, involved)
                           : count_of_involved(group.answers);
  if (!decided || decided->solutions < group.verified) return false;
  for (CheckedAnswer& answer : group.answers) {
    if (!answer.error.empty() || !contradicts(answer, decided->solutions)) continue;
    answer.error =
        fmt::format("{}; {} count{} {}", found_by(answer), fmt::join(decided->engines, " and "),
                    decided->engines.size() == 1 ? "s" : "", format_count(decided->solutions));
  }
  return true;
}

/// Finds answers that differ from the most frequent one.
void mark_disagreements(std::vector<CheckedAnswer>& answers) {
  std::vector<SolutionCount> votes;
  for (const CheckedAnswer& answer : answers) {
    if (answer.may_be_right() && answer.has_vote) votes.push_back(answer.result->solutions);
  }
  const auto agreed = most_frequent(votes);
  for (CheckedAnswer& answer : answers) {
    if (!answer.error.empty()) continue;
    const auto other = std::ranges::find_if(
        agreed, [&](SolutionCount count) { return contradicts(answer, count); });
    if (other == agreed.end()) continue;
    answer.fault = FaultKind::disagreement;
    answer.error = fmt::format("{} where others found {}", found_by(answer), format_count(*other));
  }
}

}  // namespace

void find_disagreements(AnswerGroup& group, Arbiter& arbiter) {
  for (CheckedAnswer& answer : group.answers) {
    if (!answer.may_be_right() || answer.result->solutions >= group.verified) continue;
    answer.error = fmt::format(
        "{}, but {} verified", found_by(answer),
        group.verified == 1 ? "one is"
                            : fmt::format("{} different ones are", format_count(group.verified)));
  }
  if (do_differ(group.answers) && !settle(group, arbiter)) mark_disagreements(group.answers);
}

}  // namespace sudoku
