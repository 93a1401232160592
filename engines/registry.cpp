#include "engines/registry.h"

#include <algorithm>
#include <array>

#include "engines/isa/cpu.h"

namespace sudoku {
namespace {

using enum EngineTraits;

constexpr auto kEngines = std::to_array<EngineInfo>({
#define ENGINE(id, set, traits, summary) {#id, isa::runs_##set, traits, summary, make_##id},
#include "engines/engines.def"
#undef ENGINE
});

}  // namespace

std::span<const EngineInfo> all_engines() {
  return kEngines;
}

const EngineInfo* find_engine(std::string_view id) {
  const auto found = std::find_if(kEngines.begin(), kEngines.end(),
                                  [id](const EngineInfo& info) { return info.id == id; });
  return found == kEngines.end() ? nullptr : &*found;
}

const EngineInfo* resolve_engine(std::string_view name) {
  if (name != "lanes") return find_engine(name);
  for (const std::string_view id : {"lanes_avx512", "lanes_avx2"}) {
    const EngineInfo* variant = find_engine(id);
    if (variant->runs_here()) return variant;
  }
  return find_engine("lanes_scalar");
}

}  // namespace sudoku
