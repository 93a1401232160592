#include "harness/cli/manual_page.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/base/build_info.h"
#include "harness/cli/exit_codes.h"

namespace sudoku {
namespace {

/// Escapes `text` for man(7): backslashes, dots and quotes at the start of a line begin a command,
/// and an unescaped dash prints as a hyphen, which cannot be pasted into a shell.
std::string escaped(std::string_view text) {
  std::string result;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) result += "\\&";
    begins_line = c == '\n';
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      default: result += c;
    }
  }
  return result;
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
  std::string text = ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < pages.size(); ++i) {
    text += fmt::format(".BR {} (1){}\n", escaped(pages[i]), i + 1 < pages.size() ? "," : "");
  }
  return text;
}

std::string page_name(const CommandInfo& command) {
  return fmt::format("sudoku-bench-{}", command.name);
}

std::string term_of(const OptionTable::Option& option) {
  std::string term = option.short_name.empty() ? "" : fmt::format("-{}, ", option.short_name);
  term += fmt::format("--{}", option.name);
  return option.argument.empty() ? term : fmt::format("{} {}", term, option.argument);
}

}  // namespace

std::string command_manual(const CommandInfo& command) {
  const OptionTable option_table = command.option_table();
  std::string text = head_of(page_name(command), command.summary);
  text += fmt::format(".SH SYNOPSIS\n{} [OPTION]...\n", escaped(option_table.usage()));
  if (const std::string about = option_table.about(); !about.empty()) {
    text += fmt::format(".SH DESCRIPTION\n{}\n", escaped(about));
  }
  text += ".SH OPTIONS\n";
  for (const auto& [title, options] : option_table.sections()) {
    text += fmt::format(".SS {}\n", escaped(title));
    for (const auto& option : options) text += paragraph(term_of(option), option.help);
  }
  return text + exit_status() + see_also({"sudoku-bench"});
}

std::string program_manual(std::span<const CommandInfo> commands) {
  std::string text = head_of("sudoku-bench", "compare sudoku solvers, count and make puzzles");
  text +=
      ".SH SYNOPSIS\nsudoku\\-bench COMMAND [ARGUMENT]...\n"
      ".SH DESCRIPTION\n"
      "Runs puzzles through several engines and checks every answer.\n"
      "Reports which engine is faster, by how much and with what confidence.\n"
      "If the first word is an option, the command is bench.\n"
      ".SH COMMANDS\n";
  std::vector<std::string> pages;
  for (const CommandInfo& command : commands) {
    text += paragraph(fmt::format("{} {}", command.name, command.usage), command.summary);
    pages.push_back(page_name(command));
  }
  return text + exit_status() + see_also(pages);
}

}  // namespace sudoku
