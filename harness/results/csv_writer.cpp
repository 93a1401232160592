#include "harness/results/csv_writer.h"

#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "harness/base/text_digest.h"
#include "harness/results/csv_field.h"

namespace sudoku {
namespace {

template <typename Number>
std::string number(Number value) {
  return fmt::format("{}", value);
}

template <typename Number>
std::string number(const std::optional<Number>& value) {
  return value ? number(*value) : std::string();
}

std::string low(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? number(estimate->interval->low) : std::string();
}

std::string high(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? number(estimate->interval->high) : std::string();
}

std::string median(const std::optional<MedianEstimate>& estimate) {
  return estimate ? number(estimate->median) : std::string();
}

template <typename Record>
struct Column {
  std::string_view name;
  std::string (*value)(const Record&);
};

constexpr Column<RowKey> kKeyColumns[] = {
    {"engine", [](const RowKey& key) { return csv_field(key.engine); }},
    {"dataset", [](const RowKey& key) { return csv_field(key.dataset); }},
    {"dataset_digest", [](const RowKey& key) { return format_digest(key.dataset_digest); }},
    {"max_solutions", [](const RowKey& key) { return number(key.max_solutions); }},
    {"threads", [](const RowKey& key) { return number(key.threads); }},
    {"seed", [](const RowKey& key) { return number(key.seed); }},
};

constexpr Column<Totals> kTotalsColumns[] = {
    {"puzzles", [](const Totals& totals) { return number(totals.puzzles); }},
    {"solved", [](const Totals& totals) { return number(totals.solved); }},
    {"timeouts", [](const Totals& totals) { return number(totals.timeouts); }},
    {"failed", [](const Totals& totals) { return number(totals.failed); }},
    {"skipped", [](const Totals& totals) { return number(totals.skipped); }},
    {"errors", [](const Totals& totals) { return number(totals.wrong + totals.disagreements); }},
    {"solutions", [](const Totals& totals) { return format_count(totals.solutions); }},
    {"guesses",
     [](const Totals& totals) {
       return totals.has_guesses ? number(totals.guesses) : std::string();
     }},
    {"wall_ns", [](const Totals& totals) { return number(totals.wall_ns); }},
    {"cpu_ns", [](const Totals& totals) { return number(totals.cpu_ns); }},
    {"blocks", [](const Totals& totals) { return number(totals.blocks); }},
    {"repeated_blocks", [](const Totals& totals) { return number(totals.repeated); }},
    {"interfered_blocks", [](const Totals& totals) { return number(totals.interfered); }},
    {"involuntary_switches", [](const Totals& totals) { return number(totals.switches); }},
};

/// How fast answers are that are wrong means nothing.
template <typename Record>
std::string rate_of(const Record& row, const Totals& totals) {
  return row.verdict == Verdict::wrong ? std::string()
                                       : number(puzzles_per_second(totals, row.key.threads));
}

std::string quantile_of(const SummaryRecord& row, double fraction) {
  return row.verdict == Verdict::wrong ? std::string()
                                       : number(row.tally.latencies.quantile(fraction));
}

constexpr Column<RunRecord> kRunColumns[] = {
    {"repetition", [](const RunRecord& run) { return number(run.repetition); }},
};

constexpr Column<RunRecord> kRunEndColumns[] = {
    {"puzzles_per_second", [](const RunRecord& run) { return rate_of(run, run.totals); }},
    {"answer_digest", [](const RunRecord& run) { return format_digest(run.totals.answer_digest); }},
    {"verdict", [](const RunRecord& run) { return csv_field(to_string(run.verdict)); }},
};

constexpr Column<SummaryRecord> kSummaryColumns[] = {
    {"repetitions", [](const SummaryRecord& row) { return number(row.repetitions); }},
};

constexpr Column<SummaryRecord> kSummaryEndColumns[] = {
    {"puzzles_per_second", [](const SummaryRecord& row) { return rate_of(row, row.tally.totals); }},
    {"median_ns", [](const SummaryRecord& row) { return median(row.block_ns); }},
    {"median_low_ns", [](const SummaryRecord& row) { return low(row.block_ns); }},
    {"median_high_ns", [](const SummaryRecord& row) { return high(row.block_ns); }},
    {"p50_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.5); }},
    {"p90_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.9); }},
    {"p99_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.99); }},
    {"p999_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.999); }},
    {"max_ns",
     [](const SummaryRecord& row) {
       return row.verdict == Verdict::wrong ? std::string() : number(row.tally.latencies.max());
     }},
    {"baseline", [](const SummaryRecord& row) { return csv_field(row.baseline); }},
    {"ratio", [](const SummaryRecord& row) { return median(row.ratio.times); }},
    {"ratio_low", [](const SummaryRecord& row) { return low(row.ratio.times); }},
    {"ratio_high", [](const SummaryRecord& row) { return high(row.ratio.times); }},
    {"ratio_blocks", [](const SummaryRecord& row) { return number(row.ratio.blocks); }},
    {"ratio_bound",
     [](const SummaryRecord& row) { return std::string(to_string(row.ratio.bound)); }},
    {"par2_s", [](const SummaryRecord& row) { return number(row.par2_s); }},
    {"vbs_par2_s", [](const SummaryRecord& row) { return number(row.vbs_par2_s); }},
    {"vbs_share", [](const SummaryRecord& row) { return number(row.vbs_share); }},
    {"answer_digest",
     [](const SummaryRecord& row) { return format_digest(row.tally.totals.answer_digest); }},
    {"verdict", [](const SummaryRecord& row) { return csv_field(to_string(row.verdict)); }},
};

constexpr Column<BlockRecord> kBlockColumns[] = {
    {"engine", [](const BlockRecord& row) { return csv_field(row.engine); }},
    {"dataset", [](const BlockRecord& row) { return csv_field(row.dataset); }},
    {"repetition", [](const BlockRecord& row) { return number(row.repetition); }},
    {"first_puzzle", [](const BlockRecord& row) { return number(row.first_puzzle); }},
    {"puzzles", [](const BlockRecord& row) { return number(row.totals.puzzles); }},
    {"solved", [](const BlockRecord& row) { return number(row.totals.solved); }},
    {"puzzles_digest", [](const BlockRecord& row) { return format_digest(row.puzzles_digest); }},
    {"skipped", [](const BlockRecord& row) { return number(row.totals.skipped); }},
    {"wall_ns", [](const BlockRecord& row) { return number(row.totals.wall_ns); }},
    {"cpu_ns", [](const BlockRecord& row) { return number(row.totals.cpu_ns); }},
    {"involuntary_switches", [](const BlockRecord& row) { return number(row.totals.switches); }},
    {"repeats", [](const BlockRecord& row) { return number(row.repeats); }},
    {"interfered", [](const BlockRecord& row) { return number(row.totals.interfered); }},
    {"reference_ns", [](const BlockRecord& row) { return number(row.reference_ns); }},
};

constexpr Column<PuzzleRecord> kPuzzleColumns[] = {
    {"dataset", [](const PuzzleRecord& row) { return csv_field(row.dataset); }},
    {"line", [](const PuzzleRecord& row) { return number(row.line); }},
    {"puzzle", [](const PuzzleRecord& row) { return format_line(row.puzzle); }},
    {"isomorph", [](const PuzzleRecord& row) { return number(row.isomorph); }},
    {"engine", [](const PuzzleRecord& row) { return csv_field(row.engine); }},
    {"repetition", [](const PuzzleRecord& row) { return number(row.repetition); }},
    {"runstatus", [](const PuzzleRecord& row) { return csv_field(row.runstatus); }},
    {"solutions", [](const PuzzleRecord& row) { return format_count(row.solutions); }},
    {"guesses", [](const PuzzleRecord& row) { return number(row.guesses); }},
    {"wall_ns", [](const PuzzleRecord& row) { return number(row.wall_ns); }},
};

/// A line that grows field by field.
class Line {
 public:
  template <typename Record, std::size_t size>
  Line& names(const Column<Record> (&columns)[size]) {
    for (const auto& column : columns) add(column.name);
    return *this;
  }
  template <typename Record, std::size_t size>
  Line& values(const Column<Record> (&columns)[size], const Record& record) {
    for (const auto& column : columns) add(column.value(record));
    return *this;
  }
  std::string end() { return line_ + '\n'; }

 private:
  void add(std::string_view field) {
    if (!is_first_) line_ += ',';
    is_first_ = false;
    line_ += field;
  }
  std::string line_;
  bool is_first_ = true;
};

}  // namespace

std::string runs_header() {
  return Line()
      .names(kKeyColumns)
      .names(kRunColumns)
      .names(kTotalsColumns)
      .names(kRunEndColumns)
      .end();
}

std::string puzzles_header() {
  return Line().names(kPuzzleColumns).end();
}

std::string blocks_header() {
  return Line().names(kBlockColumns).end();
}

std::string summary_header() {
  return Line()
      .names(kKeyColumns)
      .names(kSummaryColumns)
      .names(kTotalsColumns)
      .names(kSummaryEndColumns)
      .end();
}

std::string to_csv(const RunRecord& record) {
  return Line()
      .values(kKeyColumns, record.key)
      .values(kRunColumns, record)
      .values(kTotalsColumns, record.totals)
      .values(kRunEndColumns, record)
      .end();
}

std::string to_csv(const BlockRecord& record) {
  return Line().values(kBlockColumns, record).end();
}

std::string to_csv(const PuzzleRecord& record) {
  return Line().values(kPuzzleColumns, record).end();
}

std::string to_csv(const SummaryRecord& record) {
  return Line()
      .values(kKeyColumns, record.key)
      .values(kSummaryColumns, record)
      .values(kTotalsColumns, record.tally.totals)
      .values(kSummaryEndColumns, record)
      .end();
}

}  // namespace sudoku
