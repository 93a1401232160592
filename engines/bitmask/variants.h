#pragma once

#include <memory>

#include "engines/registry.h"

namespace sudoku::bitmask {

// The engine for an instruction set: the same search, the same guesses. To be asked for where
// isa/cpu.h says that it runs.
std::unique_ptr<Engine> make_any_cpu(SearchEffort effort);
std::unique_ptr<Engine> make_avx2(SearchEffort effort);
std::unique_ptr<Engine> make_avx512(SearchEffort effort);

}  // namespace sudoku::bitmask
