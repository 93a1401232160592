// Begins a target region: functions up to end_target.h are compiled for the instruction set that
// runs_avx512_vnni() of cpu.h checks. There is no include guard, because a source can have several
// regions.

#include "engines/isa/intrinsics.h"

#if defined(__clang__)
// clang-format off
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi,bmi2,popcnt"))), apply_to = function)
// clang-format on
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi,bmi2,popcnt")
#endif
