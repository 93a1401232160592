#include "harness/cli/completion_scripts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engines/registry.h"
#include "harness/dataset/project_datasets.h"

namespace sudoku {
namespace {

using Commands = std::span<const CommandInfo>;

std::string command_names(Commands commands) {
  std::string names;
  for (const CommandInfo& command : commands) names += fmt::format("{} ", command.name);
  return names + "help";
}

std::string engine_names() {
  std::string names = "all";
  for (const std::string_view family : kFamilies) names.append(" ").append(family);
  for (const EngineInfo& info : all_engines()) names += fmt::format(" {}", info.id);
  return names;
}

std::string dataset_names() { return fmt::format("{}", fmt::join(project_dataset_names(), " ")); }

/// Calls `visit(command, option, words)` for every option with a fixed choice of words.
template <typename Visit>
void for_each_choice(Commands commands, Visit visit) {
  for (const CommandInfo& command : commands) {
    for (const auto& option : command.option_table().options()) {
      if (option.choices.empty()) continue;
      visit(command, option, fmt::format("{}", fmt::join(option.choices, " ")));
    }
  }
}

constexpr std::array<std::string_view, 3> kEngineOptions = {"engine", "baseline", "check"};

bool takes_engines(std::string_view option) {
  return std::ranges::find(kEngineOptions, option) != kEngineOptions.end();
}

/// Returns the options that take engines, as alternatives of a bash or zsh pattern.
std::string engine_alternatives() { return fmt::format("{}", fmt::join(kEngineOptions, "|")); }

bool takes_datasets(const CommandInfo& command) {
  return std::ranges::any_of(command.option_table().options(),
                             [](const auto& option) { return option.name == "dataset"; });
}

std::string option_names(const CommandInfo& command) {
  std::string names;
  for (const auto& option : command.option_table().options()) {
    names += fmt::format("{}--{}", names.empty() ? "" : " ", option.name);
  }
  return names;
}

/// Returns a bash function. Words that it does not know are completed as file names.
std::string bash_function(Commands commands) {
  std::string cases;
  for (const CommandInfo& command : commands) {
    cases += fmt::format("    {}) options='{}'{} ;;\n", command.name, option_names(command),
                         takes_datasets(command) ? " others=$datasets" : "");
  }
  std::string choices;
  for_each_choice(commands, [&](const CommandInfo& command, const auto& option,
                                const std::string& words) {
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
                     fmt::arg("commands", command_names(commands)), fmt::arg("cases", cases),
                     fmt::arg("choices", choices), fmt::arg("datasets", dataset_names()),
                     fmt::arg("engines", engine_names()),
                     fmt::arg("engine_options", engine_alternatives()));
}

/// Quotes `text` as one fish word.
std::string fish_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '\'';
}

/// Quotes `text` as one zsh word.
std::string zsh_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

/// Returns `name:help` of each option, as zsh words.
std::string described(const CommandInfo& command) {
  std::string words;
  for (const auto& option : command.option_table().options()) {
    words += fmt::format(" {}", zsh_word(fmt::format("--{}:{}", option.name, option.help)));
  }
  return words;
}

/// Returns the arguments of `complete` that describe the value of an option.
std::string fish_words_of(const OptionTable::Option& option) {
  if (option.argument.empty()) return "";
  if (!option.choices.empty()) return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  if (takes_engines(option.name)) return fmt::format(" -x -a '{}'", engine_names());
  if (option.name == "dataset") return fmt::format(" -r -a '{}'", dataset_names());
  return " -r";
}

}  // namespace

std::string bash_completions(Commands commands) {
  return "# In ~/.bashrc: source <(sudoku-bench completions bash)\n" + bash_function(commands);
}

// The script works both as an autoloaded file and when it is sourced.
std::string zsh_completions(Commands commands) {
  std::string cases;
  std::string descriptions = "'help:show the options of a command'";
  for (const CommandInfo& command : commands) {
    cases += fmt::format("    {}) options=({}){} ;;\n", command.name, described(command),
                         takes_datasets(command) ? " others=($datasets)" : "");
    descriptions +=
        fmt::format(" {}", zsh_word(fmt::format("{}:{}", command.name, command.summary)));
  }
  std::string choices;
  for_each_choice(commands, [&](const CommandInfo& command, const auto& option,
                                const std::string& words) {
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
)",
                     fmt::arg("commands", descriptions), fmt::arg("cases", cases),
                     fmt::arg("choices", choices), fmt::arg("datasets", dataset_names()),
                     fmt::arg("engines", engine_names()),
                     fmt::arg("engine_options", engine_alternatives()));
}

std::string fish_completions(Commands commands) {
  std::string text =
      "# sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish\n";
  for (const CommandInfo& command : commands) {
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

}  // namespace sudoku
