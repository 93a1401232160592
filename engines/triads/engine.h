#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "engines/continuation.h"
#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/houses.h"
#include "engines/search_monitor.h"

namespace sudoku::triads {

/// State of a board that a sweep hardly changed.
enum class BoardState : std::uint8_t {
  open,  ///< a cell has several candidates
  solved,
  invalid,  ///< a house has a digit twice
};

// The first split of a puzzle decides whether all its splits are on cells or on triads.

/// Lowest number of cells with two candidates for splits on cells.
inline constexpr int kEnoughPairs = 3;

/// Whether a puzzle with fewer such cells has as many candidates in its 54 triads as the hardest
/// puzzles. These need fewer guesses with splits on triads.
constexpr bool is_typical_of_hardest(long long triad_candidates) {
  return 308 <= triad_candidates && triad_candidates < 330;
}

/// Which band a split on a triad prefers among those with the fewest open digits. The hardest
/// puzzles need fewer guesses if a split decides much, all others if few candidates are left.
/// AVX2 takes the first band, because it cannot count bits.
enum class CandidateOrder : std::uint8_t { fewest_first, most_first };

/// Offloads boards of a call of `solve` to a lanes engine. Begins the continuation at the first
/// board.
class Offload {
 public:
  Offload(Continuation& lanes, const SolveLimits& limits, const Answers& answers,
          SolutionSink* sink, std::size_t first_puzzle)
      : lanes_(lanes), limits_(limits), answers_(answers), sink_(sink), first_(first_puzzle) {}

  /// Returns the memory for the candidates of a board of `puzzle`.
  Continuation::Place add(std::size_t puzzle) {
    if (boards_ == 0) lanes_.begin(limits_, answers_, sink_, first_);
    ++boards_;
    return lanes_.add(puzzle);
  }
  /// Whether there are enough boards to use the lanes well.
  bool is_full() const { return boards_ >= kManyBoards; }
  /// Searches the added boards.
  void finish() {
    if (boards_ != 0) lanes_.finish();
  }

 private:
  static constexpr std::size_t kManyBoards = 512;

  Continuation& lanes_;
  const SolveLimits& limits_;
  const Answers& answers_;
  SolutionSink* sink_;
  std::size_t first_;
  std::size_t boards_ = 0;
};

/// The engine around the search of an instruction set, see search.h.
template <typename Search>
class TriadsEngine final : public Engine {
 public:
  /// The arguments are the lanes engines for offloaded puzzles: one for calls with one puzzle, one
  /// for calls with several. Both must implement Continuation.
  TriadsEngine(std::unique_ptr<Engine> for_one, std::unique_ptr<Engine> for_blocks)
      : for_one_(std::move(for_one)), for_blocks_(std::move(for_blocks)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.size() != 1) return solve_block(puzzles, limits, answers, sink);
    Offload offload(for_one_.continuation, limits, answers, sink, 0);
    search_.offload_to(uses_lanes(limits) ? &offload : nullptr);
    SearchMonitor monitor(limits, answers, sink);
    if (monitor.begin(0)) search_.solve_one(puzzles, monitor);
    offload.finish();
  }

 private:
  /// If one solution is enough, most boards that lanes searches at once would be wasted.
  static bool uses_lanes(const SolveLimits& limits) { return limits.max_solutions != 1; }

  void solve_block(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                   SolutionSink* sink) {
    std::vector<SearchMonitor> monitors(Search::kBoardsAtOnce,
                                        SearchMonitor(limits, answers, sink));
    if (limits.is_over()) {
      for (SearchMonitor& monitor : monitors) monitor.stop();
    }
    // No other puzzle is open while lanes searches, because its clock would continue to run.
    for (std::size_t next = 0; next < puzzles.size();) {
      Offload offload(for_blocks_.continuation, limits, answers, sink, next);
      search_.offload_to(uses_lanes(limits) ? &offload : nullptr);
      next = search_.solve_block(puzzles, next, monitors);
      offload.finish();
    }
  }

  struct Lanes {
    explicit Lanes(std::unique_ptr<Engine> made)
        : engine(std::move(made)), continuation(dynamic_cast<Continuation&>(*engine)) {}

    std::unique_ptr<Engine> engine;
    Continuation& continuation;
  };

  Lanes for_one_;
  Lanes for_blocks_;
  Search search_;
};

}  // namespace sudoku::triads
