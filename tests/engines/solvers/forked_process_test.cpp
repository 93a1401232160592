#include "engines/solvers/forked_process.h"

#include <array>

#include <unistd.h>

#include "tests/catch.h"

namespace sudoku::solvers {
namespace {

using Reply = ForkedProcess::Reply;

/// Adds one. Exits for 255 and hangs for 254.
void add_one(ForkedProcess::Bytes question, ForkedProcess::Bytes answer) {
  if (question[0] == 255) ::_exit(0);
  while (question[0] == 254) ::pause();
  answer[0] = question[0];
  answer[1] = static_cast<unsigned char>(question[0] + 1);
}

Reply wait_for(ForkedProcess& process, ForkedProcess::Bytes answer) {
  Reply reply = Reply::pending;
  while (reply == Reply::pending) reply = process.receive(answer);
  return reply;
}

}  // namespace

TEST_CASE("a forked process answers several questions", "[solvers]") {
  ForkedProcess process(1, 2, add_one);
  std::array<unsigned char, 2> answer{};
  for (const unsigned char question : {1, 7, 100}) {
    REQUIRE(process.ask(std::array{question}));
    REQUIRE(wait_for(process, answer) == Reply::received);
    CHECK(answer[0] == question);
    CHECK(answer[1] == question + 1);
  }
}

TEST_CASE("the end of a forked process is detected", "[solvers]") {
  ForkedProcess process(1, 2, add_one);
  std::array<unsigned char, 2> answer{};
  REQUIRE(process.ask(std::array{static_cast<unsigned char>(255)}));
  CHECK(wait_for(process, answer) == Reply::failed);
  CHECK_FALSE(process.ask(std::array{static_cast<unsigned char>(1)}));
}

TEST_CASE("a hanging forked process is killed by the destructor", "[solvers]") {
  ForkedProcess process(1, 2, add_one);
  std::array<unsigned char, 2> answer{};
  REQUIRE(process.ask(std::array{static_cast<unsigned char>(254)}));
  CHECK(process.receive(answer) == Reply::pending);
}

}  // namespace sudoku::solvers
