#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/measure/tally.h"

namespace sudoku {

/// What may be said of a row of results; where several hold, the first one here counts.
enum class Verdict : std::uint8_t {
  wrong,           ///< an answer breaks the rules, the clues or the dataset's expectation
  disagreement,    ///< an answer is unlike that of the other engines
  unavailable,     ///< this CPU cannot run the engine
  not_applicable,  ///< solutions are asked for, and the engine counts without listing
  partial,         ///< a limit, an interrupt or bad input left puzzles without an answer
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

/// What a dataset's expectation says against an answer; empty if nothing.
std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            std::uint64_t max_solutions);

/// Judges the answers of all engines to one block: by the rules and the clues, by the dataset's
/// expectation, and by each other: to one puzzle, and to all isomorphs of it, there is one number
/// of solutions, and where it is 1, one solution once it is mapped back. `ids` names the engines
/// for the messages.
std::vector<Fault> judge(const PuzzleBlock& block, std::span<const EngineSample> engines,
                         std::span<const std::string> ids, std::uint64_t max_solutions);

/// The verdict on a row. `is_cut` says that the pass itself ended early.
Verdict verdict_of(const Totals& totals, bool is_cut);

}  // namespace sudoku
