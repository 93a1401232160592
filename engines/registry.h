#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engines/engine.h"

namespace sudoku {

/// Order in which an engine with a fixed cell order fills the board.
enum class CellOrder : std::uint8_t { row, column };

/// Effort of an engine at a node before it guesses.
enum class SearchEffort : std::uint8_t {
  usual,     ///< the fastest setting; guesses may change between versions
  thorough,  ///< all deductions; guesses measure the difficulty of a puzzle and never change
};

/// Options of an engine. An engine ignores the options that it does not have.
struct EngineOptions {
  CellOrder cell_order = CellOrder::column;   ///< for engines with the trait kCellOrder
  SearchEffort effort = SearchEffort::usual;  ///< for `bitmask` on 9x9
  std::uint64_t seed = 1;                     ///< for engines with the trait kIncomplete
};

/// Differences between an engine and a plain engine that matter to callers. A plain engine supports
/// boards of every shape, with and without candidates. It searches one puzzle at a time and finds
/// all solutions. Traits combine with |.
enum class EngineTraits : std::uint8_t {
  kPlain = 0,
  k9x9Only = 1,       ///< supports 9x9 boards only
  kNoCandidates = 2,  ///< must not get puzzles with candidates
  kCellOrder = 4,     ///< follows EngineOptions::cell_order
  kBlock = 8,         ///< searches the puzzles of a block together; fast on blocks
  kSingle = 16,       ///< given with kBlock: just as fast on single puzzles
  kCountsOnly = 32,   ///< counts without listing: writes no solutions and calls no sink
  kProcess = 64,      ///< searches in a sub-process, whose CPU time the caller does not see
  /// Searches at random, by EngineOptions::seed: finds one solution or gives up. It is meant for
  /// `max_solutions` = 1 and proves nothing about other solutions.
  kIncomplete = 128,
};

constexpr EngineTraits operator|(EngineTraits a, EngineTraits b) {
  return static_cast<EngineTraits>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

constexpr bool has(EngineTraits traits, EngineTraits trait) {
  return (static_cast<std::uint8_t>(traits) & static_cast<std::uint8_t>(trait)) != 0;
}

/// Returns whether an engine should be measured on blocks, because single puzzles slow it down.
constexpr bool needs_blocks(EngineTraits traits) {
  return has(traits, EngineTraits::kBlock) && !has(traits, EngineTraits::kSingle);
}

/// Returns whether an engine supports such boards. It must not get others.
constexpr bool supports(EngineTraits traits, const BoardKind& kind) {
  const bool supports_shape = kind.shape == k9x9 || !has(traits, EngineTraits::k9x9Only);
  return supports_shape && !(kind.have_candidates && has(traits, EngineTraits::kNoCandidates));
}

/// Description of an engine. All strings have static lifetime.
struct EngineInfo {
  std::string_view id;  ///< name on the command line and in results
  bool (*runs_here)();  ///< whether this CPU and this build can run the engine
  EngineTraits traits;
  /// Whether the engine is built in and written for this architecture. If such an engine does not
  /// run, reports mention it.
  bool is_native;
  std::string_view summary;  ///< one line for lists
  /// Returns a new instance, or null if the engine does not run here.
  std::unique_ptr<Engine> (*make)(const EngineOptions& options);
  std::string_view obstacle;  ///< why the engine does not run here, if it does not
  /// Returns name and version of the package that searches. Null for built-in engines.
  std::string (*package)();
};

/// Returns the error message for an engine that does not run here.
std::string unavailable_message(const EngineInfo& info);

/// Returns all engines: first the engines of engines.def in their order, then the engines of
/// solvers.def.
std::span<const EngineInfo> all_engines();

/// Returns the engine with that id, or null.
const EngineInfo* find_engine(std::string_view id);

/// Names of engines with variants for several instruction sets. The ids of the variants are
/// `NAME_<set>`.
inline constexpr std::string_view kFamilies[] = {"lanes", "triads"};

/// Returns the engine with that id. For a name in kFamilies, returns the fastest variant that this
/// CPU can run, or the first variant if it can run none. Returns null for an unknown name.
const EngineInfo* resolve_engine(std::string_view name);

/// Returns the engine that lists solutions if the user names none. It supports all boards.
const EngineInfo& default_engine();

/// Returns the engine that solves blocks of puzzles, and counts few solutions, in the least time.
/// On 9x9, that is a variant of `lanes` with vectors, if the CPU supports one.
const EngineInfo& fastest_on_blocks(const BoardKind& kind = k9x9);

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
