#include "harness/commands/audit_options.h"

#include "harness/commands/command.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

}  // namespace

OptionTable audit_option_table() {
  OptionTable options(
      "sudoku-bench audit [FILE]\n"
      "Says what the dataset FILE or, without it or for -, standard input holds: bad lines,\n"
      "duplicates, numbers of solutions, superfluous clues, numbers of clues and, of\n"
      "9x9, difficulty.\n"
      "Whatever it finds, the exit code is 0.");
  options.group("Options");
  add_dataset(options);
  options
      .flag("isomorphs",
            "look for puzzles that are the same up to relabelling and permutation, too; 9x9 only")
      .flag("json", "the report for programs")
      .value("list", "N", "list the first N findings of each kind (10)")
      .value("threads", "N", "threads that solve (as many as this process may use)")
      .value("timeout", "TIME", "end each search after that time; 0s: never (10s)");
  add_progress(options);
  add_layout(options);
  options.flag("quiet,q", "no notes").flag("help,h", "show this help");
  return options;
}

AuditOptions audit_options(const OptionValues& values) {
  AuditOptions options;
  options.input = only_dataset(values, "audit");
  options.read = read_options(values);
  options.timeout = values.duration("timeout", 10s);
  options.isomorphs = values.has("isomorphs");
  options.json = values.has("json");
  options.list = values.number("list", 10);
  options.threads = thread_count(values);
  options.progress = progress_option(values);
  options.quiet = values.has("quiet");
  return options;
}

}  // namespace sudoku
