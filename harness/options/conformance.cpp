#include "harness/options/contestants.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

Specification conformance_specification() {
  Specification options(
      "sudoku-bench conformance --engine ID | --plugin FILE.so | --engine-cmd NAME=CMD\n"
      "Asks an engine what every engine has to know, and says with which puzzle it goes wrong. "
      "Ends\n"
      "with exit code 3 where it does.");
  options.group("Options").list("engine", "ID[,ID...]",
                                "all, or engines from the list of the engines command");
  add_own_engines(options);
  options.value("timeout", "TIME", "an answer has to come within that time (5s)")
      .flag("help,h", "this text");
  return options;
}

ConformanceOptions conformance_options(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("conformance takes no argument");
  ConformanceOptions options;
  if (values.has("engine")) options.engines = engines_named(values.list("engine"));
  options.plugins = plugins_named(values);
  options.commands = commands_named(values);
  if (names_of(options.engines, options.plugins, options.commands).empty()) {
    throw UsageError("conformance needs --engine, --plugin or --engine-cmd");
  }
  options.timeout = values.duration("timeout", 5s);
  if (options.timeout == 0ns) throw UsageError("--timeout 0s: every answer has to come in time");
  return options;
}

}  // namespace

Command parse_conformance(std::span<const std::string> arguments) {
  return parse_command(conformance_specification(), arguments, conformance_options);
}

}  // namespace sudoku
