#pragma once

// The vectors of vector_words.h in 128 and 256 bits.

#define SUDOKU_VECTOR Vector8
#define SUDOKU_REGISTER __m128i
#define SUDOKU_MM(operation) _mm_##operation
#include "engines/bandjoin/vector.h"

#define SUDOKU_VECTOR Vector16
#define SUDOKU_REGISTER __m256i
#define SUDOKU_MM(operation) _mm256_##operation
#include "engines/bandjoin/vector.h"
