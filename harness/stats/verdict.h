#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/stats/totals.h"

namespace sudoku {

/// What may be said of a row of results; where several hold, the first one here counts.
enum class Verdict : std::uint8_t {
  wrong,           ///< an answer is proved wrong, or the engine broke down
  disagreement,    ///< an answer is unlike that of the other engines, and nobody knows who is right
  unavailable,     ///< this CPU, or this build, cannot run the engine
  not_applicable,  ///< the engine counts without listing, or is incomplete, and more is asked for
  partial,         ///< a limit, an interrupt or bad input left puzzles without an answer
  incomplete,      ///< the search is not exhaustive, and gave up on puzzles
  interfered,      ///< something else ran on the processor: the engine had too little of it
  noisy,           ///< repetitions differ too much
  ok,
};

/// Whether an engine was run at all that got this verdict.
constexpr bool has_run(Verdict verdict) {
  return verdict != Verdict::unavailable && verdict != Verdict::not_applicable;
}

std::string_view to_string(Verdict verdict);
/// Nothing for a word that is none.
std::optional<Verdict> verdict_named(std::string_view word);

/// Whether too much of its time was interfered with, whatever else the verdict says.
bool is_interfered(const Totals& totals);

/// The verdict on a row. `is_cut` says that the pass itself ended early.
Verdict verdict_of(const Totals& totals, bool is_cut);

/// An engine that does not run on a dataset, and why.
struct SkippedSolver {
  std::string id;
  Verdict verdict;
};

}  // namespace sudoku
