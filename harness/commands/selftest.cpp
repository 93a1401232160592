#include "harness/measure/selftest.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "harness/commands/commands.h"
#include "harness/interrupt.h"
#include "harness/measure/cpus.h"
#include "harness/output_file.h"

namespace sudoku {
namespace {

constexpr std::size_t kBlocks = 96;
constexpr std::size_t kBlockSize = 100;
constexpr double kSlowdown = 0.03;
constexpr double kMostFalseAlarms = 0.05;
constexpr double kFewestFinds = 0.95;

/// Keeps a processor busy for as long as it lives.
class BusyNeighbour {
 public:
  BusyNeighbour()
      : thread_([this] {
          while (!is_over_.load(std::memory_order_relaxed)) {
          }
        }) {}
  ~BusyNeighbour() {
    is_over_ = true;
    thread_.join();
  }
  BusyNeighbour(const BusyNeighbour&) = delete;
  BusyNeighbour& operator=(const BusyNeighbour&) = delete;

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

Contestant contestant_of(const EngineInfo& info) {
  return {std::string(info.id), [&info] { return info.make({}); }};
}

double median_of(const std::vector<double>& values) {
  return estimate_median(values)->median;
}

class Report {
 public:
  void add(std::string_view what, std::string_view found, bool is_good) {
    write_stdout(fmt::format("  {:<24}  {:<68}  {}\n", what, found, is_good ? "ok" : "FAILED"));
    is_all_good_ &= is_good;
  }
  bool is_all_good() const { return is_all_good_; }

 private:
  bool is_all_good_ = true;
};

std::string interference_of(const Trials& trials) {
  if (trials.interfered == 0) return {};
  const double percent = 50.0 * static_cast<double>(trials.interfered) /
                         static_cast<double>(std::max<std::uint64_t>(trials.blocks, 1));
  const int digits = percent < 99.5 ? 2 : 3;  // two would make 1e+02 of a hundred
  return fmt::format(", {:.{}g} % of the blocks interfered", percent, digits);
}

void report_equal(Report& report, std::string_view what, const Trials& trials) {
  const bool is_good = trials.count > 0 && trials.told_apart <= kMostFalseAlarms * trials.count;
  report.add(what,
             fmt::format("told apart in {} of {} trials, {:.4g}x as fast{}", trials.told_apart,
                         trials.count, trials.ratios.empty() ? 0.0 : median_of(trials.ratios),
                         interference_of(trials)),
             is_good);
}

void report_slowed(Report& report, const Trials& trials) {
  unsigned found = 0;
  for (const double ratio : trials.ratios) found += ratio < 1 ? 1 : 0;
  found = std::min(found, trials.told_apart);
  const std::string median =
      trials.ratios.empty() ? "-" : fmt::format("{:.4g}x", median_of(trials.ratios));
  report.add(fmt::format("{:g} % slower", 100 * kSlowdown),
             fmt::format("found in {} of {} trials, {} as fast{}", found, trials.count, median,
                         interference_of(trials)),
             trials.count > 0 && found >= kFewestFinds * trials.count);
}

}  // namespace

ExitCode run_selftest(const SelftestOptions& options, Stopwatch& stopwatch) {
  const std::atomic<bool>& stop = interrupted();
  const Contestant engine = contestant_of(*options.engine);
  const Contestant a = taking_blocks(engine, "a");
  const Contestant b = taking_blocks(engine, "b");
  const auto blocks = selftest_blocks(options.seed, kBlocks, kBlockSize);
  write_stdout(fmt::format("{}, {} minimal puzzles in {} blocks\n", engine.id, kBlocks * kBlockSize,
                           kBlocks));
  Report report;
  report_equal(report, "equal engines",
               compare_repeatedly(a, b, blocks, options.trials, stopwatch, stop));
  if (usable_threads() > 1) {
    const BusyNeighbour neighbour;
    report_equal(report, "beside a busy thread",
                 compare_repeatedly(a, b, blocks, options.trials, stopwatch, stop));
  }
  report_slowed(report, compare_repeatedly(a, slowed_down(b, kSlowdown), blocks, options.trials,
                                           stopwatch, stop));
  const std::vector<Contestant> honest = {contestant_of(*find_engine("bitmask")),
                                          contestant_of(*find_engine("dlx"))};
  for (const PlantedFault& fault : planted_faults(engine)) {
    if (stop) return ExitCode::interrupted;
    const bool caught = is_caught(fault, honest, blocks, stopwatch);
    report.add(fault.what, caught ? "caught on every puzzle" : "NOT CAUGHT", caught);
  }
  if (stop) return ExitCode::interrupted;
  return report.is_all_good() ? ExitCode::ok : ExitCode::internal_error;
}

}  // namespace sudoku
