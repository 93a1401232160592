#pragma once

#include <fmt/format.h>

#include "harness/tables/summary_remarks.h"
#include "harness/tables/summary_table.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

// Rows of a summary, and the texts for them.

namespace sudoku {

/// Returns the row of an engine that solved `solved` of a hundred puzzles.
inline SummaryRow row_of(const std::string& engine, std::uint64_t per_second,
                         std::uint64_t solved = 100) {
  SummaryRow row;
  row.key = {engine, "hard.txt", 1, 2, 1, 1};
  row.repetitions = 1;
  row.pass_puzzles = 100;
  row.baseline = "slow";
  Totals& totals = row.totals;
  totals.puzzles = 100;
  totals.solved = solved;
  totals.solutions = solved;
  totals.timeouts = 100 - solved;
  totals.guesses = 250;
  totals.wall_ns = static_cast<std::int64_t>(100'000'000'000 / per_second);
  totals.time_ns = totals.wall_ns;
  totals.answer_digest = 0xAB;
  totals.peak_bytes = 1024;
  row.speedup.ratio = Estimate{2, Interval{1.5, 2.5}};
  row.latencies = {.p50 = 50, .p99 = 100};
  row.is_timed_by_puzzle = true;
  return row;
}

inline SummaryRow unavailable_row(const std::string& engine) {
  SummaryRow row;
  row.key.engine = engine;
  row.verdict = Verdict::unavailable;
  return row;
}

inline std::vector<std::string> lines_of(const std::vector<SummaryRow>& rows) {
  return split(format_table(rows, {}), '\n');
}

/// Returns all remarks, also those of --verbose.
inline std::string everything(const std::vector<SummaryRow>& rows) {
  return format_table(rows, {}) + describe_details(rows);
}

/// Returns the first line with the words, also of --verbose; empty if there is none.
inline std::string line_with(const std::vector<SummaryRow>& rows, std::string_view words) {
  for (const std::string& line : split(everything(rows), '\n')) {
    if (line.find(words) != std::string::npos) return line;
  }
  return {};
}

/// Returns the sentence that compares two engines, if the first has this speedup over the second.
inline std::string comparison(SummaryRow row, const SummaryRow& baseline, const Speedup& speedup,
                              std::string_view words = " as fast as ") {
  row.speedup = speedup;
  return line_with({row, baseline}, words);
}

/// Returns the sentence on agreement.
inline std::string agreement(const std::vector<SummaryRow>& rows) { return lines_of(rows).back(); }

inline bool is_unsaid(const std::vector<SummaryRow>& rows, std::string_view words) {
  return everything(rows).find(words) == std::string::npos;
}

inline SummaryRow cut_row_of(const std::string& engine, std::uint64_t per_second,
                             std::uint64_t solved) {
  SummaryRow row = row_of(engine, per_second, solved);
  row.verdict = Verdict::partial;
  row.latencies.p99.reset();
  return row;
}

inline SummaryRow faulty_row_of(const std::string& engine, Verdict verdict, std::uint64_t faults) {
  SummaryRow row = row_of(engine, 1'000'000);
  row.verdict = verdict;
  (verdict == Verdict::wrong ? row.totals.wrong : row.totals.disagreements) = faults;
  row.speedup = {};
  return row;
}

}  // namespace sudoku
