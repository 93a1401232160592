#include "harness/results/comparison.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "harness/dataset/digest.h"
#include "harness/errors.h"

namespace sudoku {
namespace {

/// Finds the row of the other run to compare a row with.
const SavedRow* find_partner(const SavedRow& row, const SavedRun& other) {
  const auto found = std::find_if(other.rows.begin(), other.rows.end(), [&](const SavedRow& own) {
    return own.engine == row.engine && own.dataset_digest == row.dataset_digest;
  });
  return found == other.rows.end() ? nullptr : &*found;
}

/// Refuses rows whose times say nothing about each other.
void refuse_unlike(const SavedRow& old_row, const SavedRow& new_row, const SavedRun& new_run) {
  const auto refuse = [&](std::string_view what, std::uint64_t old_value, std::uint64_t new_value) {
    if (old_value == new_value) return;
    throw InputError(new_run.path,
                     fmt::format("cannot be compared: {} on {} ran with {} {}, in the old run "
                                 "with {}",
                                 new_row.engine, new_row.dataset, what, new_value, old_value));
  };
  refuse("--max-solutions", old_row.max_solutions, new_row.max_solutions);
  refuse("--threads", old_row.threads, new_row.threads);
  refuse("--seed", old_row.seed, new_row.seed);
}

/// The same name for other puzzles is a trap: it is refused rather than passed over.
void refuse_other_puzzles(const SavedRun& old_run, const SavedRun& new_run) {
  for (const SavedRow& row : new_run.rows) {
    for (const SavedRow& old_row : old_run.rows) {
      if (old_row.dataset != row.dataset || old_row.dataset_digest == row.dataset_digest) continue;
      throw InputError(new_run.path,
                       fmt::format("cannot be compared: {} held other puzzles in the old run "
                                   "(digest {}, now {})",
                                   row.dataset, format_digest(old_row.dataset_digest),
                                   format_digest(row.dataset_digest)));
    }
  }
}

/// Of the repetitions, the one before which the processor was at its best.
const SavedRow::Sample& best_of(const std::vector<SavedRow::Sample>& samples) {
  return *std::min_element(samples.begin(), samples.end(), [](const auto& a, const auto& b) {
    return a.reference_ns < b.reference_ns;
  });
}

/// Whether as much of the processor was to be had, as far as that is known.
bool is_alike(const SavedRow::Sample& a, const SavedRow::Sample& b) {
  constexpr double kMostUnlike = 1.1;
  if (a.reference_ns <= 0 || b.reference_ns <= 0) return true;
  const double ratio = a.reference_ns / b.reference_ns;
  return ratio < kMostUnlike && ratio > 1 / kMostUnlike;
}

/// log(old time / new time) of each block that both completed on a processor that was alike.
std::vector<double> log_ratios(const SavedRow& old_row, const SavedRow& new_row) {
  std::vector<double> ratios;
  for (const auto& [block, samples] : new_row.blocks) {
    const auto old_samples = old_row.blocks.find(block);
    if (old_samples == old_row.blocks.end()) continue;
    const SavedRow::Sample& old_sample = best_of(old_samples->second);
    const SavedRow::Sample& new_sample = best_of(samples);
    const auto ratio = ratio_of(old_sample.time, new_sample.time);
    if (ratio && is_alike(old_sample, new_sample)) ratios.push_back(std::log(*ratio));
  }
  return ratios;
}

std::uint64_t count_common_blocks(const SavedRow& old_row, const SavedRow& new_row) {
  std::uint64_t count = 0;
  for (const auto& entry : new_row.blocks) count += old_row.blocks.count(entry.first);
  return count;
}

Change change_of(const std::optional<MedianEstimate>& times, double noise_threshold) {
  if (!times || !times->interval) return Change::unknown;
  if (times->interval->high < 1 && times->median < 1 - noise_threshold) return Change::slower;
  if (times->interval->low > 1 && times->median > 1 + noise_threshold) return Change::faster;
  return Change::same;
}

bool has_answered_all(const SavedRow& row) {
  return row.verdict != "partial" && row.verdict != "unavailable" &&
         row.verdict != "not_applicable";
}

ComparedRow compare_rows(const SavedRow& old_row, const SavedRow& new_row, double noise_threshold) {
  ComparedRow row;
  row.engine = new_row.engine;
  row.dataset = new_row.dataset;
  const auto ratios = log_ratios(old_row, new_row);
  row.blocks = ratios.size();
  row.unlike_blocks = count_common_blocks(old_row, new_row) - row.blocks;
  row.times = estimate_median(ratios);
  if (row.times) {
    row.times->median = std::exp(row.times->median);
    if (auto& interval = row.times->interval) {
      *interval = {std::exp(interval->low), std::exp(interval->high)};
    }
  }
  row.change = change_of(row.times, noise_threshold);
  const bool is_interfered = old_row.verdict == "interfered" || new_row.verdict == "interfered";
  const bool has_changed = row.change == Change::faster || row.change == Change::slower;
  if (has_changed && is_interfered) row.change = Change::unsure;
  row.has_other_answers = has_answered_all(old_row) && has_answered_all(new_row) &&
                          old_row.answer_digest != new_row.answer_digest;
  if (old_row.verdict != "ok") row.doubts.push_back("old " + old_row.verdict);
  if (new_row.verdict != "ok") row.doubts.push_back("new " + new_row.verdict);
  return row;
}

void note_missing(const SavedRun& run, const SavedRun& other, std::vector<std::string>& notes) {
  for (const SavedRow& row : run.rows) {
    if (find_partner(row, other) != nullptr) continue;
    notes.push_back(fmt::format("{} on {} is in {} only", row.engine, row.dataset, run.path));
  }
}

}  // namespace

Comparison compare_runs(const SavedRun& old_run, const SavedRun& new_run, double noise_threshold) {
  refuse_other_puzzles(old_run, new_run);
  Comparison comparison;
  bool has_common_block = false;
  for (const SavedRow& new_row : new_run.rows) {
    const SavedRow* old_row = find_partner(new_row, old_run);
    if (old_row == nullptr) continue;
    refuse_unlike(*old_row, new_row, new_run);
    comparison.rows.push_back(compare_rows(*old_row, new_row, noise_threshold));
    has_common_block |= comparison.rows.back().blocks + comparison.rows.back().unlike_blocks > 0;
  }
  if (comparison.rows.empty()) {
    throw InputError(new_run.path,
                     "cannot be compared: no engine ran on the same puzzles as in " + old_run.path);
  }
  if (!has_common_block) {
    throw InputError(new_run.path,
                     "cannot be compared: no block of puzzles is the same; --block-size, "
                     "--shuffle, --isomorphs and --threads must be as in the old run");
  }
  if (old_run.cpu != new_run.cpu) {
    comparison.notes.push_back(
        fmt::format("the processors differ: {}, then {}", old_run.cpu, new_run.cpu));
  }
  note_missing(old_run, new_run, comparison.notes);
  note_missing(new_run, old_run, comparison.notes);
  return comparison;
}

}  // namespace sudoku
