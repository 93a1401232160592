#pragma once

#include <immintrin.h>

#if !defined(__clang__)  // g++ 12 warns about its own header
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
