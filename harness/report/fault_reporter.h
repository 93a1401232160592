#pragma once

#include <cstdint>
#include <string>

#include "harness/measure/sample.h"

namespace sudoku {

/// Reports faulty answers on standard error: the first ten, or all.
class FaultReporter {
 public:
  explicit FaultReporter(bool reports_all) : reports_all_(reports_all) {}

  void report(const std::string& dataset, const BlockSample& sample);
  void report(const std::string& dataset, const std::string& what);
  /// Reports how many were not shown.
  void end() const;
  bool has_reported() const { return count_ > 0; }

 private:
  bool reports_all_;
  std::uint64_t count_ = 0;
};

}  // namespace sudoku
