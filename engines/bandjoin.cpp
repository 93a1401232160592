// Counts solutions without listing them, by joining the fillings of the three bands.
//
// A box distributes its nine digits over three columns. This is an ordered partition of the digits
// into three triples, one of 9! / 3!^3 = 1680. Let N_i(P1, P2, P3) be the number of fillings of
// band i with the column partitions P1, P2, P3 in its three boxes. A filling contains the clues of
// the band and respects its candidates. Fillings of the three bands form a solution if and only if
// no digit is twice in a column. This holds if the partitions of the three boxes of each stack fit.
// 1680 * 56 = 94,080 triples of partitions fit. Two partitions of a triple determine the third. So
//
//     solutions = sum over fitting t1, t2, t3, one for each stack,
//                 of N_1(t1_1, t2_1, t3_1) * N_2(t1_2, t2_2, t3_2) * N_3(t1_3, t2_3, t3_3)
//
// N (band.h). The same holds for rows: the row partitions R1, R2, R3 of the boxes of a band must
// fit. A box with rows R and columns P has one filling or none. It has one if each triple of R
// shares one digit with each triple of P, and if this digit is a candidate of the cell where both
// triples meet. So N is a sum over R1, R2, R3. With P1 fixed it is a matrix, called a slice. The P2
// that are compatible with R2 are a bit set (box_fillings.h), and so are the P3 that are compatible
// with R3. For all R3 that fit with R1 and R2, the kernels count the members of these sets lane by
// lane. They add the counts to the rows P2.
//
// The sum (board.h). Stacks and bands may be exchanged, and so may rows and columns. The cheapest
// order is used. For a fixed triple (P, Q, R) of the first stack there is one slice for each band:
// A, B and C. The rest is the sum of A[a][a'] B[b][b'] C[c][c'] over the triples (a, b, c) of the
// second stack and (a', b', c') of the third stack. For each a, its at most 56 pairs (b, c) are the
// lanes of vectors:
//
//     for each b':   sum_l = sum over (a', c') that fit with b' of A[a][a'] C[c_l][c']
//                    total += sum over l of B[b_l][b'] sum_l
//
// Entries of slices are at most 12^3 = 1728, so the sums fit in 32 bits: 56 * 1728^2 < 2^28.
//
// Symmetry (symmetry.h). Renamings of digits and exchanges of lines that map the given candidates
// to themselves form a group. A clue is a cell with one given candidate. For the first stack, one
// triple of each orbit is enough. For the partitions a, one of each orbit under the stabilizer of
// that triple is enough. Schreier's lemma gives generators of the stabilizer. For the third stack,
// one triple of each orbit under exchanges of columns with equal given candidates is enough. If a
// renaming of digits maps slices to each other, one of them is stored. If an exchange of equivalent
// columns of a box maps rows or columns of a slice to each other, one of them is stored.
//
// Puzzles with few solutions are faster to enumerate. A lanes engine first filters out puzzles with
// at most one solution. It then enumerates up to kMany solutions, or up to kSome if an estimate
// (candidates.h) predicts many. For puzzles with candidates, it enumerates up to kManyIfGiven.
// Puzzles with more solutions are joined, which takes no guesses. The time limit of a puzzle covers
// all these steps.
//
// The idea to count band by band, and the signatures of bands by columns, are due to B. Felgenhauer
// and F. Jarvis, "Enumerating possible Sudoku grids", 2005.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/engine.h"
#include "engines/bandjoin/join.h"
#include "engines/continuation.h"
#include "engines/registry.h"

