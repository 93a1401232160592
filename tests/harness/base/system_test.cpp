#include "harness/base/system.h"

#include <csignal>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("signals have names or numbers", "[signal_name]") {
  CHECK(signal_name(SIGSEGV) == "SIGSEGV");
  CHECK(signal_name(SIGKILL) == "SIGKILL");
  CHECK(signal_name(SIGRTMIN + 1) == std::to_string(SIGRTMIN + 1));
}

}  // namespace sudoku
