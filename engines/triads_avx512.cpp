// triads in AVX-512: three registers a board.

#include "engines/triads/lane_per_triad/layout.h"

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx512_vbmi2.h"
#define SUDOKU_VECTORS "engines/triads/lane_per_triad/cell_split.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx512_vbmi2
#define SUDOKU_MAKE make_triads_avx512
#define SUDOKU_LANES_FOR_ONE make_lanes_avx512vl
#define SUDOKU_LANES_FOR_BLOCKS make_lanes_avx512
#include "engines/triads/generic.h"
