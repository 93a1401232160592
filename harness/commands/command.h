#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/errors.h"
#include "harness/cli/option_table.h"

namespace sudoku {

/// What is left to do once a command line has been understood. `arguments` is all of it but the
/// program's name, for the record. Writes to standard output and standard error, returns the exit
/// code of the program, and throws UsageError, InputError, OutputError and Interrupted.
using Job = std::function<ExitCode(std::span<const std::string> arguments)>;

/// Writes `text` to standard output.
Job print(std::string text);

struct Command {
  std::string_view name;     ///< as typed
  std::string_view usage;    ///< what follows the name in the overview
  std::string_view summary;  ///< a line of the overview
  OptionTable (*option_table)();
  /// Throws UsageError for values that cannot be.
  Job (*prepare)(const OptionValues& values);
};

/// Every command, in the order of commands.def.
std::span<const Command> all_commands();

/// Throws UsageError where there is none of that name.
const Command& command_named(const std::string& word);

/// Reads `arguments` (without the program's name): a command word, or none for `bench`, then its
/// options. Throws UsageError.
Job parse_command_line(std::span<const std::string> arguments);

// What each command defines in the file of its name.

#define COMMAND(name, usage, summary) \
  OptionTable name##_option_table();  \
  Job prepare_##name(const OptionValues& values);
#include "harness/commands/commands.def"
#undef COMMAND

}  // namespace sudoku
