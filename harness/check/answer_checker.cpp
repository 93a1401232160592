#include "harness/check/answer_checker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/units.h"

namespace sudoku {
namespace {

std::string count_of(SolutionCount solutions) { return number_of(solutions, "solution"); }

bool has_only_solution(const SolveResult& result) {
  return result.solutions == 1 && result.outcome == Outcome::exhausted && result.has_solution;
}

const std::string& failure_of(const EngineSample& sample, std::size_t puzzle) {
  return std::find_if(sample.failures.begin(), sample.failures.end(),
                      [puzzle](const Failure& failure) { return failure.puzzle == puzzle; })
      ->what;
}

/// Returns the fault of an answer, without comparing engines; empty if there is none.
std::string find_error(const PuzzleBlock& block, std::size_t puzzle, const EngineSample& sample,
                       std::uint64_t max_solutions) {
  const SolveResult& result = sample.results[puzzle];
  if (result.outcome == Outcome::failed) return failure_of(sample, puzzle);
  const Board solution = sample.solutions[puzzle];
  std::string what = find_violation(block.puzzles[puzzle], result, solution, max_solutions);
  if (what.empty() && !block.expectations.empty()) {
    what = find_unexpected(block.expectations[puzzle], result, solution, max_solutions);
  }
  return what;
}

/// Returns the most frequent count, or all of them if several are equally frequent.
std::vector<SolutionCount> most_frequent(const std::vector<SolutionCount>& counts) {
  std::vector<SolutionCount> best;
  std::ptrdiff_t best_votes = 0;
  for (const SolutionCount count : counts) {
    const auto votes = std::count(counts.begin(), counts.end(), count);
    if (votes > best_votes) best.clear();
    best_votes = std::max(best_votes, votes);
    const bool is_new = std::find(best.begin(), best.end(), count) == best.end();
    if (votes == best_votes && is_new) best.push_back(count);
  }
  return best;
}

/// Returns whether a result is wrong for a puzzle with that many solutions, up to the limit.
bool contradicts(const SolveResult& result, SolutionCount solutions) {
  // The result of an incomplete search is a lower bound.
  return is_answered(result) ? result.solutions != solutions : result.solutions > solutions;
}

/// Maps a solution of an isomorph back to the original puzzle, and adds it unless it is known.
void add_mapped_back(const PuzzleBlock& block, std::size_t puzzle, const Board& solution,
                     BoardList& solutions) {
  const auto add = [&solutions](const Board& board) {
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      if (solutions[i] == board) return;
    }
    solutions.push_back(board);
  };
  if (block.isomorphs == 1) return add(solution);
  BoardList original(solution.shape);
  block.isomorphisms[puzzle].undo(solution, original.emplace_back());
  add(original[0]);
}

/// Checks the answers for the isomorphs of one puzzle.
class GroupCheck {
 public:
  GroupCheck(const PuzzleBlock& block, std::span<const EngineSample> engines,
             std::span<const std::string> ids, std::uint64_t max_solutions)
      : block_(block), engines_(engines), ids_(ids), max_solutions_(max_solutions) {}

  /// Adds the faults in the answers for the group that begins with puzzle `begin`.
  void check(std::size_t begin, Arbiter* arbiter, std::vector<std::atomic<bool>>& were_wrong,
             std::vector<Fault>& faults) {
    collect_answers(begin);
    compare_with_verified();
    if (do_differ() && !decide(arbiter)) mark_disagreements(were_wrong);
    for (const Answer& answer : answers_) {
      if (answer.error.empty()) continue;
      faults.push_back(
          {answer.fault, answer.engine, answer.puzzle, ids_[answer.engine] + ": " + answer.error});
      const bool is_wrong =
          answer.fault == FaultKind::wrong && answer.result->outcome != Outcome::failed;
      if (is_wrong) were_wrong[answer.engine] = true;
    }
  }

