#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/stats/verdict.h"
#include "harness/stats/rows.h"
#include "harness/stats/scores.h"
#include "harness/stats/success.h"
#include "harness/stats/summary.h"

namespace sudoku {

/// What the passes over one dataset come to, for each of the engines that take part.
class DatasetTally {
 public:
  explicit DatasetTally(std::span<const Solver> solvers);

  void begin_pass();
  /// Adds a block of the pass; `totals` are those of count_block.
  void add(const BlockSample& sample, std::span<const Totals> totals);
  /// Of the pass, and of an engine by its number.
  Totals& totals_of(std::size_t engine) { return pass_[engine].totals; }
  /// Whether an engine that has answered everything, in this pass and those before, has given other
  /// answers.
  bool has_changed_answers(std::size_t engine) const;
  /// Ends the pass for an engine; its record is what runs.csv says of it.
  void end_pass(std::size_t engine, const RunRow& record);

  /// The rows of summary.csv, those of engines that took no part last. Once; `plan.engines` are the
  /// solvers.
  std::vector<SummaryRow> summarise(const SummaryPlan& plan, std::span<const SkippedSolver> absent);

 private:
  std::vector<bool> is_stochastic_;
  std::vector<EngineTally> pass_;
  std::vector<Standing> standings_;
  std::vector<SuccessTally> successes_;
  VirtualBest virtual_best_;
};

}  // namespace sudoku
