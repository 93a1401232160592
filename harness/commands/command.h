#pragma once

#include "harness/cli/option_table.h"

namespace sudoku {

/// Runs a command with valid options. `arguments` is the command line without the
/// program's name, for context.json. Writes to standard output and standard error, and returns the
/// exit code. Throws UsageError, InputError, OutputError and Interrupted.
using Job = std::function<ExitCode(std::span<const std::string> arguments)>;

/// Returns a job that writes `text` to standard output.
Job print(std::string text);

struct Command {
  std::string_view name;          ///< as typed
  std::string_view usage;         ///< the arguments after the name; may be empty
  std::string_view summary;       ///< one line
  OptionTable (*option_table)();  ///< with --help
  Job (*prepare)(const OptionValues& values);
};

/// Returns every command, in the order of commands.def.
std::span<const Command> all_commands();

/// Returns the command of that name. Throws UsageError for an unknown name.
const Command& command_named(const std::string& word);

/// Parses a command line without the program's name: a command and its options. If the first
/// argument is an option, the command is `bench`. Throws UsageError.
Job parse_command_line(std::span<const std::string> arguments);

// Each command defines two functions: the table of its options without --help, which all commands
// have, and prepare_<name>, which throws UsageError for invalid options.

#define COMMAND(name, usage, summary) \
  OptionTable name##_option_table();  \
  Job prepare_##name(const OptionValues& values);
#include "harness/commands/commands.def"
#undef COMMAND

}  // namespace sudoku
