#include "harness/options.h"

#include <string_view>

#include <fmt/format.h>

#include "harness/build_info.h"
#include "harness/options/shared.h"
#include "harness/suggestion.h"

namespace sudoku {
namespace {

constexpr std::string_view kOverview =
    R"(sudoku-bench compares sudoku solver engines: timings, solution counts, agreement.

  sudoku-bench [bench] --engine all --dataset FILE   compare engines on puzzles
  sudoku-bench solve [FILE]                          print the solutions of puzzles
  sudoku-bench convert [FILE] --to FORM              write puzzles in another form
  sudoku-bench audit FILE                            say what a dataset holds
  sudoku-bench generate --puzzles N --minimal        make puzzles, or full grids
  sudoku-bench count [FILE]                          count solutions, of sets of any size
  sudoku-bench merge DIR...                          join the results of shards
  sudoku-bench plan --shards N --backend NAME        print the job script for shards
  sudoku-bench compare OLD NEW                       compare the results of two runs
  sudoku-bench selftest                              measure the harness itself
  sudoku-bench engines                               list the engines
  sudoku-bench COMMAND --help                        the options of a command
  sudoku-bench --version

exit codes: 0 all good, 2 usage, 3 a wrong answer or a disagreement, 4 bad input,
            5 slower than before, 74 output failed, 75 stopped by a limit, 130 interrupted, 1 internal error
)";

Specification engines_specification() {
  Specification options(
      "sudoku-bench engines\n"
      "Lists the engines, what each is, and which of them this CPU cannot run.");
  options.group("Options").flag("help,h", "this text");
  return options;
}

EnginesOptions engines_options(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("the engines command takes no argument");
  return {};
}

}  // namespace

Command parse_command_line(std::span<const std::string> arguments) {
  if (!arguments.empty()) {
    const std::string& first = arguments.front();
    if (first == "--help" || first == "-h" || first == "help")
      return TextRequest{std::string(kOverview)};
    if (first == "--version")
      return TextRequest{
          fmt::format("sudoku-bench {} ({})\n", build_info().version, build_info().commit)};
  }
  const bool has_word = !arguments.empty() && !arguments.front().starts_with('-');
  const std::string word = has_word ? arguments.front() : "bench";
  const auto rest = arguments.subspan(has_word ? 1 : 0);
  if (word == "bench") return parse_bench(rest);
  if (word == "solve") return parse_solve(rest);
  if (word == "generate") return parse_generate(rest);
  if (word == "convert") return parse_convert(rest);
  if (word == "compare") return parse_compare(rest);
  if (word == "selftest") return parse_selftest(rest);
  if (word == "audit") return parse_audit(rest);
  if (word == "count") return parse_count(rest);
  if (word == "merge") return parse_merge(rest);
  if (word == "plan") return parse_plan(rest);
  if (word == "engines") return parse_command(engines_specification(), rest, engines_options);
  constexpr std::string_view kCommands[] = {"bench", "solve",   "generate", "convert",
                                            "audit", "compare", "selftest", "count",
                                            "merge", "plan",    "engines"};
  throw UsageError(unknown_word_message("command", word, kCommands));
}

}  // namespace sudoku
