#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/completion_scripts.h"
#include "harness/cli/suggestion.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

const std::map<std::string_view, std::string (*)(std::span<const CommandInfo>)> kShells = {
    {"bash", bash_completions},
    {"zsh", zsh_completions},
    {"fish", fish_completions},
};

}  // namespace

OptionTable completions_option_table() {
  OptionTable options(
      "sudoku-bench completions bash|zsh|fish\n"
      "Prints a shell script that completes commands, options, engines, datasets and the words\n"
      "that options take.");
  options.group("Options").flag("help,h", "show this help");
  return options;
}

Job prepare_completions(const OptionValues& values) {
  const auto words = values.list(std::string(kArgument));
  if (words.size() != 1) throw UsageError("completions needs one shell: bash, zsh or fish");
  const auto shell = kShells.find(words.front());
  if (shell == kShells.end()) {
    const std::vector<std::string_view> known = {"bash", "zsh", "fish"};
    throw UsageError(unknown_word_message("shell", words.front(), known));
  }
  return print(shell->second(all_commands()));
}

}  // namespace sudoku
