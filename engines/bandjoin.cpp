// Counts solutions without listing them, by joining the fillings of the three bands.
//
// A box has its nine digits in three columns: an ordered partition of them into three triples, one
// of 9! / 3!^3 = 1680. Let N_i(P1, P2, P3) be how many fillings band i has, by the clues in it,
// with the column partitions P1, P2, P3 in its three boxes. Fillings of the three bands make a
// solution if and only if no digit is twice in a column: if the partitions of the three boxes of
// each stack fit, which 1680 * 56 = 94,080 triples do. Two of a fitting triple determine the third.
// So
//
//     solutions = sum over fitting t1, t2, t3, one for each stack,
//                 of N_1(t1_1, t2_1, t3_1) * N_2(t1_2, t2_2, t3_2) * N_3(t1_3, t2_3, t3_3)
//
// and nothing is left of what is inside of the bands.
//
// N (band.h). The same holds for rows: a band is filled by row partitions R1, R2, R3 of its boxes
// that fit, and a box with rows R and columns P can be filled in one way if each triple of R shares
// one digit with each of P and these digits may stand where they meet, otherwise in none. So N is
// a sum over the R, and with P1 fixed it is a matrix, a slice, that takes milliseconds or less.
// What P2 go with R2 is a set, a bit each (box_fillings.h), and so are the P3 of R3: for all R3
// that fit with R1 and R2, these are counted lane by lane and added to the rows P2.
//
// The sum (board.h). Stacks and bands change places as suits the puzzle, and so do rows and
// columns. With the triple (P, Q, R) of the first stack fixed there is one slice for each band, A,
// B, C, and what is left is the sum over triples (a, b, c) of the second stack and (a', b', c') of
// the third of A[a][a'] B[b][b'] C[c][c']. For each a in turn, its at most 56 pairs (b, c) stand in
// the lanes of vectors:
//
//     for each b':   sum_l = sum over (a', c') that fit with b' of A[a][a'] C[c_l][c']
//                    total += sum over l of B[b_l][b'] sum_l
//
// Entries of slices are at most 12^3 = 1728, so that sums fit in 32 bits: 56 * 1728^2 < 2^28.
//
// Symmetry (symmetry.h). Renamings of digits and exchanges of lines that map the clues to
// themselves make a group. Of the triples of the first stack one of each orbit is enough; of the
// partitions a one of each orbit under those that keep that triple, for which Schreier's lemma has
// generators; of the triples of the third stack, one of those that exchanges of columns without a
// clue make of each other. And slices that a renaming of digits maps to each other are kept once,
// and of their rows and columns those that an exchange of alike columns of one box maps to each
// other.
//
// Identities that test all this: the empty grid has 6,670,903,752,021,072,936,960 solutions; with
// one clue there are a ninth of them, with two in a box a 72nd, with a row, a column or a box
// filled a 9!-th. The entries of all slices of an empty band sum up to its 948,109,639,680
// fillings. The solutions of a puzzle are those with 1 to 9 in one of its empty cells, and they are
// as many as those of the puzzle with rows and columns exchanged. Felgenhauer and Jarvis (2005)
// counted the empty grid band by band; signatures of bands by columns are theirs.
//
// Puzzles with few solutions are faster to enumerate: all go through a lanes engine first, which
// filters out those with a solution or none. The others are enumerated up to kMany or, if an
// estimate (estimate.h) says that they have more, up to kSome. What is not counted by then is
// joined, which takes no guesses. The clock of a puzzle goes on from one to the next.
//
// Tried and lost: kMany less than half of what it is, which is as fast, and three times as large,
// which takes longer from 24 to 27 clues; locked candidates before a join, which make it little
// shorter; the row partitions of a band in the order of the second box, instead of a chain for each
// slice; the placements of four or five digits each, joined where they fill the board, as with 24
// to 30 clues there are about ten times as many as solutions; enumeration of what open cells
// without a common candidate leave apart from each other, which spares a tenth of the nodes; one
// side of a guess for both where all that is open has two places in each house and two digits in
// each cell, which spares half the guesses, but only a quarter of the boards, and has to be looked
// for.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/engine.h"
#include "engines/bandjoin/estimate.h"
#include "engines/bandjoin/join.h"
#include "engines/lanes/puzzle_clocks.h"
#include "engines/registry.h"

namespace sudoku {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

class BandjoinEngine final : public Engine {
 public:
  explicit BandjoinEngine(std::unique_ptr<Engine> enumeration)
      : enumeration_(std::move(enumeration)),
        clocks_(dynamic_cast<const lanes::PuzzleClocks&>(*enumeration_)) {
    bandjoin::PartitionTables::instance();  // not while the clock of a puzzle runs
  }

