#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harness/stats/rows.h"

namespace sudoku {

// Scores as in the SAT and SMT competitions.

/// Returns PAR-2 in seconds: the mean time of a puzzle. A puzzle that was not solved counts as
/// twice the timeout. Nullopt if there is no puzzle, or if one was not solved and there is no
/// timeout.
std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout);

/// Scores of the virtual best engine of a dataset.
struct VirtualBestScore {
  std::uint64_t puzzles = 0;  ///< of the dataset, in all repetitions
  std::optional<double> par2_s;
  /// Per engine, the share of the puzzles on which no other engine was faster. Nullopt for an
  /// excluded engine, and for all if fewer than two remain.
  std::vector<std::optional<double>> shares;
};

/// Combines the scores of the parts of a dataset: means weighted by puzzles. A score that one part
/// lacks is unknown. The parts must have the same engines.
VirtualBestScore pooled(std::span<const VirtualBestScore> parts);

/// The virtual best engine: on each puzzle as fast as the fastest engine that solved it. Excludes
/// engines that are timed by the block, because their time for a puzzle is unknown. Wrong engines
/// are only known at the end, so the class stores which engines were faster than each engine.
class VirtualBest {
 public:
  explicit VirtualBest(std::size_t engines) : is_timed_(engines) {}

  void add(const BlockSample& sample);

  /// Returns the scores without the engines for which `is_excluded` holds.
  VirtualBestScore score(const std::vector<bool>& is_excluded,
                         std::chrono::nanoseconds timeout) const;

 private:
  /// A set of engines, as bits, and the engine that came next.
  using Place = std::pair<std::uint64_t, std::size_t>;
  struct Count {
    std::uint64_t puzzles = 0;  // on which the set was faster, or as fast and of lower index
    std::int64_t ns = 0;        // time of the engine for these puzzles
    std::uint64_t wins = 0;     // puzzles on which only the set was faster
  };
  /// Time of an engine for a puzzle.
  using Time = std::pair<std::int64_t, std::size_t>;

  void add_puzzle(std::vector<Time>& times);
  bool has_too_many() const {
    return is_timed_.size() > kMostEngines || places_.size() > kMostPlaces;
  }

  /// With more engines, or more different orders of them, there are no scores.
  static constexpr std::size_t kMostEngines = 64;
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 20;

  std::uint64_t puzzles_ = 0;
  std::vector<bool> is_timed_;
  std::map<Place, Count> places_;
};

/// Counts how often a stochastic engine solved each puzzle of a dataset, over all isomorphs and
/// repetitions.
class SuccessCounts {
 public:
  void add(const PuzzleBlock& block, const EngineSample& sample);

  /// Returns the sum over the puzzles of the square of how often each was solved. The sums of the
  /// parts of a dataset add up.
  std::uint64_t squares() const;

 private:
  std::vector<std::uint32_t> solved_;  // by the number of the puzzle in the dataset
};

}  // namespace sudoku
