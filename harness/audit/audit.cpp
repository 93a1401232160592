#include "harness/audit/audit.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "harness/audit/puzzle_examiner.h"
#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns a number of puzzles that fills an engine that solves many at once. Large boards may take
/// seconds each.
std::size_t block_size(const Shape& shape) { return shape == k9x9 ? 1024 : 16; }

struct ExaminedBlock {
  PuzzleBlock block;
  ExaminedPuzzles examined;
  std::vector<DuplicateIndex::Entry> entries;            // of the puzzles
  std::vector<DuplicateIndex::Entry> canonical_entries;  // of the canonical forms
  std::vector<Fault> faults;                             // violated expectations of the dataset
};

Findings<Duplicate> findings_of(const std::vector<Duplicate>& duplicates, std::size_t max_listed) {
  const auto size = std::min(duplicates.size(), max_listed);
  return {duplicates.size(),
          {duplicates.begin(), duplicates.begin() + static_cast<std::ptrdiff_t>(size)}};
}

class Audit {
 public:
  explicit Audit(const AuditPlan& plan)
      : plan_(plan),
        reader_(plan.path, read_options()),
        shape_(reader_.shape()),
        workers_(plan.threads, [this] { return PuzzleExaminer(plan_.limits, shape_); }) {}

  AuditReport run() {
    if (plan_.finds_isomorphs && shape_ != k9x9) {
      throw UsageError(fmt::format("--isomorphs supports 9x9 only, but {} has boards of {}",
                                   plan_.path, size_of(shape_)));
    }
    report_.shape = shape_;
    report_.clues.resize(shape_.cells() + 1);
    workers_.run<ExaminedBlock>(
        [this](ExaminedBlock& item) { return read(item.block); },
        [this](ExaminedBlock& item, PuzzleExaminer& examiner) { examine(item, examiner); },
        [this](const ExaminedBlock& item) { count(item); });
    find_duplicates();
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
      item.entries.push_back(DuplicateIndex::entry_of(block.puzzles[i], block.lines[i]));
      if (!plan_.finds_isomorphs) continue;
      item.canonical_entries.push_back(
          DuplicateIndex::entry_of(canonical_form(as_grid(block.puzzles[i])), block.lines[i]));
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
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      ++report_.puzzles;
      report_.digest += puzzle_hash(block.puzzles[i]);
      ++report_.clues[static_cast<std::size_t>(clue_count(block.puzzles[i]))];
      puzzles_.add(item.entries[i]);
      if (plan_.finds_isomorphs) canonical_forms_.add(item.canonical_entries[i]);
      count_solutions(item.examined.examinations[i], block.lines[i]);
    }
    for (const Expectation& expectation : block.expectations) {
      if (expectation.count && *expectation.count > kSeveral) ++report_.unchecked_counts;
    }
    for (const Fault& fault : item.faults) {
      report_.unexpected.add({{block.lines[fault.puzzle], 0}, fault.what}, plan_.max_listed);
    }
  }

  void count_solutions(const Examination& examination, std::uint64_t line) {
    if (examination.has_no_solution()) {
      report_.no_solution.add(line, plan_.max_listed);
    } else if (examination.has_several_solutions()) {
      report_.several_solutions.add(line, plan_.max_listed);
    } else if (examination.has_one_solution()) {
      ++report_.one_solution;
      count_minimality(examination.minimality, line);
      ++report_.difficulties[static_cast<std::size_t>(examination.difficulty)];
    } else {
      report_.undecided.add(line, plan_.max_listed);
    }
  }

  void count_minimality(Minimality minimality, std::uint64_t line) {
    if (minimality == Minimality::minimal) ++report_.minimal;
    if (minimality == Minimality::redundant) report_.redundant.add(line, plan_.max_listed);
    if (minimality == Minimality::undecided) ++report_.minimality_undecided;
  }

  void find_duplicates() {
    const std::vector<Duplicate> equal = puzzles_.find();
    report_.duplicates = findings_of(equal, plan_.max_listed);
    if (!plan_.finds_isomorphs) return;
    // Equal puzzles are isomorphic, too, but reported already.
    const std::vector<Duplicate> isomorphic = canonical_forms_.find();
    std::vector<Duplicate> only_isomorphic;
    std::set_difference(isomorphic.begin(), isomorphic.end(), equal.begin(), equal.end(),
                        std::back_inserter(only_isomorphic),
                        [](const Duplicate& a, const Duplicate& b) { return a.line < b.line; });
    report_.isomorphs = findings_of(only_isomorphic, plan_.max_listed);
  }

  const AuditPlan& plan_;
  AuditReport report_;
  DuplicateIndex puzzles_;
  DuplicateIndex canonical_forms_;
  DatasetReader reader_;
  const Shape shape_;
  Workers<PuzzleExaminer> workers_;
};

}  // namespace

AuditReport audit(const AuditPlan& plan) { return Audit(plan).run(); }

}  // namespace sudoku
