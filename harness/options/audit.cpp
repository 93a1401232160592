#include "harness/options/shared.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

Specification audit_specification() {
  Specification options(
      "sudoku-bench audit FILE\n"
      "Says what the dataset FILE, or standard input for -, holds: bad lines, duplicates, numbers "
      "of\n"
      "solutions, superfluous clues, clues and difficulty. What it finds is no error.");
  options.group("Options")
      .flag("isomorphs",
            "look for puzzles that are the same up to relabelling and permutation, too")
      .flag("json", "the report for programs")
      .value("list", "N", "list the first N findings of each kind (10)")
      .value("threads", "N", "threads that solve (as many as this process may use)")
      .value("timeout", "TIME", "end each search after that time; 0s: never (10s)")
      .value("progress", "WHEN", "auto, bar or none: a line on standard error (auto)");
  add_layout(options);
  options.flag("help,h", "this text");
  return options;
}

AuditOptions audit_options(const Values& values) {
  AuditOptions options;
  const auto inputs = values.list(std::string(kArgument));
  if (inputs.size() != 1) throw UsageError("audit takes one file, or - for standard input");
  options.input = inputs.front();
  options.read = read_options(values);
  options.timeout = values.duration("timeout", 10s);
  options.isomorphs = values.has("isomorphs");
  options.json = values.has("json");
  options.list = values.number("list", 10);
  options.threads = thread_count(values);
  options.progress = progress_option(values);
  return options;
}

}  // namespace

Command parse_audit(std::span<const std::string> arguments) {
  return parse_command(audit_specification(), arguments, audit_options);
}

}  // namespace sudoku
