#pragma once

#include <string_view>

// Whether this CPU can run what the brackets begin_<set>.h compile: one function a bracket, which
// asks for the same features. Those of another architecture are false.

namespace sudoku::isa {

#if defined(__x86_64__)
inline constexpr bool kIsX86 = true;
#else
inline constexpr bool kIsX86 = false;
#endif
#if defined(__aarch64__)
inline constexpr bool kIsArm = true;
#else
inline constexpr bool kIsArm = false;
#endif

/// What needs no bracket.
inline bool runs_any_cpu() {
  return true;
}
bool runs_avx2();
/// With VNNI, as from Cascade Lake and Zen 4 on.
bool runs_avx512_vnni();
/// With VBMI2 and BITALG, as from Ice Lake and Zen 4 on.
bool runs_avx512_vbmi2();
/// What every 64-bit Arm has, so that it needs no bracket.
inline bool runs_neon() {
  return kIsArm;
}

/// What an engine asks for.
struct InstructionSet {
  bool (*runs_here)();
  bool is_native;             ///< of the architecture that this is compiled for
  std::string_view obstacle;  ///< what is to be said where it does not run
};

// By the names that they have in engines.def.
constexpr InstructionSet any_cpu() {
  return {runs_any_cpu, true, ""};
}
constexpr InstructionSet avx2() {
  return {runs_avx2, kIsX86, "needs x86-64 with AVX2 and BMI2"};
}
constexpr InstructionSet avx512_vbmi2() {
  return {runs_avx512_vbmi2, kIsX86, "needs x86-64 with AVX-512, VBMI2 and BITALG"};
}
constexpr InstructionSet neon() {
  return {runs_neon, kIsArm, "needs 64-bit Arm with Neon"};
}

}  // namespace sudoku::isa
