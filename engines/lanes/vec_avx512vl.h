// The vector operations of vec_avx512.h on 16 lanes, in vectors of 256 bits.

#define SUDOKU_VECTORS_OF_256_BITS
#include "engines/lanes/vec_avx512.h"
#undef SUDOKU_VECTORS_OF_256_BITS
