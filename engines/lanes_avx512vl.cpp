// lanes in AVX-512 vectors of 256 bits: 16 boards a block. Searches with few boards run faster in
// them than in vectors of 512 bits.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx512_vbmi2.h"
#define SUDOKU_VECTORS "engines/lanes/vec_avx512vl.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx512_vbmi2
#define SUDOKU_MAKE make_lanes_avx512vl
#include "engines/lanes/generic.h"
