#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

struct Totals;

/// Verdict on the answers of a row of results. If several apply, the first one counts.
enum class Verdict : std::uint8_t {
  wrong,           ///< an answer is wrong, or the engine failed
  disagreement,    ///< an answer differs from other engines, and it is unknown which is right
  unavailable,     ///< this CPU or this build cannot run the engine
  not_applicable,  ///< the engine does not support the task or the shape
  partial,         ///< a limit, an interrupt or invalid input left puzzles unsolved
  incomplete,      ///< a search that is not exhaustive gave up puzzles
  ok,
};

std::string_view to_string(Verdict verdict);
/// Returns nullopt for an unknown word.
std::optional<Verdict> verdict_named(std::string_view word);

/// Returns whether an engine with this verdict ran.
constexpr bool has_run(Verdict verdict) {
  return verdict != Verdict::unavailable && verdict != Verdict::not_applicable;
}

/// Ranks verdicts from 0.
int severity(Verdict verdict);

/// Returns the verdict on a run row. `ended_early`: the repetition did.
Verdict verdict_of(const Totals& totals, bool ended_early);

/// An engine that does not run on a dataset, and why.
struct SkippedSolver {
  std::string id;
  Verdict verdict;
};

}  // namespace sudoku
