#pragma once

#include <span>
#include <string>

#include "harness/cli/command_info.h"

namespace sudoku {

/// Returns the manual page of one command, in the man(7) format.
std::string command_manual(const CommandInfo& command);

/// Returns the manual page of the program, which lists all commands, in the man(7) format.
std::string program_manual(std::span<const CommandInfo> commands);

}  // namespace sudoku
