#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/base/named.h"

namespace sudoku {

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

constexpr std::array<std::string_view, 7> names_of(Verdict) {
  return {"wrong", "disagreement", "unavailable", "not_applicable", "partial", "incomplete", "ok"};
}

/// Returns whether an engine with this verdict ran.
constexpr bool has_run(Verdict verdict) {
  return verdict != Verdict::unavailable && verdict != Verdict::not_applicable;
}

/// An engine that does not run on a dataset, and why.
struct SkippedSolver {
  std::string id;
  Verdict verdict;
};

}  // namespace sudoku
