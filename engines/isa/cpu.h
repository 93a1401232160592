#pragma once

// Whether this CPU can run what the brackets begin_<set>.h compile: one function a bracket, which
// asks for the same features. Those of x86-64 are false on
// other architectures.

namespace sudoku::isa {

/// What needs no bracket.
inline bool runs_any_cpu() {
  return true;
}
bool runs_avx2();
/// With VNNI, as from Cascade Lake and Zen 4 on.
bool runs_avx512_vnni();
/// With VBMI2 and BITALG, as from Ice Lake and Zen 4 on.
bool runs_avx512_vbmi2();

}  // namespace sudoku::isa
