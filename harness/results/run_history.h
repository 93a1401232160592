#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/results/run_comparison.h"

namespace sudoku {

/// An engine in one of several runs.
struct HistoryPoint {
  std::size_t run = 0;                  ///< index of the run
  double rate = 0;                      ///< solved puzzles per second
  std::size_t reference = 0;            ///< index of the run that it is compared with
  std::optional<ComparedRow> compared;  ///< with the reference; nullopt for the first point
  bool is_change_point = false;
};

/// An engine on a dataset in the runs that have it.
struct History {
  std::string engine;
  std::string dataset;  ///< name in the first of these runs
  std::vector<HistoryPoint> points;
};

/// Returns the history of each engine on each dataset, from the oldest run to the newest. The first
/// run is the reference. If two consecutive runs are faster than the reference, or both slower, the
/// first of them is a change point and the new reference. Inconclusive runs between them are
/// ignored. Throws InputError if runs are not comparable.
std::vector<History> histories_of(std::span<const SavedRun> runs, double noise_threshold);

}  // namespace sudoku
