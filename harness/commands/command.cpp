#include "harness/commands/command.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "harness/base/build_info.h"
#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/cli/suggestion.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/project_datasets.h"

namespace sudoku {
namespace {

constexpr Command kCommands[] = {
#define COMMAND(name, usage, summary)                                                            \
  {#name, usage, summary, [] { return name##_option_table().flag("help,h", "show this help"); }, \
   prepare_##name},
#include "harness/commands/commands.def"
#undef COMMAND
};

/// Returns the exit codes, in lines that fit a terminal.
std::string exit_codes() {
  constexpr std::size_t kWidth = 80;
  std::string text = "exit codes:";
  std::size_t width = text.size();
  for (const auto& [code, meaning] : kExitMeanings) {
    const std::string item = fmt::format(" {} {},", static_cast<int>(code), meaning);
    if (width + item.size() > kWidth) {
      text += "\n           ";
      width = 11;
    }
    text += item;
    width += item.size();
  }
  text.back() = '\n';
  return text;
}

std::string overview() {
  const auto line = [](std::string_view what, std::string_view summary) {
    return fmt::format("  {:<33}  {}\n", what, summary);
  };
  std::string text =
      "sudoku-bench measures how fast sudoku solvers are and checks their answers.\n"
      "\nusage: sudoku-bench COMMAND ...\n"
      "\nexamples:\n";
  text += line("bench hard.txt", "compare the built-in engines");
  text += line("bench hard.txt --plugin ./mine.so", "compare your own solver with them");
  text += line("solve famous.txt", "print solutions");
  if (const auto folder = find_project_datasets()) {
    text += fmt::format("hard.txt and famous.txt come with the program, in {}\n", *folder);
  }
  text += "\ncommands:\n";
  for (const Command& command : kCommands) {
    const std::string_view blank = command.usage.empty() ? "" : " ";
    text += line(fmt::format("{}{}{}", command.name, blank, command.usage), command.summary);
  }
  text += line("help COMMAND", "show the options of a command");
  text += line("--version", "show the version and the build") + '\n';
  return text.append(exit_codes());
}

/// Returns the version and build, for bug reports.
std::string version() {
  const BuildInfo& info = build_info();
  const std::string_view comma = info.description.empty() ? "" : ", ";
  return fmt::format("sudoku-bench {} ({}{}{}, {})\n", info.version, info.description, comma,
                     info.compiler, info.build_type);
}

/// Returns the job of a command, or its help if --help is given.
Job prepare(const Command& command, std::span<const std::string> arguments) {
  const OptionTable option_table = command.option_table();
  const OptionValues values = option_table.parse(arguments);
  return values.has("help") ? print(option_table.help()) : command.prepare(values);
}

/// Returns whether `word` is a file or looks like one. No command contains a dot or a slash.
bool is_file_name(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("./") != word.npos || std::filesystem::exists(word, ignored);
}

/// Returns null for an unknown name.
const Command* find_command(std::string_view word) {
  const auto command = std::ranges::find(kCommands, word, &Command::name);
  return command == std::end(kCommands) ? nullptr : command;
}

/// Handles `help` and `help COMMAND`.
Job prepare_help(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front().starts_with('-') || arguments.front() == "help") {
    return print(overview());
  }
  return print(command_named(arguments.front()).option_table().help());
}

/// Handles a command line that begins with an option: `bench`, unless a command follows.
Job prepare_unnamed(std::span<const std::string> arguments) {
  const Command& bench = command_named("bench");
  for (const std::string& word : bench.option_table().parse(arguments).list(kArgument)) {
    if (find_command(word) == nullptr || is_file_name(word)) continue;
    throw UsageError(fmt::format("the command comes first: 'sudoku-bench {} ...'", word));
  }
  return prepare(bench, arguments);
}

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

const Command& command_named(const std::string& word) {
  if (const Command* command = find_command(word)) return *command;
  if (is_puzzle_argument(word)) {
    throw UsageError(fmt::format("unknown command; did you mean 'sudoku-bench solve {}'?", word));
  }
  if (is_file_name(word)) {
    throw UsageError(
        fmt::format("unknown command '{0}'; did you mean 'sudoku-bench bench {0}' or "
                    "'sudoku-bench solve {0}'?",
                    word));
  }
  std::vector<std::string_view> words;
  for (const Command& command : kCommands) words.push_back(command.name);
  throw UsageError(unknown_word_message("command", word, words));
}

Job print(std::string text) {
  return [text = std::move(text)](auto) {
    write_stdout(text);
    return ExitCode::ok;
  };
}

Job parse_command_line(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    return [](auto) {
      write_stdout(overview());
      return ExitCode::usage;
    };
  }
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h") return print(overview());
  if (first == "--version") return print(version());
  if (first.empty() || first.starts_with('-')) return prepare_unnamed(arguments);
  const auto rest = arguments.subspan(1);
  return first == "help" ? prepare_help(rest) : prepare(command_named(first), rest);
}

}  // namespace sudoku