 private:
  struct Answer {
    std::size_t engine;
    std::size_t puzzle;
    const SolveResult* result;
    std::string error;  // empty: none
    FaultKind fault = FaultKind::wrong;

    bool may_be_right() const { return error.empty() && is_answered(*result); }
  };

  /// Checks each answer separately and collects all valid solutions.
  void collect_answers(std::size_t begin) {
    answers_.clear();
    solutions_.clear();
    for (std::size_t puzzle = begin; puzzle < begin + block_.isomorphs; ++puzzle) {
      for (std::size_t engine = 0; engine < engines_.size(); ++engine) {
        const SolveResult& result = engines_[engine].results[puzzle];
        answers_.push_back({engine, puzzle, &result,
                            find_error(block_, puzzle, engines_[engine], max_solutions_)});
        if (result.solutions == 0 || !result.has_solution) continue;
        const Board solution = engines_[engine].solutions[puzzle];
        const bool is_verified =
            answers_.back().error.empty() || is_solution_of(solution, block_.puzzles[puzzle]);
        if (is_verified) add_mapped_back(block_, puzzle, solution, solutions_);
      }
    }
  }

  /// Returns the number of different valid solutions, up to the limit.
  SolutionCount verified() const {
    const SolutionCount count = solutions_.size();
    return max_solutions_ == 0 ? count : std::min<SolutionCount>(count, max_solutions_);
  }

  /// Finds answers with fewer solutions than all answers together contain.
  void compare_with_verified() {
    for (Answer& answer : answers_) {
      if (!answer.may_be_right() || answer.result->solutions >= verified()) continue;
      answer.error = fmt::format(
          "found {}, but {} verified", count_of(answer.result->solutions),
          verified() == 1 ? "one is" : fmt::format("{} different ones are", verified()));
    }
  }

  bool do_differ() const {
    const auto first = std::find_if(answers_.begin(), answers_.end(),
                                    [](const Answer& answer) { return answer.may_be_right(); });
    if (first == answers_.end()) return false;
    return std::any_of(answers_.begin(), answers_.end(), [&](const Answer& answer) {
      return answer.error.empty() && contradicts(*answer.result, first->result->solutions);
    });
  }

  /// Finds answers that contradict the arbiter. Returns false if the arbiter cannot decide.
  bool decide(Arbiter* arbiter) {
    if (arbiter == nullptr) return false;
    std::vector<std::string> involved;
    for (const Answer& answer : answers_) {
      if (is_answered(*answer.result) || answer.result->solutions > 0) {
        involved.push_back(ids_[answer.engine]);
      }
    }
    const auto decided = Arbiter::can_count(block_.puzzles.shape(), involved)
                             ? arbiter->count(block_.puzzles[answers_.front().puzzle], involved)
                             : count_of_involved();
    if (!decided || decided->solutions < verified()) return false;
    for (Answer& answer : answers_) {
      if (!answer.error.empty() || !contradicts(*answer.result, decided->solutions)) continue;
      answer.error =
          fmt::format("found {}; {} count{} {}", count_of(answer.result->solutions),
                      fmt::join(decided->engines, " and "), decided->engines.size() == 1 ? "s" : "",
                      format_count(decided->solutions));
    }
    return true;
  }

  /// Returns what at least two arbiter engines of the run found, if at most one of them differs.
  /// For runs that include all of them.
  std::optional<ArbiterCount> count_of_involved() const {
    std::vector<ArbiterCount> counts;
    std::size_t votes = 0;
    for (const Answer& answer : answers_) {
      const std::string& id = ids_[answer.engine];
      if (answer.puzzle != answers_.front().puzzle || !answer.may_be_right()) continue;
      if (!Arbiter::is_arbiter_engine(id)) continue;
      auto decided = std::find_if(counts.begin(), counts.end(), [&](const ArbiterCount& other) {
        return other.solutions == answer.result->solutions;
      });
      if (decided == counts.end()) {
        decided = counts.insert(decided, {{}, answer.result->solutions});
      }
      decided->engines.push_back(id);
      ++votes;
    }
    const auto most = std::max_element(
        counts.begin(), counts.end(),
        [](const auto& a, const auto& b) { return a.engines.size() < b.engines.size(); });
    if (most == counts.end() || most->engines.size() < 2) return std::nullopt;
    if (votes - most->engines.size() > 1) return std::nullopt;
    return ArbiterCount{{most->engines[0], most->engines[1]}, most->solutions};
  }

