// The functions from here to engines/lanes/end_target.h are compiled for the instruction set of
// vec_avx512.h. No include guard: this is a bracket.

#if defined(__clang__)
// clang-format off
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi,bmi2,popcnt"))), apply_to = function)
// clang-format on
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi,bmi2,popcnt")
#endif
