// The search of search.h in vectors of 128 bits, as every CPU of 64 bits has them.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/bitmask/cell_set.h"
#include "engines/bitmask/engine.h"
#include "engines/bitmask/variants.h"

namespace sudoku::bitmask {
namespace {
#include "engines/bitmask/vec_any.h"
// The search needs the vectors first.
#include "engines/bitmask/search.h"
}  // namespace

std::unique_ptr<Engine> make_any_cpu(SearchEffort effort) {
  if (effort == SearchEffort::thorough) {
    return std::make_unique<BitmaskEngine<Search<SearchEffort::thorough>>>();
  }
  return std::make_unique<BitmaskEngine<Search<SearchEffort::usual>>>();
}

}  // namespace sudoku::bitmask
