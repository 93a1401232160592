#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/stats/tally.h"

namespace sudoku {

// Scores as in the SAT and SMT competitions.

/// PAR-2: mean time of a puzzle that was asked for, where one that was not answered counts as twice
/// the timeout. Nothing where there is no puzzle, or where one was not answered and there is no
/// timeout.
std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout);

/// The virtual best engine of a dataset: on each puzzle as fast as the fastest engine that answered
/// it. Engines that are timed by the block take no part, for what they took for a puzzle is not
/// known. Neither do those whose answers turn out to be wrong, which may be found late: so for each
/// engine it is counted which others were before it on a puzzle.
class VirtualBest {
 public:
  explicit VirtualBest(std::size_t engines) : is_timed_(engines) {}

  void add(const BlockSample& sample);

  struct Score {
    Totals totals;  ///< its puzzles, those that it answered, and its time for them
    /// The share of the puzzles on which no engine was faster. Nothing for one that takes no part,
    /// and where fewer than two do.
    std::vector<std::optional<double>> shares;
  };
  /// Of the engines but those for which `is_left_out` holds.
  Score score(const std::vector<bool>& is_left_out) const;

 private:
  /// A set of engines by their numbers, and the one that came next.
  struct Place {
    std::uint64_t before;
    std::size_t engine;
    bool operator<(const Place& other) const {
      return std::tie(before, engine) < std::tie(other.before, other.engine);
    }
  };
  struct Count {
    std::uint64_t puzzles = 0;  // where these were faster, or as fast and of lower number
    std::int64_t ns = 0;        // what the engine took for them
    std::uint64_t wins = 0;     // where these were faster
  };
  /// What an engine took for a puzzle.
  using Time = std::pair<std::int64_t, std::size_t>;

  void add_puzzle(std::vector<Time>& times);

  /// More engines, or more different orders of them, than can be kept are given up.
  static constexpr std::size_t kMostEngines = 64;
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 20;

  std::uint64_t puzzles_ = 0;
  std::vector<bool> is_timed_;
  std::map<Place, Count> places_;
};

}  // namespace sudoku