namespace sudoku {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

class BandjoinEngine final : public Engine {
 public:
  explicit BandjoinEngine(std::unique_ptr<Engine> enumeration)
      : enumeration_(std::move(enumeration)),
        clocks_(dynamic_cast<const PuzzleClocks&>(*enumeration_)) {
    bandjoin::PartitionTables::instance();  // now, so that no puzzle pays for it
  }

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink*) override {
    const std::span<SolveResult> results = answers.results;
    const std::uint64_t many = puzzles.have_candidates() ? kManyIfGiven : kMany;
    if (limits.max_solutions != 0 && limits.max_solutions <= many) {
      enumerate(puzzles, limits, limits.max_solutions, results);
      return;
    }
    const bool is_worth_a_filter = puzzles.size() >= kWorthAFilter;
    spent_.assign(puzzles.size(), Nanoseconds(0));
    if (is_worth_a_filter) {
      enumerate(puzzles, limits, kTwo, results);
      for (std::size_t i = 0; i < puzzles.size(); ++i) spent_[i] = clocks_.spent(i);
    }
    expected_few_.clear();
    expected_many_.clear();
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_worth_a_filter && results[i].outcome != Outcome::solution_limit) continue;
      (seems_to_have_many(puzzles[i]) ? expected_many_ : expected_few_).push_back(i);
    }
    count(expected_few_, many, puzzles, limits, results);
    count(expected_many_, kSome, puzzles, limits, results);
  }

 private:
  /// With fewer puzzles, lanes stay empty, and an estimate is faster than finding two solutions.
  static constexpr std::size_t kWorthAFilter = 8;
  static constexpr std::uint64_t kTwo = 2;
  /// Enumerating this many solutions is cheap, even if the estimate predicts many more.
  static constexpr std::uint64_t kSome = 8;
  /// Enumerating this many solutions takes about as long as the fastest joins.
  static constexpr std::uint64_t kMany = 700;
  /// The same for puzzles with candidates, which have larger slices and fewer symmetries.
  static constexpr std::uint64_t kManyIfGiven = 1'000'000;

  void enumerate(const Boards& puzzles, const SolveLimits& limits, std::uint64_t max_solutions,
                 std::span<SolveResult> results) {
    SolveLimits enumeration_limits = limits;
    enumeration_limits.max_solutions = max_solutions;
    enumeration_->solve(puzzles, enumeration_limits, {results, {}}, nullptr);
    for (SolveResult& result : results) result.has_solution = false;
  }

  /// The estimate does not apply to puzzles with candidates.
  static bool seems_to_have_many(const Board& puzzle) {
    if (!puzzle.candidates.empty()) return false;
    constexpr double kLogOfMany = 2.6;  // slightly below kMany, because a late join costs both
    bandjoin::Candidates candidates;
    return bandjoin::find_candidates(bandjoin::given_candidates(puzzle), candidates) &&
           bandjoin::estimated_log10_of_count(candidates) > kLogOfMany;
  }

  /// Counts the puzzles with these indices in the block: enumerates up to `max_enumerated`
  /// solutions, then joins. If the filter has spent time on a puzzle, the puzzle is enumerated
  /// alone, with the time that is left.
  void count(const std::vector<std::size_t>& places, std::uint64_t max_enumerated,
             const Boards& puzzles, const SolveLimits& limits, std::span<SolveResult> results) {
    together_.clear();
    for (const std::size_t i : places) {
      if (spent_[i].count() == 0) together_.push_back(i);
    }
    count_together(together_, max_enumerated, puzzles, limits, results);
    for (const std::size_t i : places) {
      if (spent_[i].count() == 0) continue;
      if (const auto left = limits_after(limits, spent_[i])) {
        count_together({i}, max_enumerated, puzzles, *left, results);
      } else {
        results[i].outcome = Outcome::timeout;
      }
    }
  }

  void count_together(const std::vector<std::size_t>& places, std::uint64_t max_enumerated,
                      const Boards& puzzles, const SolveLimits& limits,
                      std::span<SolveResult> results) {
    if (places.empty()) return;
    gathered_cells_.clear();
    gathered_candidates_.clear();
    for (const std::size_t i : places) {
      const auto [shape, cells, candidates] = puzzles[i];
      gathered_cells_.insert(gathered_cells_.end(), cells.begin(), cells.end());
      gathered_candidates_.insert(gathered_candidates_.end(), candidates.begin(), candidates.end());
    }
    const Boards gathered{k9x9, gathered_cells_, gathered_candidates_};
    enumerated_.resize(places.size());
    enumerate(gathered, limits, max_enumerated, enumerated_);
    for (std::size_t k = 0; k < places.size(); ++k) {
      SolveResult& result = results[places[k]];
      result = enumerated_[k];
      if (result.outcome != Outcome::solution_limit) continue;
      if (const auto left = limits_after(limits, clocks_.spent(k))) {
        join(gathered[k], *left, result);
      } else {
        result.outcome = Outcome::timeout;
      }
    }
  }

  /// Returns the limits of a puzzle after some time was spent on it; nullopt if it has timed out.
  static std::optional<SolveLimits> limits_after(SolveLimits limits, Nanoseconds spent) {
    if (limits.max_time.count() == 0) return limits;
    limits.max_time -= spent;
    return limits.max_time.count() > 0 ? std::optional(limits) : std::nullopt;
  }

  void join(const Board& puzzle, const SolveLimits& limits, SolveResult& result) {
    bandjoin::StopCondition stop(limits);
    result.guesses = 0;
    const bandjoin::Candidates given = bandjoin::given_candidates(puzzle);
    result.solutions = std::max(result.solutions, join_.count(given, limits.threads, stop));
    result.outcome = stop.outcome();
    if (limits.max_solutions != 0 && result.solutions >= limits.max_solutions) {
      result.solutions = limits.max_solutions;
      result.outcome = Outcome::solution_limit;
    }
  }

  std::unique_ptr<Engine> enumeration_;
  const PuzzleClocks& clocks_;             // of enumeration_
  std::vector<Nanoseconds> spent_;         // by the filter, by index in the block
  std::vector<std::size_t> expected_few_;  // indices in the block
  std::vector<std::size_t> expected_many_;
  std::vector<std::size_t> together_;
  std::vector<std::uint8_t> gathered_cells_;
  std::vector<Digits> gathered_candidates_;
  std::vector<SolveResult> enumerated_;
  bandjoin::Join join_{bandjoin::fastest_kernels()};
};

}  // namespace

std::unique_ptr<Engine> bandjoin::make_engine(std::unique_ptr<Engine> enumeration) {
  return std::make_unique<BandjoinEngine>(std::move(enumeration));
}

std::unique_ptr<Engine> make_bandjoin(const EngineOptions&) {
  return bandjoin::make_engine(resolve_engine("lanes")->make({}));
}

}  // namespace sudoku
