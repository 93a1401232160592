// bitmask in AVX2.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx2.h"
#define SUDOKU_VECTORS "engines/bitmask/vec_avx2.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx2
#define SUDOKU_MAKE make_avx2
#include "engines/bitmask/generic.h"
