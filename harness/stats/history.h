#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/stats/comparison.h"
#include "harness/stats/saved_run.h"

namespace sudoku {

/// An engine in one of several runs.
struct HistoryPoint {
  std::size_t run = 0;  ///< its index
  double rate = 0;      ///< answered puzzles per second
  std::size_t reference =
      0;  ///< index of the run that it is compared with; its own of the first one
  std::optional<ComparedRow> compared;  ///< with the reference; nothing for the first one
  bool is_change_point = false;
};

/// An engine on a dataset, in those runs that have it.
struct History {
  std::string engine;
  std::string dataset;  ///< as the first of them names it
  std::vector<HistoryPoint> points;
};

/// What became of each engine, from the oldest run to the newest. The reference is the first run;
/// where two runs in a row are faster than it, or two in a row slower, as compare_rows() has it,
/// the first of the two is a change point, and the reference from then on. What says nothing, as
/// with too few blocks, stands between no two. Throws InputError for runs that cannot be compared.
std::vector<History> histories_of(std::span<const SavedRun> runs, double noise_threshold);

}  // namespace sudoku
