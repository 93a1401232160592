#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/measure/sample.h"

namespace sudoku {

/// Detects expected counts that are something else, such as the number of clues: most of them
/// contradict the common answer of all engines. Not thread-safe.
class ExpectationReview {
 public:
  /// `max_solutions` is the limit of the answers.
  explicit ExpectationReview(std::uint64_t max_solutions) : max_solutions_(max_solutions) {}

  /// Adds the answer of one engine, or the common answer of several.
  void add(const Board& puzzle, const Expectation& expectation, const SolveResult& answer);
  /// Adds the answers of all engines to a block.
  void add(const BlockSample& sample);

  /// Returns a note if most counts contradict the answers, and the arbiter does not confirm any of
  /// the first ones; empty otherwise. `column` is the name of the CSV column, or empty for JSON.
  std::string note(const std::string& column) const;

 private:
  /// A puzzle whose expected count contradicts the answers.
  struct Contradiction {
    OwnedBoard puzzle;
    Expectation expected;
  };

  bool is_unexpected(const Expectation& expectation, const SolveResult& answer) const;
  bool is_confirmed(const Contradiction& contradiction) const;

  std::uint64_t max_solutions_;
  std::uint64_t compared_ = 0;
  std::uint64_t contradicted_ = 0;
  std::vector<Contradiction> first_;
};

}  // namespace sudoku
