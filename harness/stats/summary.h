#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/stats/rows.h"

namespace sudoku {

/// One engine on one dataset, over the repetitions.
struct Standing {
  EngineTally tally;
  std::uint64_t pass_puzzles = 0;  ///< that the first repetition was about
  std::vector<double> rates;       ///< of each repetition, in puzzles a second
  Verdict verdict = Verdict::ok;
  /// Of a stochastic engine: that of SuccessTally, over all repetitions.
  std::optional<std::uint64_t> success_squares;

  /// Adds a repetition: what runs.csv says of it, and all that is known.
  void enter(const RunRow& record, EngineTally&& tally);
};

/// What all rows of a summary share.
struct SummaryPlan {
  RowKey key;                        ///< the engine apart
  std::vector<std::string> engines;  ///< of the standings
  unsigned repetitions = 0;
  unsigned isomorphs = 1;
  std::string baseline;                 ///< engine; empty or none of them: see baseline_of
  std::chrono::nanoseconds timeout{0};  ///< of a puzzle
};

/// Whether answers of the engine are known to be wrong, or it broke down. Such an engine is never
/// the baseline, and has no ratio and no score.
bool is_disqualified(const Standing& standing);

/// The rows of summary.csv for one dataset, one for each of the engines that ran. The scores of the
/// virtual best engine are left out.
std::vector<SummaryRow> summarise(const SummaryPlan& plan, const std::vector<Standing>& standings);

/// The row of one that did not.
SummaryRow absent_row(const RowKey& key, const std::string& baseline, Verdict verdict);

/// The engine to which the ratios of the rows refer. The one that was asked for, unless it is
/// disqualified, when there is none; else the fastest of those that answered everything and whose
/// answers nobody disputes; if there is none, the one that answered most. Empty where none of these
/// answered anything.
std::string baseline_of(const SummaryPlan& plan, const std::vector<Standing>& standings);

}  // namespace sudoku
