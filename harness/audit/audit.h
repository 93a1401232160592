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

/// How many of a kind were found, and the first of them.
template <typename Finding>
struct Findings {
  std::uint64_t count = 0;
  std::vector<Finding> listed;

  void add(const Finding& finding, std::size_t max_listed) {
    ++count;
    if (listed.size() < max_listed) listed.push_back(finding);
  }
};

/// What a dataset holds.
struct AuditReport {
  using Lines = Findings<std::uint64_t>;

  Shape shape = k9x9;
  std::uint64_t puzzles = 0;  ///< accepted
  std::uint64_t digest = 0;   ///< sum of the hashes of the puzzles
  Findings<Defect> rejected;
  Findings<Duplicate> duplicates;                ///< equal as puzzles
  std::optional<Findings<Duplicate>> isomorphs;  ///< isomorphic, not equal; if looked for
  std::uint64_t one_solution = 0;
  Lines no_solution;
  Lines several_solutions;
  Lines undecided;  ///< a limit ended the search
  /// The dataset expects other solutions than there are.
  Findings<Defect> unexpected;
  /// Numbers of solutions that it expects and that are not looked at, as searches end with two.
  std::uint64_t unchecked_counts = 0;
  /// Of puzzles with one solution:
  std::uint64_t minimal = 0;
  Lines redundant;
  std::uint64_t minimality_undecided = 0;
  std::vector<std::uint64_t> clues;  ///< puzzles with so many clues
  /// Puzzles of 9x9 with one solution, by difficulty; see puzzle/difficulty.h.
  std::array<std::uint64_t, kDifficultyNames.size()> difficulties{};
};

struct AuditPlan {
  std::string path;
  ReadOptions read;    ///< bad lines are findings whatever it says
  SolveLimits limits;  ///< of each search; the number of solutions is the audit's own
  bool finds_isomorphs = false;
  std::size_t max_listed = 10;  ///< findings of each kind
  unsigned threads = 1;
  /// Called now and then, from any thread: puzzles read so far, and the part of the file, if that
  /// is known.
  std::function<void(std::uint64_t, std::optional<double>)> on_progress =
      [](std::uint64_t, std::optional<double>) {};
};

/// Reads a dataset and looks at every puzzle, on several threads, in bounded memory but for 16
/// bytes a puzzle (32 where isomorphs are looked for). Ends early, with what it knows, once the
/// stop signal of the limits is set. Throws InputError for data that cannot be read at all, and
/// UsageError where isomorphs are looked for among boards that are not 9x9.
AuditReport audit(const AuditPlan& plan);

}  // namespace sudoku
