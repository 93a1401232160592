#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engines/engine.h"

namespace sudoku {

/// The order in which an engine with a fixed cell order fills the board.
enum class CellOrder : std::uint8_t { row, column };

/// What a caller may choose when it makes an engine; an engine reads what its traits name.
struct EngineOptions {
  CellOrder cell_order = CellOrder::column;
};

/// What sets an engine apart for its callers.
enum class EngineTraits : std::uint8_t {
  kPlain,      ///< nothing
  kCellOrder,  ///< follows EngineOptions::cell_order
  kBlock,      ///< searches the puzzles of a block together: fast on blocks, and only then
  kCounts,     ///< counts without listing: no result has a solution and no sink hears of one
};

/// Whether an engine with these traits searches the puzzles of a block together.
constexpr bool takes_blocks(EngineTraits traits) {
  return traits == EngineTraits::kBlock || traits == EngineTraits::kCounts;
}

/// Whether an engine with these traits can tell solutions, not only how many there are.
constexpr bool lists_solutions(EngineTraits traits) {
  return traits != EngineTraits::kCounts;
}

struct EngineInfo {
  std::string_view id;  ///< as typed on the command line and written into results
  EngineTraits traits;
  std::string_view summary;
  /// Null if this CPU cannot run the engine.
  std::unique_ptr<Engine> (*make)(const EngineOptions& options);
};

/// Every engine, in the order of engines.def.
std::span<const EngineInfo> all_engines();

/// Null if there is no engine of that id.
const EngineInfo* find_engine(std::string_view id);

/// The engine that a user means by `name`: the one of that id, or for `lanes` the fastest of its
/// variants that this CPU can run. Null if there is none.
const EngineInfo* resolve_engine(std::string_view name);

#define ENGINE(id, traits, summary) std::unique_ptr<Engine> make_##id(const EngineOptions& options);
#include "engines/engines.def"
#undef ENGINE

}  // namespace sudoku
