#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/measure/solver.h"

namespace sudoku {

/// Reports faulty answers on standard error: the first ten, or all. Not thread-safe.
class FaultReporter {
 public:
  /// `max_solutions` is the limit of the run.
  FaultReporter(bool reports_all, std::uint64_t max_solutions)
      : reports_all_(reports_all), max_solutions_(max_solutions) {}

  /// `engines` are the names of the engines of the sample. If an engine found one solution of a
  /// puzzle with several, only its first such fault is reported, unless all are.
  void report(const std::string& dataset, const BlockSample& sample,
              std::span<const std::string> engines);
  void report(const std::string& dataset, const std::string& what);
  /// Reports how many were not shown.
  void end() const;

  /// Returns a sentence for each faulty engine of the user: what to do about it.
  std::vector<std::string> advice(std::span<const Solver> solvers) const;

 private:
  struct EngineFaults {
    std::uint64_t all = 0;
    std::uint64_t early_stops = 0;  ///< one valid solution of a puzzle with several
  };

  bool is_early_stop(const BlockSample& sample, const Fault& fault) const;

  bool reports_all_;
  std::uint64_t max_solutions_;
  std::uint64_t count_ = 0;
  std::uint64_t shown_ = 0;
  std::map<std::string, EngineFaults> by_engine_;
};

}  // namespace sudoku
