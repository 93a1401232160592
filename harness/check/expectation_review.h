#pragma once

#include <cstdint>
#include <string>

#include "harness/measure/sample.h"

namespace sudoku {

/// Detects expected counts that are something else, such as the number of clues: most of them
/// contradict the common answer of all engines. Not thread-safe.
class ExpectationReview {
 public:
  /// `max_solutions` is the limit of the answers.
  explicit ExpectationReview(std::uint64_t max_solutions) : max_solutions_(max_solutions) {}

  /// Adds the answer of one engine, or the common answer of several.
  void add(const Expectation& expectation, const SolveResult& answer);
  /// Adds the answers of all engines to a block.
  void add(const BlockSample& sample);

  /// Returns a note if most counts contradict the answers; empty otherwise. `column` is the name of
  /// the CSV column, or empty for JSON.
  std::string note(const std::string& column) const;

 private:
  std::uint64_t max_solutions_;
  std::uint64_t compared_ = 0;
  std::uint64_t contradicted_ = 0;
};

}  // namespace sudoku
