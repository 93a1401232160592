#include "harness/selftest/selftest.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "harness/base/cpus.h"
#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/common_options.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/external/command_executor.h"
#include "harness/external/solvers.h"
#include "harness/stats/confidence_interval.h"

namespace sudoku {
namespace {

struct SelftestOptions {
  const EngineInfo* engine = nullptr;
  unsigned trials = 0;  ///< comparisons of each kind
  std::uint64_t seed = 1;
};

SelftestOptions selftest_options(const OptionValues& values) {
  if (values.has(std::string(kArgument))) throw UsageError("selftest takes no argument");
  SelftestOptions options;
  options.engine = engine_named(values.has("engine") ? values.text("engine") : "bitmask");
  refuse_incomplete(options.engine, "does not always answer");
  if (!options.engine->runs_here()) {
    throw UsageError(unavailable_message(*options.engine));
  }
  options.trials = static_cast<unsigned>(values.number("trials", 40, 1, 100'000));
  options.seed = values.number("seed", 1);
  return options;
}

constexpr std::size_t kBlocks = 96;
constexpr std::size_t kBlockSize = 100;
/// Sizes of blocks, and the number of blocks per comparison.
constexpr std::pair<std::size_t, std::size_t> kBoundaryBlocks[] = {
    {1, 96}, {8, 96}, {64, 96}, {4096, 16}};
/// Clues added to make minimal puzzles easy, and the fraction of puzzles that counts as hard: 1/8.
constexpr std::size_t kMoreClues = 12;
constexpr std::size_t kHardShare = 8;
constexpr double kSlowdown = 0.03;
/// Rate at which a 95 % interval may miss the true value.
constexpr double kMissRate = 0.05;

/// Keeps one CPU busy during its lifetime.
class BusyThread {
 public:
  BusyThread()
      : thread_([this] {
          while (!is_stopped_.load(std::memory_order_relaxed)) {
          }
        }) {}
  ~BusyThread() {
    is_stopped_ = true;
    thread_.join();
  }
  BusyThread(const BusyThread&) = delete;
  BusyThread& operator=(const BusyThread&) = delete;

 private:
  std::atomic<bool> is_stopped_{false};
  std::thread thread_;
};

Solver solver_of(const EngineInfo& info) {
  return {std::string(info.id), [&info] { return info.make({}); }};
}

double median_of(const std::vector<double>& values) { return estimate_median(values)->value; }

class Report {
 public:
  void add(std::string_view what, std::string_view found, bool is_good) {
    write_stdout(fmt::format("  {:<24}  {:<68}  {}\n", what, found, is_good ? "ok" : "FAILED"));
    is_all_good_ &= is_good;
  }
  /// Records the interference in trials that need an idle machine.
  void watch(const ComparisonSeries& series) {
    timings_ += 2 * series.blocks;
    interfered_ += series.interfered;
  }
  /// Prints a warning if more than one fifth of the timings had interference.
  void warn_of_interference() const {
    if (5 * interfered_ <= timings_) return;
    write_stdout(fmt::format(
        "Interference in {} % of the timings: the results for speed are inconclusive. Repeat "
        "selftest on an idle machine.\n",
        100 * std::min(interfered_, timings_) / timings_));
  }
  bool is_all_good() const { return is_all_good_; }

 private:
  bool is_all_good_ = true;
  std::uint64_t timings_ = 0;  // two per block, one for each solver
  std::uint64_t interfered_ = 0;
};

std::string interference_of(const ComparisonSeries& series) {
  if (series.interfered == 0) return {};
  const double percent = 50.0 * static_cast<double>(series.interfered) /
                         static_cast<double>(std::max<std::uint64_t>(series.blocks, 1));
  const int digits = percent < 99.5 ? 2 : 3;  // avoids 1e+02
  return fmt::format(", interference in {:.{}g} % of the blocks", percent, digits);
}

void report_equal(Report& report, std::string_view what, const ComparisonSeries& series) {
  const bool is_good =
      series.count > 0 && series.significant <= most_by_chance(series.count, kMissRate);
  report.add(what,
             fmt::format("difference in {} of {} trials, {:.4g}x as fast{}", series.significant,
                         series.count, series.ratios.empty() ? 0.0 : median_of(series.ratios),
                         interference_of(series)),
             is_good);
}

void report_slowed(Report& report, const ComparisonSeries& series) {
  unsigned found = 0;
  for (const double ratio : series.ratios) found += ratio < 1 ? 1 : 0;
  found = std::min(found, series.significant);
  const std::string median =
      series.ratios.empty() ? "-" : fmt::format("{:.4g}x", median_of(series.ratios));
  report.add(fmt::format("{:g} % slower", 100 * kSlowdown),
             fmt::format("detected in {} of {} trials, {} as fast{}", found, series.count, median,
                         interference_of(series)),
             series.count > 0 && found + most_by_chance(series.count, kMissRate) >= series.count);
}

/// An interrupted selftest has not failed.
ExitCode end_interrupted() {
  write_stdout("Interrupted: the other tests did not run.\n");
  return ExitCode::interrupted;
}

Solver hosted_as(const EngineInfo& info, HostedKind kind, std::string id,
                 HostPacing pacing = HostPacing::continuous) {
  Solver solver = solver_of(info);
  solver.id = std::move(id);
  return hosted(solver, {.kind = kind, .name = std::string(info.id), .pacing = pacing}, 1);
}

Solver as_command(const EngineInfo& info) {
  Solver solver;
  solver.id = "command";
  solver.takes_blocks = true;
  solver.places = kCommandPlaces;
  solver.make_executor = [id = std::string(info.id)](const Measuring& measuring) {
    constexpr std::uint64_t kTwo = 2;
    return std::make_unique<CommandExecutor>(line_host_arguments(id, kTwo), kTwo,
                                             measuring.counts_events);
  };
  return solver;
}

/// Compares the engine in a host process with itself as a plugin and as a command, for all sizes of
/// blocks.
void report_boundary(Report& report, const SelftestOptions& options,
                     const std::vector<PuzzleBlock>& minimal, Stopwatch& stopwatch) {
  std::vector<Grid> puzzles;
  for (const PuzzleBlock& block : minimal) {
    const auto grids = grids_of(block.puzzles);
    puzzles.insert(puzzles.end(), grids.begin(), grids.end());
  }
  const std::pair<std::string_view, std::vector<Grid>> kinds[] = {
      {"easy", with_more_clues(puzzles, kMoreClues)}, {"hard", hardest(puzzles, kHardShare)}};
  const EngineInfo& engine = *options.engine;
  const std::pair<Solver, Solver> pairs[] = {
      {hosted_as(engine, HostedKind::builtin, "builtin"),
       hosted_as(engine, HostedKind::builtin_as_plugin, "plugin")},
      {hosted_as(engine, HostedKind::builtin, "builtin", HostPacing::round_trips),
       as_command(engine)}};
  for (const auto& [builtin, outside] : pairs) {
    for (const auto& [kind, chosen] : kinds) {
      for (const auto& [block_size, blocks] : kBoundaryBlocks) {
        const auto series =
            compare_repeatedly(builtin, outside, isomorph_blocks(chosen, blocks, block_size),
                               options.trials, stopwatch, interrupted());
        if (interrupted()) return;
        report.watch(series);
        report_equal(report, fmt::format("as a {}, {} by {}", outside.id, kind, block_size),
                     series);
      }
    }
  }
}

ExitCode run_selftest(const SelftestOptions& options) {
  SystemStopwatch stopwatch;
  const std::atomic<bool>& stop = interrupted();
  const Solver engine = solver_of(*options.engine);
  const Solver a = with_block_calls(engine, "a");
  const Solver b = with_block_calls(engine, "b");
  const auto blocks = selftest_blocks(options.seed, kBlocks, kBlockSize);
  write_stdout(fmt::format("{}, {} minimal puzzles in {} blocks\n", engine.id, kBlocks * kBlockSize,
                           kBlocks));
  Report report;
  const ComparisonSeries equal = compare_repeatedly(a, b, blocks, options.trials, stopwatch, stop);
  if (stop) return end_interrupted();
  report.watch(equal);
  report_equal(report, "equal engines", equal);
  if (usable_threads() > 1) {
    const BusyThread busy_thread;
    const ComparisonSeries beside =
        compare_repeatedly(a, b, blocks, options.trials, stopwatch, stop);
    if (stop) return end_interrupted();
    report_equal(report, "beside a busy thread", beside);
  }
  const ComparisonSeries slowed =
      compare_repeatedly(a, slowed_down(b, kSlowdown), blocks, options.trials, stopwatch, stop);
  if (stop) return end_interrupted();
  report.watch(slowed);
  report_slowed(report, slowed);
  if (!needs_blocks(options.engine->traits)) report_boundary(report, options, blocks, stopwatch);
  if (stop) return end_interrupted();
  const std::vector<Solver> correct = {solver_of(*find_engine("bitmask")),
                                       solver_of(*find_engine("dlx"))};
  for (const InjectedFault& fault : inject_faults(engine)) {
    if (stop) return end_interrupted();
    const bool is_found = is_detected(fault, correct, blocks, stopwatch);
    report.add(fault.what, is_found ? "caught on every puzzle" : "NOT CAUGHT", is_found);
  }
  if (stop) return end_interrupted();
  report.warn_of_interference();
  return report.is_all_good() ? ExitCode::ok : ExitCode::internal_error;
}

}  // namespace

OptionTable selftest_option_table() {
  OptionTable options(
      "sudoku-bench selftest\n"
      "Tests the accuracy of the harness on this machine. It must find no difference between an\n"
      "engine and itself, must detect a slowdown of 3 %, and must detect wrong answers.");
  options.group("Options")
      .value("engine", "ID", "engine to compare with itself (bitmask)")
      .value("trials", "N", "number of comparisons of each kind (40)")
      .value("seed", "S", "random seed of the puzzles (1)")
      .flag("help,h", "show this help");
  return options;
}

Job prepare_selftest(const OptionValues& values) {
  return [options = selftest_options(values)](auto) { return run_selftest(options); };
}

}  // namespace sudoku
