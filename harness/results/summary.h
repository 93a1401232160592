#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/results/record.h"

namespace sudoku {

/// One engine on one dataset, over the repetitions.
struct Standing {
  EngineTally tally;
  std::vector<double> rates;  ///< of each repetition, in puzzles a second
  Verdict verdict = Verdict::ok;

  /// Adds a repetition: what runs.csv says of it, and all that is known.
  void enter(const RunRecord& record, EngineTally&& tally);
};

/// What all rows of a summary share.
struct SummaryPlan {
  RowKey key;                        ///< the engine apart
  std::vector<std::string> engines;  ///< of the standings
  unsigned repetitions = 0;
  std::string baseline;                 ///< engine; empty or none of them: the fastest
  std::chrono::nanoseconds timeout{0};  ///< of a puzzle
};

/// The rows of summary.csv for one dataset, one for each of the engines that ran. The scores of the
/// virtual best engine are left out.
std::vector<SummaryRecord> summarise(const SummaryPlan& plan,
                                     const std::vector<Standing>& standings);

/// The row of one that did not.
SummaryRecord absent_row(const RowKey& key, const std::string& baseline, Verdict verdict);

/// The engine to which the ratios of the rows refer: the one that was asked for, else the fastest
/// of those that did everything, else the fastest. Empty where there is none.
std::string baseline_of(const SummaryPlan& plan, const std::vector<Standing>& standings);

}  // namespace sudoku
