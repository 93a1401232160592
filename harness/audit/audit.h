#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Whether a puzzle with one solution needs all of its clues. A puzzle with candidates needs all of
/// its eliminations: candidates that a cell lacks.
enum class Minimality : std::uint8_t {
  minimal,
  redundant,  ///< without some clue or elimination, the puzzle still has one solution
  undecided,  ///< a limit ended the search
};

/// Number of solutions after which a search ends.
inline constexpr std::uint64_t kSeveral = 2;

/// Properties of one puzzle.
struct Examination {
  SolveResult answer;  ///< up to kSeveral solutions
  /// Meaningful for puzzles with one solution.
  Minimality minimality = Minimality::undecided;
  /// Difficulty::any unless the puzzle is 9x9 with one solution and without candidates.
  Difficulty difficulty = Difficulty::any;

  bool has_no_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 0;
  }
  bool has_one_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 1;
  }
  bool has_several_solutions() const { return answer.solutions > 1; }
};

/// Properties and first solutions of a block of puzzles.
struct ExaminedPuzzles {
  std::vector<Examination> examinations;
  BoardList solutions;  ///< unspecified for puzzles without a solution
};

/// Determines the number of solutions, minimality and difficulty of blocks of puzzles of one shape.
/// Not thread-safe.
class PuzzleExaminer {
 public:
  /// The limits apply to each search, but `max_solutions` replaces the limit of solutions in
  /// `limits`.
  explicit PuzzleExaminer(const SolveLimits& limits, const Shape& shape = k9x9,
                          std::uint64_t max_solutions = kSeveral);

  /// Determines all properties.
  ExaminedPuzzles examine(const Boards& puzzles);
  /// Determines the numbers of solutions only.
  ExaminedPuzzles solve(const Boards& puzzles);
  /// Sets the minimality of the puzzles with one solution.
  void decide_minimality(const Boards& puzzles, std::vector<Examination>& examinations);

 private:
  SolveLimits limits_;
  std::unique_ptr<Engine> solver_;
  DifficultyRater rater_;
};

/// A line that repeats the board of an earlier line.
struct Duplicate {
  std::uint64_t line;
  std::uint64_t first_line;

  friend bool operator==(const Duplicate&, const Duplicate&) = default;
};

/// A puzzle without a solution.
struct NoSolution {
  std::uint64_t line;
  std::string clash;  ///< of two clues; empty if there is none
};

/// Number of findings of one kind, and the first ones.
template <typename Finding>
struct Findings {
  std::uint64_t count = 0;
  std::vector<Finding> listed;

  void add(const Finding& finding, std::size_t max_listed) {
    ++count;
    if (listed.size() < max_listed) listed.push_back(finding);
  }
};

/// Result of an audit. Line numbers start at 1.
struct AuditReport {
  using Lines = Findings<std::uint64_t>;

  Shape shape = k9x9;
  bool have_candidates = false;
  std::uint64_t puzzles = 0;  ///< valid ones
  std::uint64_t digest = 0;   ///< sum of the hashes of the puzzles
  Findings<Defect> rejected;
  Findings<Duplicate> duplicates;                ///< equal puzzles
  std::optional<Findings<Duplicate>> isomorphs;  ///< without equal ones; nullopt if not requested
  std::uint64_t one_solution = 0;
  Findings<NoSolution> no_solution;
  Lines several_solutions;
  Lines undecided;              ///< a limit ended the search
  Findings<Defect> unexpected;  ///< solutions that differ from the dataset's expectations
  /// Expected numbers of solutions that the audit does not check, because it stops at kSeveral.
  std::uint64_t unchecked_counts = 0;
  std::string expectation_note;  ///< on counts that are none; empty if there are no such counts
  std::uint64_t minimal = 0;     ///< puzzles with one solution, see Minimality
  Lines redundant;
  std::uint64_t minimality_undecided = 0;
  /// Number of puzzles by number of clues, or by number of eliminations if they have candidates.
  std::vector<std::uint64_t> givens;
  /// Number of puzzles by difficulty, see Examination and puzzle/difficulty.h.
  std::array<std::uint64_t, kDifficultyNames.size()> difficulties{};
};

struct AuditPlan {
  Input input{"-"};
  ReadOptions read;    ///< `skip_invalid` and `on_defect` are ignored
  SolveLimits limits;  ///< per search; `max_solutions` is ignored
  bool finds_isomorphs = false;
  std::size_t max_listed = 10;  ///< findings of each kind to list
  unsigned threads = 1;
  /// Receives the number of puzzles read and the fraction of the file read, if known. Called from
  /// any thread.
  std::function<void(std::uint64_t, std::optional<double>)> on_progress =
      [](std::uint64_t, std::optional<double>) {};
};

/// Examines every puzzle of a dataset, on several threads. Needs 16 bytes of memory per puzzle, or
/// 32 with isomorphs, beyond a constant. Invalid lines are findings. Returns a partial report once
/// the stop signal of the limits is set. Throws InputError if the file cannot be read.
AuditReport audit(const AuditPlan& plan);

}  // namespace sudoku
