#include "harness/cli/option_table.h"

#include <string>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("the lines of the help have at most 80 characters", "[options]") {
  std::string long_text;
  for (int i = 0; i < 60; ++i) long_text += "word\n";
  const OptionTable options =
      OptionTable("sudoku-bench x", long_text).value("value", "N", long_text.c_str());
  const std::string help = options.help();
  for (const std::string& line : split(help, '\n')) CHECK(line.size() <= 80);
  CHECK(help.starts_with("sudoku-bench x\nword word word "));
}

}  // namespace sudoku
