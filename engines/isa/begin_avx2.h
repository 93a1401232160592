// The functions from here to end_target.h are compiled for what runs_avx2() of cpu.h
// asks for. No include guard: this is a bracket.

#if defined(__clang__)
// clang-format off
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
// clang-format on
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
