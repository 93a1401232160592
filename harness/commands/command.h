#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/cli/command_info.h"
#include "harness/cli/option_table.h"

namespace sudoku {

/// Runs a command whose options have been checked. `arguments` is the command line without the
/// program's name, for context.json. Writes to standard output and standard error, and returns the
/// exit code. Throws UsageError, InputError, OutputError and Interrupted.
using Job = std::function<ExitCode(std::span<const std::string> arguments)>;

/// Returns a job that writes `text` to standard output.
Job print(std::string text);

/// Returns every command, in the order of commands.def.
std::vector<CommandInfo> all_commands();

/// Returns the command of that name. Throws UsageError for an unknown name.
const CommandInfo& command_named(const std::string& word);

/// Parses a command line without the program's name: a command and its options. If the first
/// argument is an option, the command is `bench`. Throws UsageError.
Job parse_command_line(std::span<const std::string> arguments);

// Each command defines two functions. prepare_<name> throws UsageError for invalid options.

#define COMMAND(name, usage, summary) \
  OptionTable name##_option_table();  \
  Job prepare_##name(const OptionValues& values);
#include "harness/commands/commands.def"
#undef COMMAND

}  // namespace sudoku
