// triads in AVX2: nine registers a board.

#if defined(__x86_64__)
#define SUDOKU_BEGIN_TARGET "engines/isa/begin_avx2.h"
#define SUDOKU_VECTORS "engines/triads/lane_per_box/cell_split.h"
#endif
#define SUDOKU_IS_SUPPORTED isa::runs_avx2
#define SUDOKU_MAKE make_triads_avx2
#define SUDOKU_LANES_FOR_ONE make_lanes_avx2
#define SUDOKU_LANES_FOR_BLOCKS make_lanes_avx2
#include "engines/triads/generic.h"
