#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/report/fault_reporter.h"
#include "harness/results/result_files.h"
#include "harness/stats/run_and_summary_rows.h"

namespace sudoku {

/// Turns the samples of one dataset into rows: of blocks and puzzles at once, of runs after each
/// repetition, of the summary at the end. One call at a time.
class DatasetRun {
 public:
  /// All but the plan must outlive the object. `stochastic` has one entry per engine.
  DatasetRun(DatasetPlan plan, std::vector<bool> stochastic, ResultDirectory& results,
             FaultReporter& faults);

  void begin_repetition() { rows_.begin_part(); }
  /// Takes the next sample of the repetition.
  void add(const BlockSample& sample);
  /// Ends the repetition. `digest` is that of the puzzles; `seeds` has one entry per engine.
  std::vector<RunRow> end_repetition(std::uint64_t digest, bool is_cut,
                                     const std::vector<std::optional<std::uint64_t>>& seeds);

  /// Writes the run rows of skipped solvers and returns the summary rows of all.
  std::vector<SummaryRow> finish();

 private:
  const DatasetPlan& plan() const { return rows_.plan(); }
  void report_changed_answers(std::size_t engine);

  std::vector<bool> stochastic_;
  ResultDirectory& results_;
  FaultReporter& faults_;
  DatasetRows rows_;
  VirtualBest virtual_best_;
  std::vector<SuccessCounts> successes_;
};

}  // namespace sudoku
