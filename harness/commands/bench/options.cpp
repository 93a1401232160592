#include "harness/commands/bench/options.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/cpus.h"
#include "harness/base/units.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

std::string format_warmup(const Warmup& warmup) {
  return warmup.puzzles != 0 ? fmt::format("{} puzzles", warmup.puzzles)
                             : format_duration(static_cast<std::uint64_t>(warmup.time.count()));
}

}  // namespace

Task task_of(const BenchOptions& options) {
  const auto ns = [](std::chrono::nanoseconds time) {
    return static_cast<std::uint64_t>(time.count());
  };
  const Selection& selection = options.selection;
  const bool is_by_row = options.solvers.engine_options.cell_order == CellOrder::row;
  Task task = {
      {"format", std::string(to_string(options.read.format))},
      {"column", options.read.column},
      {"expect_column", options.read.expect_column},
      {"skip_invalid", options.read.skip_invalid},
      {"max_puzzles", selection.max_puzzles},
      {"sample", selection.sample},
      {"shuffle", selection.shuffle},
      {"isomorphs", std::uint64_t{selection.isomorphs}},
      {"seed", selection.seed},
      {"cell_order", std::string(is_by_row ? "row" : "column")},
      {"max_solutions", options.limits.max_solutions},
      {"max_guesses", options.limits.max_guesses},
      {"timeout_ns", ns(options.limits.max_time)},
      {"time_limit_ns", ns(options.time_limit)},
      {"repetitions", std::uint64_t{options.repetitions}},
      {"warmup", format_warmup(options.warmup)},
      {"block_size", std::uint64_t{options.block_size}},
      {"whole_blocks", options.solvers.whole_blocks},
      {"threads", std::uint64_t{threads_of(options)}},
      {"pin", options.pin},
      {"baseline", options.baseline},
      {"per_puzzle", options.per_puzzle},
  };
  // Only where they are given, as the tasks of earlier versions are without them.
  if (options.read.shape) task.emplace_back("shape", to_string(*options.read.shape));
  if (options.read.symbols != FirstSymbol::automatic) {
    task.emplace_back("symbols", std::string(to_string(options.read.symbols)));
  }
  if (options.counters) task.emplace_back("counters", true);
  return task;
}

unsigned threads_of(const BenchOptions& options) {
  return std::min(options.threads, usable_threads());
}

}  // namespace sudoku
