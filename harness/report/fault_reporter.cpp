#include "harness/report/fault_reporter.h"

#include <cstdio>

#include <fmt/format.h>

#include "harness/base/errors.h"

namespace sudoku {
namespace {

constexpr std::uint64_t kMost = 10;

}  // namespace

void FaultReporter::report(const std::string& dataset, const BlockSample& sample) {
  for (const Fault& fault : sample.faults) {
    ++count_;
    if (!reports_all_ && count_ > kMost) continue;
    print_error("{}:{}: {}: {}\n", dataset, sample.block.lines[fault.puzzle], fault.what,
                format_line(sample.block.puzzles[fault.puzzle]));
  }
}

void FaultReporter::report(const std::string& dataset, const std::string& what) {
  ++count_;
  print_error("{}: {}\n", dataset, what);
}

void FaultReporter::end() const {
  if (reports_all_ || count_ <= kMost) return;
  print_error("... and {} more faulty answers; --verbose shows all\n", count_ - kMost);
}

}  // namespace sudoku
