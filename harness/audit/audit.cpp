#include "harness/audit/audit.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/check/expectation_review.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Returns the digits that a puzzle with candidates eliminates in a cell.
Digits eliminated(const Board& puzzle, std::size_t cell) {
  return all_digits(puzzle.shape) & ~puzzle.candidates[cell];
}

/// Returns the number of clues, or of eliminations if the puzzle has candidates.
std::size_t count_givens(const Board& puzzle) {
  if (puzzle.candidates.empty()) return static_cast<std::size_t>(clue_count(puzzle));
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    count += static_cast<std::size_t>(std::popcount(eliminated(puzzle, cell)));
  }
  return count;
}

/// Appends the puzzle without its clue or elimination with that index. Returns false if it has
/// fewer.
bool append_without_given(const Board& puzzle, std::size_t index, BoardList& puzzles) {
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    const bool is_clue = puzzle.candidates.empty();
    Digits givens = is_clue ? puzzle[cell] != 0 : eliminated(puzzle, cell);
    const auto count = static_cast<std::size_t>(std::popcount(givens));
    if (index >= count) {
      index -= count;
      continue;
    }
    puzzles.push_back(puzzle);
    if (is_clue) {
      puzzles.cells_of(puzzles.size() - 1)[cell] = 0;
    } else {
      while (index-- > 0) givens &= givens - 1;
      puzzles.candidates_of(puzzles.size() - 1)[cell] |= givens & -givens;
    }
    return true;
  }
  return false;
}

/// Returns the number of puzzles per block: enough to fill an engine that solves many at once.
/// Large boards may take seconds each.
std::size_t block_size(const Shape& shape) { return shape == k9x9 ? 1024 : 16; }

/// A line and 80 bits of the hash of its board, in 16 bytes. Among 10^9 different boards, the
/// probability that two have equal bits is below 10^-6.
class BoardKey {
 public:
  /// `line` must be below 2^48.
  BoardKey(const Board& board, std::uint64_t line) {
    const std::string candidates = board.candidates.empty() ? "" : format_line(board);
    const XXH128_hash_t hash = candidates.empty()
                                   ? XXH3_128bits(board.cells.data(), board.cells.size())
                                   : XXH3_128bits(candidates.data(), candidates.size());
    high_ = hash.high64;
    low_ = (hash.low64 & ~kLineMask) | line;
  }

  std::uint64_t line() const { return low_ & kLineMask; }
  bool has_board_of(const BoardKey& other) const {
    return high_ == other.high_ && (low_ & ~kLineMask) == (other.low_ & ~kLineMask);
  }
  /// Orders keys by their boards, then by their lines.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const BoardKey&, const BoardKey&) = default;

 private:
  static constexpr std::uint64_t kLineMask = (std::uint64_t{1} << 48U) - 1;
  std::uint64_t high_;  // upper half of the hash
  std::uint64_t low_;   // 16 bits of the hash, then 48 bits of the line
};

/// Returns all lines that repeat an earlier board, sorted by line.
std::vector<Duplicate> duplicates_of(std::vector<BoardKey>& keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<Duplicate> duplicates;
  const BoardKey* first = nullptr;
  for (const BoardKey& key : keys) {
    if (first == nullptr || !key.has_board_of(*first)) {
      first = &key;
    } else {
      duplicates.push_back({key.line(), first->line()});
    }
  }
  std::ranges::sort(duplicates, {}, &Duplicate::line);
  return duplicates;
}

struct ExaminedBlock {
  PuzzleBlock block;
  ExaminedPuzzles examined;
  std::vector<BoardKey> keys;            // of the puzzles
  std::vector<BoardKey> canonical_keys;  // of the canonical forms
  std::vector<Fault> faults;             // violated expectations of the dataset
};

