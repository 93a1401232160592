#include "harness/results/run_history.h"

#include <algorithm>

namespace sudoku {
namespace {

/// A row in one of the runs.
struct RowOfRun {
  const SavedRow* row;
  std::size_t run;
};

double rate_of(const SavedRow& row) { return puzzles_per_second(row.totals, row.key.threads); }

/// Returns the history of one engine on one dataset from its rows, the oldest first.
History history_of(std::span<const RowOfRun> rows, double noise_threshold) {
  const SavedRow& first = *rows.front().row;
  History history{first.key.engine, first.key.dataset, {}};
  history.points.push_back({rows.front().run, rate_of(first), rows.front().run, {}, false});
  std::size_t reference = 0;             // index in `rows` of the row to compare with
  std::optional<std::size_t> candidate;  // change point if the next conclusive run confirms it
  const auto change_of = [&](std::size_t i) { return history.points[i].compared->change; };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const SavedRow& row = *rows[i].row;
    HistoryPoint& point = history.points.emplace_back();
    point.run = rows[i].run;
    point.rate = rate_of(row);
    const auto compare = [&] {
      point.reference = rows[reference].run;
      point.compared = compare_rows(*rows[reference].row, row, noise_threshold);
    };
    compare();
    if (candidate && change_of(i) == change_of(*candidate)) {
      history.points[*candidate].is_change_point = true;
      reference = *candidate;
      candidate.reset();
      compare();
    }
    const Change change = change_of(i);
    if (change == Change::faster || change == Change::slower) candidate = i;
    if (change == Change::same) candidate.reset();
  }
  return history;
}

bool has_speed(const SavedRow& row) {
  return has_run(row.verdict) && row.verdict != Verdict::wrong;
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
      std::vector<RowOfRun> rows = {{&row, first}};
      for (std::size_t run = first + 1; run < runs.size(); ++run) {
        const SavedRow* next = find_partner(row, runs[run]);
        if (next != nullptr && has_run(next->verdict)) rows.push_back({next, run});
      }
      histories.push_back(history_of(rows, noise_threshold));
    }
  }
  return histories;
}

}  // namespace sudoku
