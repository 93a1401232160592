// lanes in AVX2: 16 boards a block.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx2.h"
#define SUDOKU_VECTORS "engines/lanes/vec_avx2.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx2
#define SUDOKU_MAKE make_lanes_avx2
#include "engines/lanes/generic.h"
