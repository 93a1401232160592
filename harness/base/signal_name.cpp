#include "harness/base/signal_name.h"

#include <csignal>
#include <cstring>

#include <fmt/format.h>

namespace sudoku {

std::string signal_name(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name) : std::to_string(number);
}

}  // namespace sudoku
