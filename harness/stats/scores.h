#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/stats/totals.h"

namespace sudoku {

// Scores as in the SAT and SMT competitions.

/// Returns PAR-2 in seconds: the mean time of a puzzle, where one that was not answered counts as
/// twice the timeout. Nullopt if there is no puzzle, or if one was not answered and there is no
/// timeout.
std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout);

/// Scores of the virtual best engine of a dataset.
struct VirtualBestScore {
  std::uint64_t puzzles = 0;  ///< of the dataset, in all repetitions
  std::optional<double> par2_s;
  /// Per engine, the share of the puzzles on which no other engine was faster. Nullopt for an
  /// engine that does not take part, and for all if fewer than two do.
  std::vector<std::optional<double>> shares;
};

/// Returns the scores of a dataset from those of its parts: means weighted by puzzles. A score that
/// a part lacks is unknown. The parts must have the same engines.
VirtualBestScore pooled(std::span<const VirtualBestScore> parts);

/// The virtual best engine: on each puzzle as fast as the fastest engine that answered it. Engines
/// that are timed by the block do not take part, because their time for a puzzle is unknown. Nor do
/// engines with a wrong answer. Engines can be excluded later. The class therefore stores, for
/// each engine, which engines were faster.
class VirtualBest {
 public:
  explicit VirtualBest(std::size_t engines) : is_timed_(engines) {}

  void add(const BlockSample& sample);

  /// Returns the scores without the engines for which `is_left_out` holds.
  VirtualBestScore score(const std::vector<bool>& is_left_out,
                         std::chrono::nanoseconds timeout) const;

 private:
  /// A set of engines, as bits, and the engine that came next.
  struct Place {
    std::uint64_t before;
    std::size_t engine;
    bool operator<(const Place& other) const {
      return std::tie(before, engine) < std::tie(other.before, other.engine);
    }
  };
  struct Count {
    std::uint64_t puzzles = 0;  // on which the set was faster, or as fast and of lower index
    std::int64_t ns = 0;        // time of the engine for these puzzles
    std::uint64_t wins = 0;     // puzzles on which only the set was faster
  };
  /// Time of an engine for a puzzle.
  using Time = std::pair<std::int64_t, std::size_t>;

  void add_puzzle(std::vector<Time>& times);

  /// With more engines, or more different orders of them, there are no scores.
  static constexpr std::size_t kMostEngines = 64;
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 20;

  std::uint64_t puzzles_ = 0;
  std::vector<bool> is_timed_;
  std::map<Place, Count> places_;
};

/// Counts how often a stochastic engine answered each puzzle of a dataset, over all isomorphs and
/// repetitions.
class SuccessCounts {
 public:
  void add(const PuzzleBlock& block, const EngineSample& sample);

  /// Returns the sum over the puzzles of the square of how often each was answered. The sums of the
  /// parts of a dataset add up.
  std::uint64_t squares() const;

 private:
  std::vector<std::uint32_t> answered_;  // by the number of the puzzle in the dataset
};

}  // namespace sudoku