Findings<Duplicate> findings_of(std::vector<Duplicate> duplicates, std::size_t max_listed) {
  const std::uint64_t count = duplicates.size();
  duplicates.resize(std::min(duplicates.size(), max_listed));
  return {count, std::move(duplicates)};
}

class Audit {
 public:
  explicit Audit(const AuditPlan& plan)
      : plan_(plan),
        reader_(plan.path, read_options()),
        shape_(reader_.shape()),
        workers_(plan.threads, [this] { return PuzzleExaminer(plan_.limits, shape_); }) {}

  AuditReport run() {
    report_.shape = shape_;
    report_.have_candidates = reader_.have_candidates();
    report_.givens.resize(shape_.cells() * (report_.have_candidates ? shape_.side() : 1) + 1);
    workers_.run<ExaminedBlock>(
        [this](ExaminedBlock& item) { return read(item.block); },
        [this](ExaminedBlock& item, PuzzleExaminer& examiner) { examine(item, examiner); },
        [this](const ExaminedBlock& item) { count(item); });
    find_duplicates();
    report_.expectation_note = review_.note(reader_.count_column());
    return std::move(report_);
  }

 private:
  ReadOptions read_options() {
    ReadOptions options = plan_.read;
    options.skip_invalid = true;
    options.on_defect = [this](const Defect& defect) {
      report_.rejected.add(defect, plan_.max_listed);
    };
    return options;
  }

  bool read(PuzzleBlock& block) {
    if (plan_.limits.is_stop_requested() || !reader_.read(block, block_size(shape_))) return false;
    std::optional<double> fraction;
    if (const auto size = reader_.file().byte_size(); size && *size != 0) {
      fraction = static_cast<double>(reader_.file().bytes_read()) / static_cast<double>(*size);
    }
    plan_.on_progress(block.first_index, fraction);
    return true;
  }

  void examine(ExaminedBlock& item, PuzzleExaminer& examiner) {
    const PuzzleBlock& block = item.block;
    item.examined = examiner.examine(block.puzzles);
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      item.keys.emplace_back(block.puzzles[i], block.lines[i]);
      if (!plan_.finds_isomorphs) continue;
      item.canonical_keys.emplace_back(canonical_form(block.puzzles[i]), block.lines[i]);
    }
    if (!block.expectations.empty()) item.faults = compare_with_expectations(item);
  }

  static std::vector<Fault> compare_with_expectations(const ExaminedBlock& item) {
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < item.block.puzzles.size(); ++i) {
      const std::string what =
          find_unexpected(item.block.expectations[i], item.examined.examinations[i].answer,
                          item.examined.solutions[i], kSeveral);
      if (!what.empty()) faults.push_back({FaultKind::wrong, 0, i, "solutions: " + what});
    }
    return faults;
  }

  void count(const ExaminedBlock& item) {
    const PuzzleBlock& block = item.block;
    keys_.insert(keys_.end(), item.keys.begin(), item.keys.end());
    canonical_keys_.insert(canonical_keys_.end(), item.canonical_keys.begin(),
                           item.canonical_keys.end());
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      ++report_.puzzles;
      report_.digest += puzzle_hash(block.puzzles[i]);
      ++report_.givens[count_givens(block.puzzles[i])];
      count_solutions(item.examined.examinations[i], block.lines[i]);
    }
    std::vector<bool> is_contradicted(block.puzzles.size());
    for (const Fault& fault : item.faults) {
      is_contradicted[fault.puzzle] = true;
      report_.unexpected.add({{block.lines[fault.puzzle], 0}, fault.what}, plan_.max_listed);
    }
    for (std::size_t i = 0; i < block.expectations.size(); ++i) {
      const Expectation& expectation = block.expectations[i];
      review_.add(expectation, item.examined.examinations[i].answer);
      const bool is_above = expectation.count && *expectation.count > kSeveral;
      if (is_above && !is_contradicted[i]) ++report_.unchecked_counts;
    }
  }

  void count_solutions(const Examination& examination, std::uint64_t line) {
    if (examination.has_no_solution()) {
      report_.no_solution.add(line, plan_.max_listed);
    } else if (examination.has_several_solutions()) {
      report_.several_solutions.add(line, plan_.max_listed);
    } else if (examination.has_one_solution()) {
      ++report_.one_solution;
      ++report_.difficulties[static_cast<std::size_t>(examination.difficulty)];
      switch (examination.minimality) {
        case Minimality::minimal: ++report_.minimal; break;
        case Minimality::redundant: report_.redundant.add(line, plan_.max_listed); break;
        case Minimality::undecided: ++report_.minimality_undecided; break;
      }
    } else {
      report_.undecided.add(line, plan_.max_listed);
    }
  }

  void find_duplicates() {
    std::vector<Duplicate> equal = duplicates_of(keys_);
    if (plan_.finds_isomorphs) {
      // Equal puzzles are isomorphic, too, but reported already.
      std::vector<Duplicate> isomorphic;
      std::ranges::set_difference(duplicates_of(canonical_keys_), equal,
                                  std::back_inserter(isomorphic), {}, &Duplicate::line,
                                  &Duplicate::line);
      report_.isomorphs = findings_of(std::move(isomorphic), plan_.max_listed);
    }
    report_.duplicates = findings_of(std::move(equal), plan_.max_listed);
  }

  const AuditPlan& plan_;
  AuditReport report_;
  std::vector<BoardKey> keys_;
  std::vector<BoardKey> canonical_keys_;
  DatasetReader reader_;
  const Shape shape_;
  Workers<PuzzleExaminer> workers_;
  ExpectationReview review_{kSeveral};
};

}  // namespace

