#include "harness/cli/manual_page.h"
#include "harness/commands/command.h"

namespace sudoku {

OptionTable manual_option_table() {
  OptionTable options(
      "sudoku-bench manual [COMMAND]\n"
      "Prints the manual page of a command, or of the program if no command is given. The format\n"
      "is man(7). Example: sudoku-bench manual bench | man -l -");
  options.group("Options").flag("help,h", "show this help");
  return options;
}

Job prepare_manual(const OptionValues& values) {
  const auto words = values.list(std::string(kArgument));
  if (words.empty()) return print(program_manual(all_commands()));
  if (words.size() > 1) throw UsageError("manual takes at most one command");
  return print(command_manual(command_named(words.front())));
}

}  // namespace sudoku
