#include "harness/audit/audit.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <utility>

#include <xxhash.h>

#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/check/expectation_review.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/clashing_clues.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Returns the givens of a cell as bits: its eliminated digits if the puzzle has candidates,
/// otherwise one bit for a clue.
Digits givens_of(const Board& puzzle, std::size_t cell) {
  if (puzzle.candidates.empty()) return puzzle[cell] != 0 ? 1 : 0;
  return all_digits(puzzle.shape) & ~puzzle.candidates[cell];
}

std::size_t count_givens(const Board& puzzle) {
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    count += static_cast<std::size_t>(std::popcount(givens_of(puzzle, cell)));
  }
  return count;
}

/// Appends the puzzle without the given with the number `index`, from 0. Returns false if the
/// puzzle has fewer givens.
bool append_without_given(const Board& puzzle, std::size_t index, BoardList& puzzles) {
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    for (Digits givens = givens_of(puzzle, cell); givens != 0; givens &= givens - 1) {
      if (index-- > 0) continue;
      puzzles.push_back(puzzle);
      if (puzzle.candidates.empty()) {
        puzzles.cells_of(puzzles.size() - 1)[cell] = 0;
      } else {
        puzzles.candidates_of(puzzles.size() - 1)[cell] |= givens & -givens;
      }
      return true;
    }
  }
  return false;
}

/// Returns the number of puzzles per block: enough to fill an engine that solves many at once.
/// Large boards may take seconds each.
std::size_t block_size(const Shape& shape) { return shape == k9x9 ? 1024 : 16; }

/// 80 bits of the hash of a board, then the line in 48 bits. So sorted keys have equal boards
/// together, in the order of their lines. Among 10^9 different boards, the probability that two
/// have the same 80 bits is below 10^-6.
// NOLINTNEXTLINE(modernize-use-using): only a typedef can be marked as an extension
__extension__ typedef unsigned __int128 BoardKey;
constexpr BoardKey kLineMask = (BoardKey{1} << 48U) - 1;

/// `line` must be below 2^48.
BoardKey key_of(const Board& board, std::uint64_t line) {
  const std::string candidates = board.candidates.empty() ? "" : format_line(board);
  const XXH128_hash_t hash = candidates.empty()
                                 ? XXH3_128bits(board.cells.data(), board.cells.size())
                                 : XXH3_128bits(candidates.data(), candidates.size());
  return (((BoardKey{hash.high64} << 64U) | hash.low64) & ~kLineMask) | line;
}

/// Returns all lines that repeat an earlier board, sorted by line.
std::vector<Duplicate> duplicates_of(std::vector<BoardKey>& keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<Duplicate> duplicates;
  const auto line_of = [](BoardKey key) { return static_cast<std::uint64_t>(key & kLineMask); };
  for (auto first = keys.begin(); first != keys.end();) {
    const auto has_same_board = [=](BoardKey key) { return (key ^ *first) <= kLineMask; };
    const auto end = std::find_if_not(first, keys.end(), has_same_board);
    for (auto other = first + 1; other != end; ++other) {
      duplicates.push_back({line_of(*other), line_of(*first)});
    }
    first = end;
  }
  std::ranges::sort(duplicates, {}, &Duplicate::line);
  return duplicates;
}

struct ExaminedBlock {
  PuzzleBlock block;
  ExaminedPuzzles examined;
  std::vector<BoardKey> keys;            // of the puzzles
  std::vector<BoardKey> canonical_keys;  // of the canonical forms
  std::vector<std::string> unexpected;   // violated expectations of the dataset; empty: none
};

class Audit {
 public:
  explicit Audit(const AuditPlan& plan)
      : plan_(plan),
        reader_(plan.input, read_options()),
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
      fraction =
          static_cast<double>(reader_.stored_bytes_before_next()) / static_cast<double>(*size);
    }
    plan_.on_progress(block.first_index, fraction);
    return true;
  }

  void examine(ExaminedBlock& item, PuzzleExaminer& examiner) const {
    const PuzzleBlock& block = item.block;
    item.examined = examiner.examine(block.puzzles);
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      item.keys.push_back(key_of(block.puzzles[i], block.lines[i]));
      if (!plan_.finds_isomorphs) continue;
      item.canonical_keys.push_back(key_of(canonical_form(block.puzzles[i]), block.lines[i]));
    }
    for (std::size_t i = 0; i < block.expectations.size(); ++i) {
      item.unexpected.push_back(find_unexpected(block.expectations[i],
                                                item.examined.examinations[i].answer,
                                                item.examined.solutions[i], kSeveral));
    }
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
      count_solutions(item.examined.examinations[i], block.puzzles[i], block.lines[i]);
    }
    for (std::size_t i = 0; i < block.expectations.size(); ++i) {
      const Expectation& expectation = block.expectations[i];
      review_.add(block.puzzles[i], expectation, item.examined.examinations[i].answer);
      if (!item.unexpected[i].empty()) {
        report_.unexpected.add({{block.lines[i], 0}, "solutions: " + item.unexpected[i]},
                               plan_.max_listed);
      } else if (expectation.count && *expectation.count > kSeveral) {
        ++report_.unchecked_counts;
      }
    }
  }

  void count_solutions(const Examination& examination, const Board& puzzle, std::uint64_t line) {
    if (examination.has_no_solution()) {
      report_.no_solution.add({line, describe_clashing_clues(puzzle)}, plan_.max_listed);
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
    const std::vector<Duplicate> equal = duplicates_of(keys_);
    for (const Duplicate& line : equal) report_.duplicates.add(line, plan_.max_listed);
    if (!plan_.finds_isomorphs) return;
    // Equal puzzles are isomorphic, too, but reported already.
    std::vector<Duplicate> isomorphic;
    std::ranges::set_difference(duplicates_of(canonical_keys_), equal,
                                std::back_inserter(isomorphic), {}, &Duplicate::line,
                                &Duplicate::line);
    report_.isomorphs.emplace();
    for (const Duplicate& line : isomorphic) report_.isomorphs->add(line, plan_.max_listed);
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

PuzzleExaminer::PuzzleExaminer(const SolveLimits& limits, const Shape& shape,
                               std::uint64_t max_solutions)
    : limits_(limits), solver_(uniqueness_engine(shape).make({})) {
  limits_.max_solutions = max_solutions;
}

ExaminedPuzzles PuzzleExaminer::solve(const Boards& puzzles) {
  ExaminedPuzzles examined{{}, BoardList(puzzles.shape)};
  examined.solutions.resize(puzzles.size());
  for (const auto& answer : solve_block(*solver_, puzzles, limits_, examined.solutions.cells())) {
    examined.examinations.push_back({answer});
  }
  return examined;
}

ExaminedPuzzles PuzzleExaminer::examine(const Boards& puzzles) {
  ExaminedPuzzles examined = solve(puzzles);
  const bool have_difficulty = puzzles.shape == k9x9 && !puzzles.have_candidates();
  for (std::size_t i = 0; have_difficulty && i < puzzles.size(); ++i) {
    Examination& examination = examined.examinations[i];
    if (examination.has_one_solution()) examination.difficulty = rater_.rate(as_grid(puzzles[i]));
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