  /// Finds answers that differ from the most frequent one.
  void mark_disagreements(const std::vector<std::atomic<bool>>& were_wrong) {
    std::vector<SolutionCount> votes;
    for (const Answer& answer : answers_) {
      if (answer.may_be_right() && !were_wrong[answer.engine])
        votes.push_back(answer.result->solutions);
    }
    const auto agreed = most_frequent(votes);
    for (Answer& answer : answers_) {
      if (!answer.error.empty()) continue;
      const auto other = std::find_if(agreed.begin(), agreed.end(), [&](SolutionCount count) {
        return contradicts(*answer.result, count);
      });
      if (other == agreed.end()) continue;
      answer.fault = FaultKind::disagreement;
      answer.error = fmt::format("found {} where others found {}",
                                 count_of(answer.result->solutions), format_count(*other));
    }
  }

  const PuzzleBlock& block_;
  std::span<const EngineSample> engines_;
  std::span<const std::string> ids_;
  std::uint64_t max_solutions_;
  // Of the current group:
  std::vector<Answer> answers_;
  BoardList solutions_;  // different valid ones, of the original puzzle
};

}  // namespace

std::string find_violation(const Board& puzzle, const SolveResult& result, const Board& solution,
                           std::uint64_t max_solutions) {
  if (max_solutions != 0 && result.solutions > max_solutions) {
    return fmt::format("found {}, more than the limit of {}", count_of(result.solutions),
                       max_solutions);
  }
  if (result.outcome == Outcome::solution_limit && result.solutions != max_solutions) {
    return fmt::format("stopped at the limit of {} solutions with {}", max_solutions,
                       format_count(result.solutions));
  }
  if (result.solutions > 0 && result.has_solution && !is_solution_of(solution, puzzle)) {
    const bool is_whole = std::ranges::find(solution.cells, 0) == solution.cells.end();
    return (is_whole ? "its solution breaks a rule: " : "its solution has empty cells: ") +
           format_line(solution);
  }
  return {};
}

std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            const Board& solution, std::uint64_t max_solutions) {
  if (expectation.count) {
    const SolutionCount limit = max_solutions == 0 ? *expectation.count : max_solutions;
    const SolutionCount expected = std::min(*expectation.count, limit);
    const bool is_too_many = result.solutions > expected;
    if (is_too_many || (is_answered(result) && result.solutions != expected)) {
      return fmt::format("found {}, expected {}", count_of(result.solutions),
                         format_count(expected));
    }
  }
  if (!expectation.solution.empty() && is_answered(result)) {
    if (result.solutions == 0) return "found no solution, expected one";
    if (has_only_solution(result) && solution != expectation.solution[0]) {
      return "its only solution is not the expected one: " + format_line(solution);
    }
  }
  return {};
}

AnswerChecker::AnswerChecker(std::vector<std::string> ids, std::uint64_t max_solutions,
                             Arbiter* arbiter)
    : ids_(std::move(ids)),
      max_solutions_(max_solutions),
      arbiter_(arbiter),
      were_wrong_(ids_.size()) {}

std::vector<Fault> AnswerChecker::check(const PuzzleBlock& block,
                                        std::span<const EngineSample> engines) {
  std::vector<Fault> faults;
  GroupCheck group(block, engines, ids_, max_solutions_);
  for (std::size_t begin = 0; begin < block.puzzles.size(); begin += block.isomorphs) {
    group.check(begin, arbiter_, were_wrong_, faults);
  }
  return faults;
}

}  // namespace sudoku
