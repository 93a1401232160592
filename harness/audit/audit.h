#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "harness/audit/duplicate_index.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/puzzle/difficulty.h"

namespace sudoku {

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
  std::uint64_t puzzles = 0;  ///< valid ones
  std::uint64_t digest = 0;   ///< sum of the hashes of the puzzles
  Findings<Defect> rejected;
  Findings<Duplicate> duplicates;                ///< equal puzzles
  std::optional<Findings<Duplicate>> isomorphs;  ///< without equal ones; nullopt if not requested
  std::uint64_t one_solution = 0;
  Lines no_solution;
  Lines several_solutions;
  Lines undecided;              ///< a limit ended the search
  Findings<Defect> unexpected;  ///< solutions that differ from the dataset's expectations
  /// Expected numbers of solutions that the audit does not check, because it stops at kSeveral.
  std::uint64_t unchecked_counts = 0;
  std::uint64_t minimal = 0;               ///< puzzles with one solution that need all their clues
  Lines redundant;                         ///< puzzles with one solution and a superfluous clue
  std::uint64_t minimality_undecided = 0;  ///< puzzles with one solution; a limit ended the search
  std::vector<std::uint64_t> clues;        ///< number of puzzles by number of clues
  /// Number of 9x9 puzzles with one solution by difficulty, see puzzle/difficulty.h.
  std::array<std::uint64_t, kDifficultyNames.size()> difficulties{};
};

struct AuditPlan {
  std::string path;
  ReadOptions read;              ///< `skip_invalid` and `on_defect` are ignored
  SolveLimits limits;            ///< per search; `max_solutions` is ignored
  bool finds_isomorphs = false;  ///< 9x9 only
  std::size_t max_listed = 10;   ///< findings of each kind to list
  unsigned threads = 1;
  /// Receives the number of puzzles read and the fraction of the file read, if known. Called from
  /// any thread.
  std::function<void(std::uint64_t, std::optional<double>)> on_progress =
      [](std::uint64_t, std::optional<double>) {};
};

/// Examines every puzzle of a dataset, on several threads. Needs 16 bytes of memory per puzzle, or
/// 32 with isomorphs, beyond a constant. Invalid lines are findings. Returns a partial report once
/// the stop signal of the limits is set. Throws InputError if the file cannot be read, and
/// UsageError if isomorphs are requested for boards other than 9x9.
AuditReport audit(const AuditPlan& plan);

}  // namespace sudoku
