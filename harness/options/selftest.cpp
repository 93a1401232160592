#include "harness/options/shared.h"

namespace sudoku {
namespace {

Specification selftest_specification() {
  Specification options(
      "sudoku-bench selftest\n"
      "Measures the harness on this machine: an engine against itself, alone and beside a busy\n"
      "thread, against itself slowed down by 3 %, and engines that answer wrong.");
  options.group("Options")
      .value("engine", "ID", "that is compared with itself (bitmask)")
      .value("trials", "N", "comparisons of each kind (40)")
      .value("seed", "S", "of the puzzles (1)")
      .flag("help,h", "this text");
  return options;
}

SelftestOptions selftest_options(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("selftest takes no argument");
  SelftestOptions options;
  options.engine = engine_named(values.has("engine") ? values.text("engine") : "bitmask");
  if (!options.engine->make({})) {
    throw UsageError(fmt::format("this CPU cannot run {}", options.engine->id));
  }
  options.trials = static_cast<unsigned>(values.number("trials", 40, 1, 100'000));
  options.seed = values.number("seed", 1);
  return options;
}

}  // namespace

Command parse_selftest(std::span<const std::string> arguments) {
  return parse_command(selftest_specification(), arguments, selftest_options);
}

}  // namespace sudoku
