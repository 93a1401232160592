#include "harness/stats/history.h"

#include <algorithm>

namespace sudoku {
namespace {

/// Builds the history of one engine on one dataset, run by run.
class HistoryBuilder {
 public:
  HistoryBuilder(const SavedRow& first, std::size_t run, double noise_threshold)
      : reference_(&first), noise_threshold_(noise_threshold) {
    history_ = {first.key.engine, first.key.dataset, {{run, rate_of(first), run, {}, false}}};
  }

  void add(const SavedRow& row, std::size_t run) {
    history_.points.push_back({run, rate_of(row), reference_run(), compare(row), false});
    if (is_confirmed()) {
      begin_reference();
      HistoryPoint& point = history_.points.back();
      point.reference = reference_run();
      point.compared = compare(row);
    }
    note_candidate(row);
  }

  const History& history() const { return history_; }

 private:
  static double rate_of(const SavedRow& row) {
    return puzzles_per_second(row.totals, row.key.threads);
  }
  static bool is_change(Change change) {
    return change == Change::faster || change == Change::slower;
  }
  std::size_t reference_run() const { return history_.points[reference_point_].run; }
  ComparedRow compare(const SavedRow& row) const {
    return compare_rows(*reference_, row, noise_threshold_);
  }
  Change last_change() const { return history_.points.back().compared->change; }

  /// Whether the last run has the same change as the candidate.
  bool is_confirmed() const { return candidate_ != nullptr && last_change() == candidate_change_; }

  /// Makes the candidate a change point and the new reference.
  void begin_reference() {
    history_.points[candidate_point_].is_change_point = true;
    reference_ = candidate_;
    reference_point_ = candidate_point_;
    candidate_ = nullptr;
  }

  void note_candidate(const SavedRow& row) {
    if (is_change(last_change())) {
      candidate_ = &row;
      candidate_point_ = history_.points.size() - 1;
      candidate_change_ = last_change();
    } else if (last_change() == Change::same) {
      candidate_ = nullptr;
    }
  }

  History history_;
  const SavedRow* reference_;
  std::size_t reference_point_ = 0;
  const SavedRow* candidate_ = nullptr;  // change point if the next conclusive run confirms it
  std::size_t candidate_point_ = 0;
  Change candidate_change_ = Change::same;
  double noise_threshold_;
};

bool has_speed(const SavedRow& row) {
  return has_run(row.verdict) && row.verdict != Verdict::wrong && row.totals.failed == 0;
}

/// Returns whether an earlier run has the engine on these puzzles.
bool is_known(const SavedRow& row, std::span<const SavedRun> earlier) {
  return std::ranges::any_of(earlier, [&row](const SavedRun& run) {
    const SavedRow* partner = find_partner(row, run);
    return partner != nullptr && has_speed(*partner);
  });
}

}  // namespace

std::vector<History> histories_of(std::span<const SavedRun> runs, double noise_threshold) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const SavedRun& earlier : runs.first(i)) require_comparable(earlier, runs[i]);
  }
  std::vector<History> histories;
  for (std::size_t first = 0; first < runs.size(); ++first) {
    for (const SavedRow& row : runs[first].rows) {
      if (!has_speed(row) || is_known(row, runs.first(first))) continue;
      HistoryBuilder builder(row, first, noise_threshold);
      for (std::size_t run = first + 1; run < runs.size(); ++run) {
        const SavedRow* next = find_partner(row, runs[run]);
        if (next != nullptr && has_run(next->verdict)) builder.add(*next, run);
      }
      histories.push_back(builder.history());
    }
  }
  return histories;
}

}  // namespace sudoku
