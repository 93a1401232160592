#include "harness/options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "harness/build_info.h"
#include "harness/options/shared.h"
#include "harness/suggestion.h"

namespace sudoku {
namespace {

constexpr std::string_view kOverview =
    R"(sudoku-bench compares sudoku solver engines: timings, solution counts, agreement.

  sudoku-bench bench FILE...                         compare engines on puzzles
  sudoku-bench solve [FILE]                          print the solutions of puzzles
  sudoku-bench convert [FILE] --to FORM              write puzzles in another form
  sudoku-bench audit [FILE]                          say what a dataset holds
  sudoku-bench generate --puzzles N --minimal        make puzzles, or full grids
  sudoku-bench count [FILE]                          count solutions, of sets of any size
  sudoku-bench merge DIR...                          join the results of shards
  sudoku-bench plan --shards N --backend NAME        print the job script for shards
  sudoku-bench compare OLD NEW                       compare the results of two runs
  sudoku-bench conformance --plugin FILE.so          say what is wrong with an engine
  sudoku-bench selftest                              measure the harness itself
  sudoku-bench engines                               list the engines
  sudoku-bench help COMMAND                          the options of a command
  sudoku-bench --version

exit codes: 0 all good, 2 usage, 3 a wrong answer or a disagreement, 4 bad input,
            5 slower than before, 74 output failed, 75 stopped by a limit, 130 interrupted, 1 internal error
)";

Specification engines_specification() {
  Specification options(
      "sudoku-bench engines\n"
      "Lists the engines, what each is, and which of them this CPU cannot run.");
  options.group("Options").flag("help,h", "this text");
  return options;
}

EnginesOptions engines_options(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("the engines command takes no argument");
  return {};
}

Command parse_engines(std::span<const std::string> arguments) {
  return parse_command(engines_specification(), arguments, engines_options);
}

struct CommandWord {
  std::string_view word;
  Command (*parse)(std::span<const std::string> arguments);
};

constexpr std::array kCommands{
    CommandWord{"bench", parse_bench},       CommandWord{"solve", parse_solve},
    CommandWord{"generate", parse_generate}, CommandWord{"convert", parse_convert},
    CommandWord{"audit", parse_audit},       CommandWord{"compare", parse_compare},
    CommandWord{"selftest", parse_selftest}, CommandWord{"count", parse_count},
    CommandWord{"merge", parse_merge},       CommandWord{"plan", parse_plan},
    CommandWord{"engines", parse_engines},   CommandWord{"conformance", parse_conformance},
};

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
  for (const CommandWord& command : kCommands) words.push_back(command.word);
  throw UsageError(unknown_word_message("command", word, words));
}

Command dispatch(const std::string& word, std::span<const std::string> arguments) {
  const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const CommandWord& known) { return known.word == word; });
  if (command == kCommands.end()) refuse_command(word);
  return command->parse(arguments);
}

/// `help` is the overview, `help COMMAND` the options of the command.
Command parse_help(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front().starts_with('-') || arguments.front() == "help") {
    return TextRequest{std::string(kOverview)};
  }
  return dispatch(arguments.front(), std::vector<std::string>{"--help"});
}

}  // namespace

Command parse_command_line(std::span<const std::string> arguments) {
  const bool has_word = !arguments.empty() && !arguments.front().starts_with('-');
  if (!has_word && !arguments.empty()) {
    const std::string& first = arguments.front();
    if (first == "--help" || first == "-h") return TextRequest{std::string(kOverview)};
    if (first == "--version")
      return TextRequest{
          fmt::format("sudoku-bench {} ({})\n", build_info().version, build_info().commit)};
  }
  if (!has_word) return parse_bench(arguments);
  const auto rest = arguments.subspan(1);
  if (arguments.front() == "help") return parse_help(rest);
  return dispatch(arguments.front(), rest);
}

}  // namespace sudoku
