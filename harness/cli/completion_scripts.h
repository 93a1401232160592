#pragma once

#include <span>
#include <string>

#include "harness/cli/command_info.h"

namespace sudoku {

// Scripts that complete the command lines of sudoku-bench: commands, options, engines, datasets and
// the words of options with a fixed choice.

std::string bash_completions(std::span<const CommandInfo> commands);
std::string zsh_completions(std::span<const CommandInfo> commands);
std::string fish_completions(std::span<const CommandInfo> commands);

}  // namespace sudoku