  void solve(const Boards& boards, const SolveLimits& limits, const Answers& answers,
             SolutionSink*) override {
    const std::span<const Grid> puzzles = grids_of(boards);
    const std::span<SolveResult> results = answers.results;
    if (limits.max_solutions != 0 && limits.max_solutions <= kMany) {
      enumerate(puzzles, limits, limits.max_solutions, results);
      return;
    }
    const bool is_worth_a_filter = puzzles.size() >= kWorthAFilter;
    spent_.assign(puzzles.size(), Nanoseconds(0));
    if (is_worth_a_filter) {
      enumerate(puzzles, limits, kTwo, results);
      for (std::size_t i = 0; i < puzzles.size(); ++i) spent_[i] = clocks_.spent(i);
    }
    seemingly_few_.clear();
    seemingly_many_.clear();
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_worth_a_filter && results[i].outcome != Outcome::solution_limit) continue;
      (seems_to_have_many(puzzles[i]) ? seemingly_many_ : seemingly_few_).push_back(i);
    }
    count(seemingly_few_, kMany, puzzles, limits, results);
    count(seemingly_many_, kSome, puzzles, limits, results);
  }

 private:
  /// Fewer puzzles leave lanes empty, and an estimate is sooner made than two solutions found.
  static constexpr std::size_t kWorthAFilter = 8;
  static constexpr std::uint64_t kTwo = 2;
  /// Puzzles with fewer are enumerated in no time, whatever they look like.
  static constexpr std::uint64_t kSome = 8;
  /// Solutions that take about as long to enumerate as the quickest joins.
  static constexpr std::uint64_t kMany = 700;

  void enumerate(std::span<const Grid> puzzles, const SolveLimits& limits,
                 std::uint64_t max_solutions, std::span<SolveResult> results) {
    SolveLimits enumeration_limits = limits;
    enumeration_limits.max_solutions = max_solutions;
    enumeration_->solve(boards_of(puzzles), enumeration_limits, {results, {}}, nullptr);
    for (SolveResult& result : results) result.has_solution = false;
  }

  static bool seems_to_have_many(const Grid& puzzle) {
    constexpr double kLogOfMany = 2.6;  // a little less than kMany: a late join costs both
    bandjoin::Candidates candidates;
    return bandjoin::find_candidates(puzzle, candidates) &&
           bandjoin::estimated_log10_of_count(candidates) > kLogOfMany;
  }

  /// Counts the puzzles at these places of the block: enumerates, and joins those that have as many
  /// as `max_enumerated` solutions. Those on which time was spent before have a clock of their own.
  void count(const std::vector<std::size_t>& places, std::uint64_t max_enumerated,
             std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results) {
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
                      std::span<const Grid> puzzles, const SolveLimits& limits,
                      std::span<SolveResult> results) {
    if (places.empty()) return;
    gathered_.clear();
    for (const std::size_t i : places) gathered_.push_back(puzzles[i]);
    enumerated_.resize(places.size());
    enumerate(gathered_, limits, max_enumerated, enumerated_);
    for (std::size_t k = 0; k < places.size(); ++k) {
      SolveResult& result = results[places[k]];
      result = enumerated_[k];
      if (result.outcome != Outcome::solution_limit) continue;
      if (const auto left = limits_after(limits, clocks_.spent(k))) {
        join(gathered_[k], *left, result);
      } else {
        result.outcome = Outcome::timeout;
      }
    }
  }

  /// What is left to a puzzle of its time; nothing if nothing is.
  static std::optional<SolveLimits> limits_after(SolveLimits limits, Nanoseconds spent) {
    if (limits.max_time.count() == 0) return limits;
    limits.max_time -= spent;
    return limits.max_time.count() > 0 ? std::optional(limits) : std::nullopt;
  }

  void join(const Grid& puzzle, const SolveLimits& limits, SolveResult& result) {
    bandjoin::Interruption interruption(limits);
    result.guesses = 0;
    result.solutions =
        std::max(result.solutions, join_.count(puzzle, limits.threads, interruption));
    result.outcome = interruption.outcome();
    if (limits.max_solutions != 0 && result.solutions >= limits.max_solutions) {
      result.solutions = limits.max_solutions;
      result.outcome = Outcome::solution_limit;
    }
  }

  std::unique_ptr<Engine> enumeration_;
  const lanes::PuzzleClocks& clocks_;       // of the enumeration
  std::vector<Nanoseconds> spent_;          // on each puzzle of the block, by the filter
  std::vector<std::size_t> seemingly_few_;  // places in the block
  std::vector<std::size_t> seemingly_many_;
  std::vector<std::size_t> together_;
  std::vector<Grid> gathered_;
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
