// lanes in AVX-512: 32 boards a block.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx512_vbmi2.h"
#define SUDOKU_VECTORS "engines/lanes/vec_avx512.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx512_vbmi2
#define SUDOKU_MAKE make_lanes_avx512
#include "engines/lanes/generic.h"
