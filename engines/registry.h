#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engines/engine.h"

namespace sudoku {

/// The order in which an engine with a fixed cell order fills the board.
enum class CellOrder : std::uint8_t { row, column };

/// How much an engine does at a node before it guesses.
enum class SearchEffort : std::uint8_t {
  usual,     ///< what is fastest; the guesses may be others in the next version
  thorough,  ///< all that it can; the guesses are a measure of puzzles, and stay what they are
};

/// What a caller may choose when it makes an engine. The cell order is for those of that trait, the
/// effort for `bitmask` on 9x9, the seed for those that are incomplete.
struct EngineOptions {
  CellOrder cell_order = CellOrder::column;
  SearchEffort effort = SearchEffort::usual;
  std::uint64_t seed = 1;
};

/// What sets an engine apart for its callers; any number of them.
enum class EngineTraits : std::uint8_t {
  kPlain = 0,
  kCellOrder = 1,   ///< follows EngineOptions::cell_order
  kBlock = 2,       ///< searches the puzzles of a block together; fast on blocks
  kCountsOnly = 4,  ///< does not list: no result has a solution and no sink hears of one
  kAnyShape = 8,    ///< takes boards of every shape; all others take those of 9x9 only
  kSingle = 16,     ///< besides kBlock: as fast on single puzzles
  kProcess = 32,    ///< searches in a process of its own, whose CPU time its caller does not see
  /// Stochastic: finds a solution by EngineOptions::seed, or gives up: for `max_solutions` 1 alone,
  /// of whatever else it says nothing.
  kIncomplete = 64,
};

constexpr EngineTraits operator|(EngineTraits a, EngineTraits b) {
  return static_cast<EngineTraits>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

constexpr bool has(EngineTraits traits, EngineTraits trait) {
  return (static_cast<std::uint8_t>(traits) & static_cast<std::uint8_t>(trait)) != 0;
}

/// Whether an engine is to be measured on blocks, as it is slower on single puzzles.
constexpr bool needs_blocks(EngineTraits traits) {
  return has(traits, EngineTraits::kBlock) && !has(traits, EngineTraits::kSingle);
}

constexpr bool takes(EngineTraits traits, const Shape& shape) {
  return shape == k9x9 || has(traits, EngineTraits::kAnyShape);
}

struct EngineInfo {
  std::string_view id;  ///< as typed on the command line and written into results
  bool (*runs_here)();  ///< whether it can be made, on this CPU and in this build
  EngineTraits traits;
  bool is_native;  ///< of this house and this architecture: missed where it does not run
  std::string_view summary;
  /// Null where the engine does not run.
  std::unique_ptr<Engine> (*make)(const EngineOptions& options);
  std::string_view obstacle;  ///< what is to be said where it does not run
  /// Name and version of the package that searches; null of an engine of this house, which has no
  /// such.
  std::string (*package)();
};

/// What to say of one that does not run.
std::string unavailable_message(const EngineInfo& info);

/// Every engine, in the order of engines.def, then those of solvers.def.
std::span<const EngineInfo> all_engines();

/// Null if there is no engine of that id.
const EngineInfo* find_engine(std::string_view id);

/// The names of engines that have variants for several instruction sets, `NAME_<set>`.
inline constexpr std::string_view kFamilies[] = {"lanes", "triads"};

/// The engine that a user means by `name`: the one of that id, or of a family the first of its
/// variants, fastest first, that this CPU can run; where it can run none, the first. Null if there
/// is none of that name.
const EngineInfo* resolve_engine(std::string_view name);

/// The engine that lists solutions of boards of that shape where the user names none.
const EngineInfo& usual_engine(const Shape& shape);

/// The engine that solves blocks of 9x9, and counts few solutions, in the least time: `lanes` where
/// this CPU has vectors for it, or else `bitmask`.
const EngineInfo& fastest_on_blocks();

#define ENGINE(id, set, traits, summary) \
  std::unique_ptr<Engine> make_##id(const EngineOptions& options);
#include "engines/engines.def"
#undef ENGINE

#define SOLVER(id, obstacle, traits, summary)                      \
  std::unique_ptr<Engine> make_##id(const EngineOptions& options); \
  std::string package_of_##id();
#include "engines/solvers.def"
#undef SOLVER

}  // namespace sudoku
