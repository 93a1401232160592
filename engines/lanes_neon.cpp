// lanes in Neon: 8 boards a block.

#if defined(__aarch64__)
#include <arm_neon.h>
#define SUDOKU_VECTORS "engines/lanes/vec_neon.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_neon
#define SUDOKU_MAKE make_lanes_neon
#include "engines/lanes/generic.h"
