// Parses arbitrary command lines, one argument per line.

#include <string>
#include <vector>

#include "harness/commands/command.h"
#include "tests/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sudoku;
  std::string_view text = fuzz::text_of(data, size);
  std::vector<std::string> arguments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    // An argument ends at a zero byte.
    const std::string_view argument = text.substr(0, end);
    arguments.emplace_back(argument.substr(0, argument.find('\0')));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  fuzz::accepts([&] { parse_command_line(arguments); });
  return 0;
}
