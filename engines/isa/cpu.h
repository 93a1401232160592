#pragma once

#include <string_view>

// Checks of the CPU: one function for each target region begin_<set>.h, with the same features. On
// another architecture they return false.

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

/// For code without a target region.
inline bool runs_any_cpu() { return true; }
bool runs_avx2();
/// AVX-512 with VNNI: Intel since Cascade Lake, AMD since Zen 4.
bool runs_avx512_vnni();
/// AVX-512 with VBMI2 and BITALG: Intel since Ice Lake, AMD since Zen 4.
bool runs_avx512_vbmi2();
/// Every 64-bit Arm CPU has Neon, so it needs no target region.
inline bool runs_neon() { return kIsArm; }

/// The instruction set that an engine needs.
struct InstructionSet {
  bool (*runs_here)();
  bool is_native;             ///< belongs to the architecture of this build
  std::string_view obstacle;  ///< message if the CPU does not support it
};

// The names are those in engines.def.
constexpr InstructionSet any_cpu() { return {runs_any_cpu, true, ""}; }
constexpr InstructionSet avx2() { return {runs_avx2, kIsX86, "needs x86-64 with AVX2 and BMI2"}; }
constexpr InstructionSet avx512_vbmi2() {
  return {runs_avx512_vbmi2, kIsX86, "needs x86-64 with AVX-512, VBMI2 and BITALG"};
}
constexpr InstructionSet neon() { return {runs_neon, kIsArm, "needs 64-bit Arm with Neon"}; }

}  // namespace sudoku::isa
