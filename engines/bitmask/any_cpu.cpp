// bitmask in vectors of 128 bits, which every 64-bit CPU has.

#define SUDOKU_VECTORS "engines/bitmask/vec_any.h"
#define SUDOKU_IS_SUPPORTED isa::runs_any_cpu
#define SUDOKU_MAKE make_any_cpu
#include "engines/bitmask/generic.h"
