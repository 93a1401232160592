#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sudoku {

struct RunRow;
struct Totals;

/// Verdict on a row of results. If several apply, the first one counts.
enum class Verdict : std::uint8_t {
  wrong,           ///< an answer is wrong, or the engine failed
  disagreement,    ///< an answer differs from other engines, and it is unknown which is right
  unavailable,     ///< this CPU or this build cannot run the engine
  not_applicable,  ///< the engine does not support the task or the shape
  partial,         ///< a limit, an interrupt or invalid input left puzzles unsolved
  incomplete,      ///< a search that is not exhaustive gave up puzzles
  interfered,      ///< other programs had too much of the CPU
  noisy,           ///< repetitions differ too much
  ok,
};

std::string_view to_string(Verdict verdict);
/// Returns nullopt for an unknown word.
std::optional<Verdict> verdict_named(std::string_view word);

/// Returns whether an engine with this verdict ran.
constexpr bool has_run(Verdict verdict) {
  return verdict != Verdict::unavailable && verdict != Verdict::not_applicable;
}

/// Ranks verdicts from 0. Interference and noise are not the engine's fault.
int severity(Verdict verdict);

/// Returns whether too much of the wall time had interference, even if another verdict counts.
bool is_interfered(const Totals& totals);

/// Returns the verdict on a run row. `ended_early`: the repetition did.
Verdict verdict_of(const Totals& totals, bool ended_early);

/// Returns the verdict on a summary row: the worst of its run rows. If they are all `ok` but differ
/// by more than 5 %, it is `noisy`. Exempts stochastic engines, because their seeds differ.
Verdict verdict_of(std::span<const RunRow> runs);

/// An engine that does not run on a dataset, and why.
struct SkippedSolver {
  std::string id;
  Verdict verdict;
};

}  // namespace sudoku
