#include <boost/algorithm/string.hpp>

#include "harness/base/build_info.h"
#include "harness/base/errors.h"
#include "harness/commands/command.h"

// Manual pages in the man(7) format.

namespace sudoku {
namespace {

/// Backslashes, dots and quotes at the start of a line begin a command in man(7). An unescaped dash
/// prints as a hyphen, which cannot be pasted into a shell.
constexpr std::pair<const char*, const char*> kEscapes[] = {
    {"\\", "\\e"}, {"-", "\\-"}, {"\n.", "\n\\&."}, {"\n'", "\n\\&'"}};

std::string escaped(std::string_view text) {
  std::string result = '\n' + std::string(text);
  for (const auto& [plain, escape] : kEscapes) boost::replace_all(result, plain, escape);
  return result.substr(1);
}

std::string head_of(std::string_view page, std::string_view summary) {
  const std::string name = escaped(page);
  return fmt::format(
      ".TH \"{}\" 1 \"\" \"sudoku\\-bench {}\" \"sudoku\\-bench manual\"\n"
      ".SH NAME\n{} \\- {}\n",
      name, build_info().version, name, escaped(summary));
}

std::string paragraph(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(term), escaped(text));
}

std::string exit_status() {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitMeanings) {
    text += paragraph(fmt::format("{}", static_cast<int>(code)), meaning);
  }
  return text;
}

std::string see_also(const std::vector<std::string>& pages) {
  return fmt::format(".SH SEE ALSO\n.BR {} (1)\n", fmt::join(pages, " (1),\n.BR "));
}

std::string page_name(const Command& command) {
  return fmt::format("sudoku-bench-{}", command.name);
}

std::string term_of(const OptionTable::Option& option) {
  const std::string letter = option.short_name.empty() ? "" : "-" + option.short_name + ", ";
  return fmt::format("{}--{}{}{}", letter, option.name, option.argument.empty() ? "" : " ",
                     option.argument);
}

std::string command_manual(const Command& command) {
  const OptionTable option_table = command.option_table();
  std::string text = head_of(page_name(command), command.summary);
  text += fmt::format(".SH SYNOPSIS\n{} [OPTION]...\n", escaped(option_table.usage()));
  text += fmt::format(".SH DESCRIPTION\n{}\n", escaped(option_table.about()));
  text += ".SH OPTIONS\n";
  for (const auto& [title, options] : option_table.sections()) {
    text += fmt::format(".SS {}\n", escaped(title));
    for (const auto& option : options) text += paragraph(term_of(option), option.help);
  }
  return text + exit_status() + see_also({escaped("sudoku-bench")});
}

std::string program_manual() {
  std::string text = head_of("sudoku-bench", "compare sudoku solvers, count and make puzzles");
  text +=
      ".SH SYNOPSIS\nsudoku\\-bench COMMAND [ARGUMENT]...\n"
      ".SH DESCRIPTION\n"
      "Runs puzzles through several engines and checks every answer.\n"
      "Reports which engine is faster, by how much and with what confidence.\n"
      "If the first word is an option, the command is bench.\n"
      ".SH COMMANDS\n";
  std::vector<std::string> pages;
  for (const Command& command : all_commands()) {
    text += paragraph(fmt::format("{} {}", command.name, command.usage), command.summary);
    pages.push_back(escaped(page_name(command)));
  }
  return text + exit_status() + see_also(pages);
}

}  // namespace

OptionTable manual_option_table() {
  return OptionTable(
      "sudoku-bench manual [COMMAND]",
      "Prints the manual page of a command, or of the program if no command is given. The format\n"
      "is man(7). Example: sudoku-bench manual bench | man -l -");
}

Job prepare_manual(const OptionValues& values) {
  const auto words = values.list(kArgument);
  if (words.empty()) return print(program_manual());
  if (words.size() > 1) throw UsageError("manual takes at most one command");
  return print(command_manual(command_named(words.front())));
}

}  // namespace sudoku
