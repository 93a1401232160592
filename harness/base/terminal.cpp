#include "harness/base/terminal.h"

#include <unistd.h>

namespace sudoku {

bool applies(When when, int descriptor) {
  return when == When::always || (when == When::automatic && ::isatty(descriptor) != 0);
}

}  // namespace sudoku
