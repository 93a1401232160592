#include "harness/options/shared.h"

namespace sudoku {
namespace {

Specification merge_specification() {
  Specification options(
      "sudoku-bench merge FILE|DIR...\n"
      "Joins the results of all shards of a dataset to what one machine would have given: of "
      "count,\n"
      "their counts.csv or the directories that hold them; of bench, their directories. What is "
      "no\n"
      "such set is refused.");
  options.group("Options")
      .value(
          "out,o", "DIR",
          "write the result there, with context.json and, where the shards have it, puzzles.csv; "
          "for bench needed")
      .flag("force", "replace results that stand there")
      .flag("quiet,q", "no table")
      .flag("help,h", "this text");
  return options;
}

MergeOptions merge_options(const Values& values) {
  refuse_without(values, "out", {"force"});
  MergeOptions options;
  options.inputs = values.list(std::string(kArgument));
  if (options.inputs.empty()) throw UsageError("merge takes the results of shards");
  options.out = values.text("out");
  options.force = values.has("force");
  options.quiet = values.has("quiet");
  return options;
}

}  // namespace

Command parse_merge(std::span<const std::string> arguments) {
  return parse_command(merge_specification(), arguments, merge_options);
}

}  // namespace sudoku
