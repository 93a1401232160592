#include "engines/registry.h"

#include <algorithm>
#include <array>

#include "engines/isa/cpu.h"

namespace sudoku {
namespace {

using enum EngineTraits;

constexpr EngineInfo built_in(std::string_view id, const isa::InstructionSet& set,
                              EngineTraits traits, std::string_view summary,
                              decltype(EngineInfo::make) make) {
  return {id, set.runs_here, traits, set.is_native, summary, make, set.obstacle, nullptr};
}

template <auto kPackage>
constexpr EngineInfo of_package(std::string_view id, std::string_view obstacle, EngineTraits traits,
                                std::string_view summary, decltype(EngineInfo::make) make) {
  const auto is_installed = [] { return !kPackage().empty(); };
  return {id, is_installed, traits, false, summary, make, obstacle, kPackage};
}

constexpr auto kEngines = std::to_array<EngineInfo>({
#define ENGINE(id, set, traits, summary) built_in(#id, isa::set(), traits, summary, make_##id),
#include "engines/engines.def"
#undef ENGINE
#ifndef SUDOKU_WITHOUT_PACKAGES  // the shared library depends on no package
#define SOLVER(id, obstacle, traits, summary) \
  of_package<package_of_##id>(#id, obstacle, traits, summary, make_##id),
#include "engines/solvers.def"
#undef SOLVER
#endif
});

}  // namespace

std::string unavailable_message(const EngineInfo& info) {
  return "engine " + std::string(info.id) + " is unavailable: " + std::string(info.obstacle);
}

std::span<const EngineInfo> all_engines() { return kEngines; }

const EngineInfo* find_engine(std::string_view id) {
  const auto found = std::ranges::find(kEngines, id, &EngineInfo::id);
  return found == kEngines.end() ? nullptr : &*found;
}

const EngineInfo* resolve_engine(std::string_view name) {
  if (std::ranges::count(kFamilies, name) == 0) return find_engine(name);
  const auto is_variant = [name](const EngineInfo& info) {
    return info.id.starts_with(name) && info.id.substr(name.size()).starts_with('_');
  };
  const auto runs_here = [&](const EngineInfo& info) {
    return is_variant(info) && info.runs_here();
  };
  const auto fastest = std::ranges::find_if(kEngines, runs_here);
  return fastest != kEngines.end() ? &*fastest : &*std::ranges::find_if(kEngines, is_variant);
}

const EngineInfo& default_engine() { return *find_engine("bitmask"); }

// On blocks, `lanes` with vectors is the fastest engine or close to it for all puzzles and limits.
// `lanes_scalar` is slower than `bitmask`.
const EngineInfo& fastest_on_blocks(const BoardKind& kind) {
  const EngineInfo& lanes = *resolve_engine("lanes");
  const bool has_vectors = lanes.id != "lanes_scalar";
  return has_vectors && supports(lanes.traits, kind) ? lanes : default_engine();
}

}  // namespace sudoku
