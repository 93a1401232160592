#include "engines/solvers/program.h"

#include <system_error>

#include "tests/catch.h"

namespace sudoku::solvers {
namespace {

/// Writes `input` to the program and returns its output lines.
std::vector<std::string> lines_of(Program& program, std::string_view input) {
  while (!input.empty() && program.write(input)) {
  }
  program.end_input();
  std::vector<std::string> lines;
  std::string line;
  bool is_line = false;
  while (program.read(line, is_line)) {
    if (is_line) lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("input and output of a program can exceed the capacity of a pipe", "[solvers]") {
  std::string input;
  for (int i = 299'999; i >= 0; --i) input += std::to_string(i) + '\n';
  Program program({"sort", "-n"});
  const auto lines = lines_of(program, input);
  REQUIRE(lines.size() == 300'000);
  CHECK(lines[20] == "20");
  CHECK(lines.back() == "299999");
  CHECK(program.wait() == 0);
}

TEST_CASE("the status reports an early exit or a crash", "[solvers]") {
  Program ends({"sh", "-c", "exit 30"});
  lines_of(ends, std::string(1 << 20, 'x'));
  CHECK(ends.wait() == 30);
  Program crashes({"sh", "-c", "kill -SEGV $$"});
  lines_of(crashes, {});
  CHECK(crashes.wait() == -1);
}

TEST_CASE("a hanging program is killed by the destructor", "[solvers]") {
  Program program({"sleep", "1000"});
  std::string line;
  bool is_line = true;
  CHECK(program.read(line, is_line));
  CHECK_FALSE(is_line);
}

TEST_CASE("a missing program is an error", "[solvers][not-emulated]") {
  CHECK_THROWS_AS(Program({"no-such-program-anywhere"}), std::system_error);
  CHECK(first_line_of({"no-such-program-anywhere"}).empty());
  CHECK(first_line_of({"echo", "it is here"}) == "it is here");
}

}  // namespace sudoku::solvers
