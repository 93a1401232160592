#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/commands/count/count_options.h"
#include "harness/count/counting.h"

namespace sudoku {

/// Collects a sample of the counted puzzles and counts it again with the engine of --check. Not
/// thread-safe.
class SampleCheck {
 public:
  /// `options` must outlive this object.
  explicit SampleCheck(const CountOptions& options)
      : options_(options), sample_(options.sample, options.seed) {}

  void add(const PuzzleBlock& block, std::span<const SolveResult> results) {
    sample_.add(block, results);
  }

  /// Counts the sample again and writes the report. Returns the number of different counts.
  std::uint64_t run();

  /// Returns the text about the check for standard output; empty before run().
  const std::string& report() const { return report_; }

 private:
  std::string describe(const Recount& recount) const;

  const CountOptions& options_;
  CountSample sample_;
  std::string report_;
};

}  // namespace sudoku
