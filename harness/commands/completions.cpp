#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engines/registry.h"
#include "harness/cli/suggestion.h"
#include "harness/commands/command.h"
#include "harness/dataset/project_datasets.h"

namespace sudoku {
namespace {

std::string command_names() {
  std::string names;
  for (const Command& command : all_commands()) names += fmt::format("{} ", command.name);
  return names + "help";
}

std::string engine_names() {
  std::string names = "all";
  for (const std::string_view family : kFamilies) names.append(" ").append(family);
  for (const EngineInfo& info : all_engines()) names += fmt::format(" {}", info.id);
  return names;
}

/// Of the project, by which they are found wherever one is.
std::string dataset_names() {
  return fmt::format("{}", fmt::join(project_dataset_names(), " "));
}

/// `visit` of each command with one of its options that takes certain words, and of these.
template <typename Visit>
void for_each_choice(Visit visit) {
  for (const Command& command : all_commands()) {
    for (const auto& option : command.option_table().options()) {
      if (!option.choices.empty())
        visit(command, option, fmt::format("{}", fmt::join(option.choices, " ")));
    }
  }
}

constexpr std::array<std::string_view, 3> kEngineOptions = {"engine", "baseline", "check"};

bool takes_engines(std::string_view option) {
  return std::ranges::find(kEngineOptions, option) != kEngineOptions.end();
}

/// As alternatives in a pattern of bash or zsh.
std::string engine_alternatives() {
  return fmt::format("{}", fmt::join(kEngineOptions, "|"));
}

bool takes_datasets(const Command& command) {
  return std::ranges::any_of(command.option_table().options(),
                             [](const auto& option) { return option.name == "dataset"; });
}

std::string option_names(const Command& command) {
  std::string names;
  for (const auto& option : command.option_table().options()) {
    names += fmt::format("{}--{}", names.empty() ? "" : " ", option.name);
  }
  return names;
}

/// A function of bash; what it has no word for is completed to the name of a file.
std::string bash_function() {
  std::string cases;
  for (const Command& command : all_commands()) {
    cases += fmt::format("    {}) options='{}'{} ;;\n", command.name, option_names(command),
                         takes_datasets(command) ? " others=$datasets" : "");
  }
  std::string choices;
  for_each_choice([&](const Command& command, const auto& option, const std::string& words) {
    choices += fmt::format("    '{} --{}') choices='{}' ;;\n", command.name, option.name, words);
  });
  return fmt::format(R"(_sudoku_bench() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command=${{COMP_WORDS[1]}} commands='{commands}' options='' choices='' others=''
  local datasets='{datasets}'
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
    COMPREPLY=($(compgen -W "$others" -- "$word"))
    if ((${{#COMPREPLY[@]}} > 0)); then
      COMPREPLY+=($(compgen -f -- "$word"))
      compopt -o filenames 2>/dev/null
    fi
  fi
}}
complete -o default -F _sudoku_bench sudoku-bench
)",
                     fmt::arg("commands", command_names()), fmt::arg("cases", cases),
                     fmt::arg("choices", choices), fmt::arg("datasets", dataset_names()),
                     fmt::arg("engines", engine_names()),
                     fmt::arg("engine_options", engine_alternatives()));
}

std::string bash_script() {
  return "# In ~/.bashrc: source <(sudoku-bench completions bash)\n" + bash_function();
}

/// As one word of fish.
std::string fish_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '\'';
}

/// As one word of zsh.
std::string zsh_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

/// `name:help` as one word of zsh, for each of them.
std::string described(const Command& command) {
  std::string words;
  for (const auto& option : command.option_table().options()) {
    words += fmt::format(" {}", zsh_word(fmt::format("--{}:{}", option.name, option.help)));
  }
  return words;
}

/// A function that zsh loads, as a file of that name, when it is first asked for; or that is read
/// at once.
std::string zsh_script() {
  std::string cases;
  std::string commands = "'help:print the options of a command'";
  for (const Command& command : all_commands()) {
    cases += fmt::format("    {}) options=({}){} ;;\n", command.name, described(command),
                         takes_datasets(command) ? " others=($datasets)" : "");
    commands += fmt::format(" {}", zsh_word(fmt::format("{}:{}", command.name, command.summary)));
  }
  std::string choices;
  for_each_choice([&](const Command& command, const auto& option, const std::string& words) {
    choices += fmt::format("    '{} --{}') choices=({}) ;;\n", command.name, option.name, words);
  });
  return fmt::format(R"(#compdef sudoku-bench
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
    ((CURRENT > 2)) || options+=('--version:the version and how it was built')
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
)",
                     fmt::arg("commands", commands), fmt::arg("cases", cases),
                     fmt::arg("choices", choices), fmt::arg("datasets", dataset_names()),
                     fmt::arg("engines", engine_names()),
                     fmt::arg("engine_options", engine_alternatives()));
}

/// What fish is to know of the value of an option.
std::string fish_words_of(const OptionTable::Option& option) {
  if (option.argument.empty()) return "";
  if (!option.choices.empty()) return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  if (takes_engines(option.name)) return fmt::format(" -x -a '{}'", engine_names());
  if (option.name == "dataset") return fmt::format(" -r -a '{}'", dataset_names());
  return " -r";
}

std::string fish_script() {
  std::string text =
      "# sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish\n";
  for (const Command& command : all_commands()) {
    text += fmt::format("complete -c sudoku-bench -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, fish_word(command.summary));
    for (const auto& option : command.option_table().options()) {
      const std::string letter =
          option.short_name.empty() ? "" : fmt::format(" -s {}", option.short_name);
      text += fmt::format(
          "complete -c sudoku-bench -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n",
          command.name, option.name, letter, fish_words_of(option), fish_word(option.help));
    }
    if (takes_datasets(command)) {
      text += fmt::format("complete -c sudoku-bench -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                          command.name, dataset_names());
    }
  }
  return text;
}

const std::map<std::string_view, std::string (*)()> kScripts = {
    {"bash", bash_script},
    {"zsh", zsh_script},
    {"fish", fish_script},
};

}  // namespace

OptionTable completions_option_table() {
  OptionTable options(
      "sudoku-bench completions bash|zsh|fish\n"
      "Prints the script that makes the shell complete commands, options, engines,\n"
      "datasets and other words that options take.");
  options.group("Options").flag("help,h", "show this help");
  return options;
}

Job prepare_completions(const OptionValues& values) {
  const auto shells = values.list(std::string(kArgument));
  if (shells.size() != 1)
    throw UsageError("completions needs the name of a shell: bash, zsh or fish");
  const auto found = kScripts.find(shells.front());
  if (found == kScripts.end()) {
    const std::vector<std::string_view> known = {"bash", "zsh", "fish"};
    throw UsageError(unknown_word_message("shell", shells.front(), known));
  }
  return print(found->second());
}

}  // namespace sudoku