PuzzleExaminer::PuzzleExaminer(const SolveLimits& limits, const Shape& shape)
    : limits_(limits), solver_(uniqueness_engine(shape).make({})) {
  limits_.max_solutions = kSeveral;
}

ExaminedPuzzles PuzzleExaminer::examine(const Boards& puzzles) {
  ExaminedPuzzles examined{std::vector<Examination>(puzzles.size()), BoardList(puzzles.shape)};
  examined.solutions.resize(puzzles.size());
  const auto answers = solve_block(*solver_, puzzles, limits_, examined.solutions.cells());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    Examination& examination = examined.examinations[i];
    examination.answer = answers[i];
    const bool has_difficulty = puzzles.shape == k9x9 && !puzzles.have_candidates();
    if (has_difficulty && examination.has_one_solution()) {
      examination.difficulty = rater_.rate(as_grid(puzzles[i]));
    }
  }
  decide_minimality(puzzles, examined.examinations);
  return examined;
}

/// Each engine call tests the given with the same index in all undecided puzzles. So the engine
/// solves many puzzles at once, and redundant puzzles leave early.
void PuzzleExaminer::decide_minimality(const Boards& puzzles,
                                       std::vector<Examination>& examinations) {
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (examinations[i].has_one_solution()) undecided.push_back(i);
  }
  for (std::size_t given = 0; !undecided.empty(); ++given) {
    BoardList reduced(puzzles.shape);
    std::erase_if(undecided, [&](std::size_t i) {
      const bool is_minimal = !append_without_given(puzzles[i], given, reduced);
      if (is_minimal) examinations[i].minimality = Minimality::minimal;
      return is_minimal;
    });
    const std::vector<SolveResult> results = solve_block(*solver_, reduced, limits_);
    auto result = results.begin();
    std::erase_if(undecided, [&](std::size_t i) {
      const SolveResult& without = *result++;
      const bool is_needed = without.solutions > 1;
      if (!is_needed && without.outcome == Outcome::exhausted) {
        examinations[i].minimality = Minimality::redundant;
      }
      return !is_needed;
    });
  }
}

AuditReport audit(const AuditPlan& plan) { return Audit(plan).run(); }

}  // namespace sudoku
