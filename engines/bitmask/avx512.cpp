// bitmask in vectors of AVX2 with the instructions of AVX-512: logic of three operands and twice as
// many registers.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx512_vbmi2.h"
#define SUDOKU_VECTORS "engines/bitmask/vec_avx2.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx512_vbmi2
#define SUDOKU_MAKE make_avx512
#include "engines/bitmask/generic.h"
