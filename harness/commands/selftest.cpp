#include "harness/selftest/selftest.h"

#include <algorithm>
#include <thread>

#include "harness/base/cpus.h"
#include "harness/base/output_file.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/external/external_executor.h"
#include "harness/external/solver_factory.h"
#include "harness/stats/confidence_interval.h"
#include "harness/tables/speedup_text.h"

namespace sudoku {
namespace {

struct SelftestOptions {
  OptionValues values;
  const EngineInfo* engine = engine_named(values.has("engine") ? values.text("engine") : "bitmask");
  /// Number of comparisons of each kind within this process.
  unsigned trials = static_cast<unsigned>(values.number("trials", 40, 1, 100'000));
  std::uint64_t seed = values.number("seed", 1);

  /// Number of comparisons of each kind with other processes, and of two ratios. They take longer,
  /// and most kinds are repeated for several block sizes.
  unsigned slow_trials() const { return (trials + 3) / 4; }
};

constexpr std::size_t kBlocks = 96;
constexpr std::size_t kBlockSize = 100;
constexpr double kSlowdown = 0.03;
/// Rate at which a 95 % interval may miss the true value.
constexpr double kMissRate = 0.05;

Solver solver_of(const EngineInfo& info) {
  return {std::string(info.id), [&info] { return info.make({}); }};
}

std::vector<Grid> puzzles_of(const std::vector<PuzzleBlock>& blocks) {
  std::vector<Grid> puzzles;
  for (const PuzzleBlock& block : blocks) {
    const auto grids = grids_of(block.puzzles);
    puzzles.insert(puzzles.end(), grids.begin(), grids.end());
  }
  return puzzles;
}

std::string interference_of(const ComparisonSeries& series) {
  if (series.interfered == 0) return {};
  const double percent = 50.0 * static_cast<double>(series.interfered) /
                         static_cast<double>(std::max<std::uint64_t>(series.blocks, 1));
  const int digits = percent < 99.5 ? 2 : 3;  // avoids 1e+02
  return fmt::format(", interference in {:.{}g} % of the blocks", percent, digits);
}

std::string median_of(const ComparisonSeries& series) {
  std::vector<double> ratios;
  for (const Estimate& ratio : series.ratios) ratios.push_back(ratio.value);
  const auto median = estimate_median(std::move(ratios));
  return median ? fmt::format("{:.4g}x", median->value) : "-";
}

std::string change_of(const std::optional<Estimate>& change) {
  const auto percent = [](double ratio) { return 100 * (ratio - 1); };
  if (!change) return "-";
  std::string value = fmt::format("{:+.1f} %", percent(change->value));
  if (!change->interval) return value;
  return fmt::format("{} {}", value, format_interval(*change->interval, [&](double ratio) {
                       return fmt::format("{:.1f}", percent(ratio));
                     }));
}

/// Returns whether the whole interval of a ratio differs from 1 by more than the tolerance.
bool exceeds(const Estimate& ratio, double tolerance) {
  return ratio.interval &&
         (ratio.interval->low > 1 + tolerance || ratio.interval->high < 1 - tolerance);
}

/// Returns a solver in another process, which `make` starts.
template <typename Make>
Solver external(std::string id, std::size_t places, Make make) {
  Solver solver;
  solver.id = std::move(id);
  solver.takes_blocks = true;
  solver.places = places;
  solver.make_executor = [make](const Measuring& measuring) {
    return make(measuring.counts_events);
  };
  return solver;
}

Solver as_plugin(const EngineInfo& info, PluginKind kind) {
  return external("plugin", plugin_places(1), [kind, id = info.id](bool counts_events) {
    return make_plugin_executor({.kind = kind, .name = std::string(id)}, counts_events);
  });
}

Solver as_command(const EngineInfo& info) {
  return external("command", kCommandPlaces, [id = info.id](bool counts_events) {
    constexpr std::uint64_t kTwo = 2;
    return make_command_executor(line_host_arguments(std::string(id), kTwo), kTwo, counts_events);
  });
}

/// Runs the trials and prints a line for each kind.
class Selftest {
 public:
  explicit Selftest(const SelftestOptions& options)
      : options_(options), blocks_(selftest_blocks(options.seed, kBlocks, kBlockSize)) {}

  ExitCode run() {
    write_stdout(fmt::format("{}, {} minimal puzzles in {} blocks, {} tests\n", options_.engine->id,
                             kBlocks * kBlockSize, kBlocks, tests_));
    try {
      run_trials();
    } catch (const Interrupted&) {
      write_stdout("Interrupted: the other tests did not run.\n");
      return ExitCode::interrupted;
    }
    if (5 * interfered_ > timings_) {
      write_stdout(fmt::format(
          "Interference in {} % of the timings: the results for speed are inconclusive. Repeat "
          "selftest on an idle machine.\n",
          100 * std::min(interfered_, timings_) / timings_));
    }
    return is_all_good_ ? ExitCode::ok : ExitCode::internal_error;
  }

 private:
  void run_trials() {
    const Solver engine = solver_of(*options_.engine);
    const Solver a = with_block_calls(engine, "a");
    const Solver b = with_block_calls(engine, "b");
    report_equal("equal engines", count_interference(compare(a, b, blocks_, options_.trials)));
    if (usable_threads() > 1) {
      const std::jthread busy_thread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
      report_equal("beside a busy thread", compare(a, b, blocks_, options_.trials));
    }
    report_slowed(
        count_interference(compare(a, slowed_down(b, kSlowdown), blocks_, options_.trials)));
    if (has_boundary()) test_boundary();
    test_third_solver(a);
    test_few_puzzles();
    const std::vector<Solver> correct = {solver_of(*find_engine("bitmask")),
                                         solver_of(*find_engine("dlx"))};
    for (const InjectedFault& fault : inject_faults(engine)) {
      const bool is_found = is_detected(fault, correct, blocks_, stopwatch_);
      if (interrupted()) throw Interrupted();
      report(fault.what, is_found ? "caught on every puzzle" : "NOT CAUGHT", is_found);
    }
  }

  /// Compares the engine with itself as a plugin and as a command, for all sizes of blocks.
  void test_boundary() {
    constexpr std::size_t kMoreClues = 12;  // make minimal puzzles easy
    constexpr std::size_t kHardShare = 8;   // an eighth of the puzzles counts as hard
    const std::vector<Grid> puzzles = puzzles_of(blocks_);
    const std::pair<std::string_view, std::vector<Grid>> kinds[] = {
        {"easy", with_more_clues(puzzles, kMoreClues)}, {"hard", hardest(puzzles, kHardShare)}};
    const EngineInfo& engine = *options_.engine;
    // A command and a text plugin have the same work: both parse text.
    const std::pair<Solver, Solver> pairs[] = {
        {called_as_plugin(solver_of(engine)), as_plugin(engine, PluginKind::builtin_block)},
        {as_plugin(engine, PluginKind::builtin_text), as_command(engine)}};
    for (const auto& [inside, outside] : pairs) {
      for (const auto& [kind, chosen] : kinds) {
        for (const auto& [size, count] : kBoundaryBlocks) {
          report_equal(
              fmt::format("as a {}, {} by {}", outside.id, kind, size),
              count_interference(compare(inside, outside, isomorph_blocks(chosen, count, size),
                                         options_.slow_trials())));
        }
      }
    }
  }

  /// Measures the ratio of the engine and another one. A third one, which runs in another process,
  /// must not change this ratio.
  void test_third_solver(const Solver& engine) {
    const EngineInfo& other = other_engine();
    for (const Solver& third : {as_plugin(other, PluginKind::builtin_block), as_command(other)}) {
      report_third(other.id, {solver_of(other), engine}, third, {blocks_, {}, 0.03});
    }
  }

  /// Measures on few puzzles an engine that solves whole blocks. Its speed relative to another
  /// engine must be the same as in large blocks, and must not depend on a third solver.
  void test_few_puzzles() {
    constexpr std::size_t kFewPuzzles = 96;
    constexpr std::size_t kFewBlockSize = 8;  // as bench divides so few puzzles
    constexpr std::size_t kLargeBlockSize = 800;
    const Solver in_blocks = with_block_calls(solver_of(*resolve_engine("lanes")), "lanes");
    const std::vector<Solver> pair = {solver_of(*find_engine("bitmask")), in_blocks};
    const auto few = selftest_blocks(options_.seed, kFewPuzzles / kFewBlockSize, kFewBlockSize);
    const auto large = isomorph_blocks(puzzles_of(few), few.size(), kLargeBlockSize);
    const Setup by_few{few, RunPlan::kMinCallTime, 0.1};
    SolverComparison large_blocks = comparison(pair, {large, RunPlan::kMinCallTime, 0.1});
    SolverComparison few_puzzles = comparison(pair, by_few);
    report_ratios(fmt::format("lanes on {} puzzles", kFewPuzzles), "in large blocks", large_blocks,
                  few_puzzles, by_few.tolerance);
    report_third("lanes", pair, as_plugin(other_engine(), PluginKind::builtin_block), by_few);
  }

  /// How two ratios are measured and compared.
  struct Setup {
    const std::vector<PuzzleBlock>& blocks;
    std::chrono::nanoseconds min_call_time;
    double tolerance;
  };

  SolverComparison comparison(const std::vector<Solver>& solvers, const Setup& setup) {
    return {solvers, setup.blocks, setup.min_call_time, stopwatch_, interrupted()};
  }

  /// Compares the first two solvers alone and in a run with a third one.
  void report_third(std::string_view name, const std::vector<Solver>& pair, const Solver& third,
                    const Setup& setup) {
    std::vector<Solver> three = pair;
    three.push_back(third);
    SolverComparison alone = comparison(pair, setup);
    SolverComparison with_third = comparison(three, setup);
    report_ratios(fmt::format("{} with a {}", name, third.id), "alone", alone, with_third,
                  setup.tolerance);
  }

  /// Reports how much the second ratio differs from the first, which `alone` describes. Throws
  /// Interrupted.
  void report_ratios(std::string_view what, std::string_view alone, SolverComparison& first,
                     SolverComparison& second, double tolerance) {
    const auto [count, change] = compare_ratios(first, second, options_.slow_trials());
    if (interrupted()) throw Interrupted();
    count_interference(first.series());
    count_interference(second.series());
    report(what,
           fmt::format("{} as fast, {} {}, changes by {} in {} trials{}",
                       median_of(second.series()), median_of(first.series()), alone,
                       change_of(change), count, interference_of(second.series())),
           change && !exceeds(*change, tolerance));
  }

  const EngineInfo& other_engine() const {
    return *find_engine(options_.engine->id == "dlx" ? "bitmask" : "dlx");
  }
  bool has_boundary() const { return !needs_blocks(options_.engine->traits); }

  /// Throws Interrupted.
  ComparisonSeries compare(const Solver& a, const Solver& b, const std::vector<PuzzleBlock>& blocks,
                           unsigned trials) {
    ComparisonSeries series = comparison({a, b}, {blocks, {}, 0}).repeat(trials);
    if (interrupted()) throw Interrupted();
    return series;
  }

  /// Adds up the interference of trials that need an idle machine.
  const ComparisonSeries& count_interference(const ComparisonSeries& series) {
    timings_ += 2 * series.blocks;
    interfered_ += series.interfered;
    return series;
  }

  void report(std::string_view what, std::string_view found, bool is_good) {
    write_stdout(fmt::format("  {:>2}/{}  {:<26}  {:<68}  {}\n", ++tested_, tests_, what, found,
                             is_good ? "ok" : "FAILED"));
    is_all_good_ &= is_good;
  }

  void report_equal(std::string_view what, const ComparisonSeries& series) {
    report(what,
           fmt::format("difference in {} of {} trials, {} as fast{}", series.significant,
                       series.count, median_of(series), interference_of(series)),
           series.count > 0 && series.significant <= most_by_chance(series.count, kMissRate));
  }

  void report_slowed(const ComparisonSeries& series) {
    const auto slower =
        std::ranges::count_if(series.ratios, [](const Estimate& ratio) { return ratio.value < 1; });
    const unsigned found = std::min(static_cast<unsigned>(slower), series.significant);
    report(fmt::format("{:g} % slower", 100 * kSlowdown),
           fmt::format("detected in {} of {} trials, {} as fast{}", found, series.count,
                       median_of(series), interference_of(series)),
           series.count > 0 && found + most_by_chance(series.count, kMissRate) >= series.count);
  }

  /// Sizes of blocks, and the number of blocks per comparison.
  static constexpr std::pair<std::size_t, std::size_t> kBoundaryBlocks[] = {
      {1, 96}, {8, 96}, {64, 96}, {4096, 12}};
  /// Number of tests that run for every engine and on every machine. Other tests have requirements:
  /// the test beside a busy thread needs two CPUs, and the tests with plugins and commands need an
  /// engine that solves single puzzles.
  static constexpr std::size_t kOtherTests = 10;

  const SelftestOptions& options_;
  std::vector<PuzzleBlock> blocks_;
  SystemStopwatch stopwatch_;
  /// Number of lines of the report.
  const std::size_t tests_ = kOtherTests + (usable_threads() > 1 ? 1 : 0) +
                             (has_boundary() ? 4 * std::size(kBoundaryBlocks) : 0);
  std::size_t tested_ = 0;
  bool is_all_good_ = true;
  std::uint64_t timings_ = 0;  // two per block, one for each solver
  std::uint64_t interfered_ = 0;
};

}  // namespace

OptionTable selftest_option_table() {
  return OptionTable(
             "sudoku-bench selftest",
             "Tests the accuracy of the harness on this machine. It must find no difference "
             "between an\n"
             "engine and itself, must detect a slowdown of 3 %, and must detect wrong answers.")
      .value("engine", "ID", "engine to compare with itself (bitmask)")
      .value("trials", "N",
             "number of comparisons of each kind; a quarter of it with plugins and commands (40)")
      .value("seed", "S", "random seed of the puzzles (1)");
}

Job prepare_selftest(const OptionValues& values) {
  if (values.has(kArgument)) throw UsageError("selftest takes no argument");
  const SelftestOptions options{values};
  refuse_incomplete(options.engine, "does not always answer");
  if (!options.engine->runs_here()) throw UsageError(unavailable_message(*options.engine));
  return [options](auto) { return Selftest(options).run(); };
}

}  // namespace sudoku
