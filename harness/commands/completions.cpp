#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include <boost/algorithm/string.hpp>
#include <fmt/ranges.h>

#include "engines/registry.h"
#include "harness/commands/command.h"
#include "harness/dataset/project_datasets.h"

// Scripts that complete the command lines of sudoku-bench: commands, options, engines, datasets and
// the words of options with a fixed choice.

namespace sudoku {
namespace {

using Option = OptionTable::Option;

constexpr std::array<std::string_view, 3> kEngineOptions = {"engine", "baseline", "check"};

/// Returns a member or function of all elements, separated by `separator`.
template <typename Elements, typename Member>
std::string joined(const Elements& elements, Member member, std::string_view separator = " ") {
  std::string text;
  for (const auto& element : elements) {
    if (!text.empty()) text += separator;
    text += std::invoke(member, element);
  }
  return text;
}

std::string engine_names() {
  return fmt::format("all {} {}", fmt::join(kFamilies, " "),
                     joined(all_engines(), &EngineInfo::id));
}

/// Quotes `text` as one word of bash and zsh.
std::string shell_word(const std::string& text) {
  return fmt::format("'{}'", boost::replace_all_copy(text, "'", R"('\'')"));
}
/// Quotes `text` as one word of fish.
std::string fish_word(const std::string& text) {
  const std::string escaped = boost::replace_all_copy(text, "\\", "\\\\");
  return fmt::format("'{}'", boost::replace_all_copy(escaped, "'", "\\'"));
}

/// Returns the project's datasets as words of fish, quoted as one word.
std::string fish_datasets() { return fish_word(joined(project_dataset_names(), fish_word)); }

/// Completes unknown words as file names.
constexpr std::string_view kBashScript =
    R"(# In ~/.bashrc: source <(sudoku-bench completions bash)
_sudoku_bench() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command=${{COMP_WORDS[1]}} commands='{commands}' options='' choices='' name
  local datasets=({datasets}) others=()
  [[ $command != -* ]] || command=bench
  case $command in
{cases}  esac
  case "$command $before" in
{choices}  esac
  COMPREPLY=()
  if [[ $word == -* ]]; then
    ((COMP_CWORD > 1)) || options+=' --version'
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $before == --@({engine_options}) ]]; then
    COMPREPLY=($(compgen -P "${{word%"${{word##*,}}"}}" -W '{engines}' -- "${{word##*,}}"))
  elif [[ $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
  elif ((COMP_CWORD == 1)) || [[ $before == help || $before == manual ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
  elif [[ $before == --dataset || $before != -* ]]; then
    for name in "${{others[@]}}"; do
      [[ $name != "${{word//[\\\'\"]/}}"* ]] || COMPREPLY+=("$name")
    done
    if ((${{#COMPREPLY[@]}} > 0)); then
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word")
      compopt -o filenames 2>/dev/null
    fi
  fi
}}
complete -o default -F _sudoku_bench sudoku-bench
)";

/// Works both as an autoloaded file and when it is sourced.
constexpr std::string_view kZshScript = R"(#compdef sudoku-bench
# In ~/.zshrc: source <(sudoku-bench completions zsh)
_sudoku-bench() {{
  local word=$words[CURRENT] before=$words[CURRENT-1] command=$words[2]
  local -a options choices others commands=({commands}) datasets=({datasets})
  [[ $command != -* ]] || command=bench
  case $command in
{cases}  esac
  case "$command $before" in
{choices}  esac
  if [[ $word == -* ]]; then
    ((CURRENT > 2)) || options+=('--version:show the version and the build')
    _describe option options
  elif [[ $before == --({engine_options}) ]]; then
    compset -P '*,'
    compadd -- {engines}
  elif (($#choices)); then
    compadd -- $choices
  elif ((CURRENT == 2)) || [[ $before == help || $before == manual ]]; then
    _describe command commands
    _files
  else
    [[ $before != --dataset && $before == -* ]] || compadd -- $others
    _files
  fi
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _sudoku-bench "$@"
else
  (($+functions[compdef])) || {{ autoload -Uz compinit && compinit }}
  compdef _sudoku-bench sudoku-bench
fi
)";

/// Returns the script of bash or zsh. `list` is the format string for a list of words.
std::string filled_in(std::string_view script, std::string_view list, std::string_view datasets,
                      const std::string& commands,
                      std::string (*options_of)(const std::vector<Option>&)) {
  std::string cases;
  std::string choices;
  for (const Command& command : all_commands()) {
    const OptionTable table = command.option_table();
    cases += fmt::format("    {}) options={}{} ;;\n", command.name,
                         fmt::format(fmt::runtime(list), options_of(table.options())),
                         table.takes_datasets() ? datasets : "");
    for (const Option& option : table.options()) {
      if (option.choices.empty()) continue;
      choices += fmt::format("    '{} --{}') choices={} ;;\n", command.name, option.name,
                             fmt::format(fmt::runtime(list), fmt::join(option.choices, " ")));
    }
  }
  return fmt::format(fmt::runtime(script), fmt::arg("commands", commands), fmt::arg("cases", cases),
                     fmt::arg("choices", choices),
                     fmt::arg("datasets", joined(project_dataset_names(), shell_word)),
                     fmt::arg("engines", engine_names()),
                     fmt::arg("engine_options", fmt::format("{}", fmt::join(kEngineOptions, "|"))));
}

std::string bash_script() {
  return filled_in(kBashScript, "'{}'", R"( others=("${datasets[@]}"))",
                   joined(all_commands(), &Command::name) + " help", [](const auto& options) {
                     return "--" + joined(options, &Option::name, " --");
                   });
}

std::string zsh_script() {
  const auto describe = [](const Command& command) {
    return shell_word(fmt::format("{}:{}", command.name, command.summary));
  };
  return filled_in(kZshScript, "({})", " others=($datasets)",
                   joined(all_commands(), describe) + " 'help:show the options of a command'",
                   [](const auto& options) {
                     return joined(options, [](const Option& option) {
                       return shell_word(fmt::format("--{}:{}", option.name, option.help));
                     });
                   });
}

/// Returns the arguments of `complete` that describe the value of an option.
std::string fish_value(const Option& option) {
  if (option.argument.empty()) return "";
  if (!option.choices.empty()) return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  if (std::ranges::count(kEngineOptions, option.name) != 0) {
    return fmt::format(" -x -a '{}'", engine_names());
  }
  return option.name == "dataset" ? " -r -a " + fish_datasets() : " -r";
}

std::string fish_script() {
  std::string text =
      "# sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish\n";
  for (const Command& command : all_commands()) {
    text += fmt::format("complete -c sudoku-bench -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, fish_word(std::string(command.summary)));
    const std::string line =
        fmt::format("complete -c sudoku-bench -n '__fish_seen_subcommand_from {}'", command.name);
    const OptionTable table = command.option_table();
    for (const Option& option : table.options()) {
      const std::string letter = option.short_name.empty() ? "" : " -s " + option.short_name;
      text += fmt::format("{} -l {}{}{} -d {}\n", line, option.name, letter, fish_value(option),
                          fish_word(option.help));
    }
    if (table.takes_datasets()) text += fmt::format("{} -a {}\n", line, fish_datasets());
  }
  return text;
}

const std::map<std::string_view, std::string (*)()> kShells = {
    {"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

}  // namespace

OptionTable completions_option_table() {
  return OptionTable(
      "sudoku-bench completions bash|zsh|fish",
      "Prints a shell script that completes commands, options, engines, datasets and the words\n"
      "that options take.");
}

Job prepare_completions(const OptionValues& values) {
  const auto words = values.list(kArgument);
  if (words.size() != 1) throw UsageError("completions needs one shell: bash, zsh or fish");
  return print(word_among("shell", words.front(), kShells)());
}

}  // namespace sudoku
