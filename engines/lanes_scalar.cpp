// lanes in plain integers: 16 boards a block, on every CPU.

#define SUDOKU_VECTORS "engines/lanes/vec_scalar.h"
#define SUDOKU_IS_SUPPORTED isa::runs_any_cpu
#define SUDOKU_MAKE make_lanes_scalar
#include "engines/lanes/generic.h"
