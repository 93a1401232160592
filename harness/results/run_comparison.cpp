#include "harness/results/run_comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/dataset/project_datasets.h"

namespace sudoku {
namespace {

[[noreturn]] void refuse(const SavedRun& new_run, const std::string& reason) {
  throw InputError(new_run.path, "cannot be compared: " + reason);
}

void refuse_other_part(const SavedRun& old_run, const SavedRun& new_run) {
  if (old_run.part == new_run.part) return;
  const auto name_of = [](const SavedRun& run) { return run.part.empty() ? "all" : run.part; };
  refuse(new_run, fmt::format("this run measured {} of the datasets, the old run {}",
                              name_of(new_run), name_of(old_run)));
}

/// Throws if a run has only some of the puzzles of a dataset.
void refuse_early_end(const SavedRun& run, const std::string& dataset) {
  if (run.is_whole) return;
  refuse(run,
         fmt::format("the run ended early (interrupted or invalid input), before the end of {}",
                     dataset));
}

/// Throws if a dataset has the same name and other puzzles, which is probably a mistake.
void refuse_other_puzzles(const SavedRun& old_run, const SavedRun& new_run) {
  for (const SavedRow& row : new_run.rows) {
    for (const SavedRow& old_row : old_run.rows) {
      const std::uint64_t old_digest = old_row.key.dataset_digest;
      const std::uint64_t digest = row.key.dataset_digest;
      if (old_row.key.dataset != row.key.dataset || old_digest == digest) continue;
      refuse_early_end(old_run, row.key.dataset);
      refuse_early_end(new_run, row.key.dataset);
      refuse(new_run,
             fmt::format("{} had other puzzles in the old run (digest {}, now {})", row.key.dataset,
                         format_digest(old_digest), format_digest(digest)));
    }
  }
}

/// Returns the task without options that do not affect the measurement. Old tasks lack
/// --whole-blocks.
Task measured_task(Task task) {
  task.emplace("whole_blocks", false);
  for (const char* key : {"baseline", "per_puzzle", "counters", "early_stop"}) task.erase(key);
  return task;
}

void refuse_other_task(const SavedRun& old_run, const SavedRun& new_run) {
  if (!old_run.task || !new_run.task) return;
  const auto unlike = find_difference(measured_task(*old_run.task), measured_task(*new_run.task));
  if (!unlike) return;
  refuse(new_run, fmt::format("{} was {}, now {}", unlike->option, unlike->value, unlike->other));
}

/// Throws if the rows were measured with different options.
void refuse_other_options(const SavedRow& old_row, const RowKey& key, const SavedRun& new_run) {
  const auto check = [&](std::string_view option, std::uint64_t old_value, std::uint64_t value) {
    if (old_value == value) return;
    refuse(new_run, fmt::format("{} on {} ran with {} {}, but with {} in the old run", key.engine,
                                key.dataset, option, value, old_value));
  };
  check("--max-solutions", old_row.key.max_solutions, key.max_solutions);
  check("--threads", old_row.key.threads, key.threads);
  check("--seed", old_row.key.seed, key.seed);
}

/// Returns the repetition before which the CPU was fastest.
const SavedRow::Sample& best_of(const std::vector<SavedRow::Sample>& samples) {
  return *std::ranges::min_element(samples, {}, &SavedRow::Sample::reference_ns);
}

/// Returns whether the CPU was about as fast before both samples, or this is unknown.
bool is_alike(const SavedRow::Sample& a, const SavedRow::Sample& b) {
  constexpr double kMostUnlike = 1.1;
  if (a.reference_ns <= 0 || b.reference_ns <= 0) return true;
  const double ratio = a.reference_ns / b.reference_ns;
  return ratio < kMostUnlike && ratio > 1 / kMostUnlike;
}

/// Returns log(old time / new time) for each block that both runs solved on an equally fast CPU.
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

void add_remarks(std::string_view run, const SavedRow& row, std::vector<std::string>& remarks) {
  if (row.noise != Noise::none) remarks.push_back(fmt::format("{} {}", run, to_string(row.noise)));
  if (row.verdict == Verdict::ok) return;
  remarks.push_back(fmt::format("{} {}", run, to_string(row.verdict)));
  if (has_solved_all(row.totals)) return;
  remarks.back() += fmt::format(" ({} of {} solved)", row.totals.solved, row.totals.given());
}

/// Sets the speedup and the change of a row.
void compare_times(const SavedRow& old_row, const SavedRow& new_row, double noise_threshold,
                   ComparedRow& row) {
  const auto ratios = log_ratios(old_row, new_row);
  row.blocks = ratios.size();
  row.unlike_blocks = count_common_blocks(old_row, new_row) - row.blocks;
  row.unsolved_blocks = std::max(old_row.unsolved_blocks, new_row.unsolved_blocks);
  row.speedup = estimate_ratio(ratios);
  row.change = change_of({.ratio = row.speedup}, noise_threshold);
}

/// Returns whether another run lacks rows of `run`.
bool note_missing(const SavedRun& run, const SavedRun& other, std::vector<std::string>& notes) {
  const std::size_t others = notes.size();
  for (const SavedRow& row : run.rows) {
    if (find_partner(row, other) != nullptr) continue;
    notes.push_back(fmt::format("{} on {} is only in {}", row.key.engine,
                                describe_dataset_path(row.key.dataset), run.path));
  }
  return notes.size() > others;
}

}  // namespace

std::string note_on_task(const SavedRun& run) {
  if (run.task) return {};
  return run.path + " does not record its options: limits, blocks and files may differ";
}

const SavedRow* find_partner(const SavedRow& row, const SavedRun& other) {
  const SavedRow* partner = nullptr;
  for (const SavedRow& own : other.rows) {
    const bool is_same =
        own.key.engine == row.key.engine && own.key.dataset_digest == row.key.dataset_digest;
    if (!is_same) continue;
    if (partner == nullptr || own.key.dataset == row.key.dataset) partner = &own;
  }
  return partner;
}

void require_comparable(const SavedRun& old_run, const SavedRun& new_run) {
  refuse_other_part(old_run, new_run);
  refuse_other_puzzles(old_run, new_run);
  refuse_other_task(old_run, new_run);
  for (const SavedRow& row : new_run.rows) {
    const SavedRow* old_row = find_partner(row, old_run);
    if (old_row != nullptr) refuse_other_options(*old_row, row.key, new_run);
  }
}

ComparedRow compare_rows(const SavedRow& old_row, const SavedRow& new_row, double noise_threshold) {
  ComparedRow row;
  row.engine = new_row.key.engine;
  row.dataset = new_row.key.dataset;
  const bool have_run = has_run(old_row.verdict) && has_run(new_row.verdict);
  if (!have_run) {
    row.change = Change::absent;
  } else if (old_row.verdict == Verdict::wrong || new_row.verdict == Verdict::wrong) {
    row.change = Change::faulty;
  } else {
    compare_times(old_row, new_row, noise_threshold, row);
  }
  row.has_other_answers = have_run && has_solved_all(old_row.totals) &&
                          has_solved_all(new_row.totals) &&
                          old_row.totals.answer_digest != new_row.totals.answer_digest;
  row.is_worse = is_worse(old_row, new_row, noise_threshold);
  add_remarks("old", old_row, row.remarks);
  add_remarks("new", new_row, row.remarks);
  return row;
}

Comparison compare_runs(const SavedRun& old_run, const SavedRun& new_run, double noise_threshold) {
  require_comparable(old_run, new_run);
  Comparison comparison;
  bool has_blocks = false;
  bool has_common_block = false;
  for (const SavedRow& new_row : new_run.rows) {
    const SavedRow* old_row = find_partner(new_row, old_run);
    if (old_row == nullptr) continue;
    comparison.rows.push_back(compare_rows(*old_row, new_row, noise_threshold));
    has_blocks |= !old_row->blocks.empty() && !new_row.blocks.empty();
    has_common_block |= count_common_blocks(*old_row, new_row) > 0;
  }
  if (comparison.rows.empty()) {
    refuse(new_run, "no engine ran on the same puzzles as in " + old_run.path);
  }
  if (has_blocks && !has_common_block) {
    refuse(new_run,
           "the runs have no block in common; use --block-size, --shuffle, --isomorphs and "
           "--threads as in the old run");
  }
  if (!old_run.cpu.empty() && !new_run.cpu.empty() && old_run.cpu != new_run.cpu) {
    comparison.notes.push_back(
        fmt::format("the CPUs differ: {} in the old run, now {}", old_run.cpu, new_run.cpu));
  }
  for (const SavedRun* run : {&old_run, &new_run}) {
    if (!run->task) comparison.notes.push_back(note_on_task(*run));
    if (!run->is_whole) comparison.notes.push_back(run->path + " ended early");
  }
  comparison.lacks_rows = note_missing(old_run, new_run, comparison.notes);
  note_missing(new_run, old_run, comparison.notes);
  return comparison;
}

}  // namespace sudoku
