#include "harness/cli/command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "harness/base/build_info.h"
#include "harness/base/output_file.h"
#include "harness/cli/suggestion.h"

namespace sudoku {
namespace {

constexpr auto kCommands = std::to_array<Command>({
#define COMMAND(name, usage, summary) {#name, usage, summary, name##_specification, prepare_##name},
#include "harness/cli/commands.def"
#undef COMMAND
});

constexpr std::string_view kExitCodes =
    R"(exit codes: 0 all good, 2 usage, 3 a wrong answer or a disagreement, 4 bad input,
            5 slower than before, 71 the system refused, 74 output failed, 75 stopped by a limit,
            130 interrupted, 1 internal error
)";

std::string overview() {
  const auto line = [](std::string_view what, std::string_view summary) {
    return fmt::format("  {:<49}  {}\n", fmt::format("sudoku-bench {}", what), summary);
  };
  std::string text =
      "sudoku-bench compares sudoku solver engines: timings, solution counts, agreement.\n\n";
  for (const Command& command : kCommands) {
    const std::string_view blank = command.usage.empty() ? "" : " ";
    text += line(fmt::format("{}{}{}", command.name, blank, command.usage), command.summary);
  }
  text += line("help COMMAND", "the options of a command");
  text += "  sudoku-bench --version\n\n";
  return text.append(kExitCodes);
}

/// For a report of what goes wrong: which sources, and how they were built.
std::string version() {
  const BuildInfo& info = build_info();
  const std::string_view comma = info.description.empty() ? "" : ", ";
  return fmt::format("sudoku-bench {} ({}{}{}, {})\n", info.version, info.description, comma,
                     info.compiler, info.build_type);
}

Job print(std::string text) {
  return [text = std::move(text)](auto) {
    write_stdout(text);
    return ExitCode::ok;
  };
}

/// What the command is to do, or its help where it is asked for.
Job prepare(const Command& command, std::span<const std::string> arguments) {
  const Specification specification = command.specification();
  const Values values = specification.parse(arguments);
  return values.has("help") ? print(specification.help()) : command.prepare(values);
}

/// Whether a word that is no command is meant for a dataset: no command has a dot or a slash in it.
bool is_file_name(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("./") != word.npos || std::filesystem::exists(word, ignored);
}

[[noreturn]] void refuse_command(const std::string& word) {
  if (is_file_name(word)) {
    throw UsageError(
        fmt::format("unknown command '{0}'; did you mean 'sudoku-bench bench {0}'?", word));
  }
  std::vector<std::string_view> words;
  for (const Command& command : kCommands) words.push_back(command.name);
  throw UsageError(unknown_word_message("command", word, words));
}

const Command& command_named(const std::string& word) {
  const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const Command& known) { return known.name == word; });
  if (command == kCommands.end()) refuse_command(word);
  return *command;
}

/// `help` is the overview, `help COMMAND` the options of the command.
Job prepare_help(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front().starts_with('-') || arguments.front() == "help") {
    return print(overview());
  }
  return print(command_named(arguments.front()).specification().help());
}

}  // namespace

std::span<const Command> all_commands() {
  return kCommands;
}

Job parse_command_line(std::span<const std::string> arguments) {
  const std::string first = arguments.empty() ? "" : arguments.front();
  if (first == "--help" || first == "-h") return print(overview());
  if (first == "--version") return print(version());
  const bool has_word = !first.empty() && !first.starts_with('-');
  if (!has_word) return prepare(command_named("bench"), arguments);
  const auto rest = arguments.subspan(1);
  return first == "help" ? prepare_help(rest) : prepare(command_named(first), rest);
}

}  // namespace sudoku
