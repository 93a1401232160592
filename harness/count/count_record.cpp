#include "harness/count/count_record.h"

#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/results/columns.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

constexpr Column<CountTask> kTaskColumns[] = {
    column<&CountTask::engine>("engine"),
    column<&CountTask::file_bytes>("file_bytes"),
    digest_column<&CountTask::file_digest>("file_digest"),
    column<&CountTask::format>("format"),
    column<&CountTask::column>("column"),
    column<&CountTask::expect_column>("expect_column"),
    column<&CountTask::skip_invalid>("skip_invalid"),
    column<&CountTask::max_solutions>("max_solutions"),
    column<&CountTask::timeout_ns>("timeout_ns"),
    column<&CountTask::per_puzzle>("per_puzzle"),
    column<&CountTask::shard_count>("shards"),
};

constexpr Column<CountRecord> kRangeColumns[] = {
    column<&CountRecord::dataset>("dataset"),       column<&CountRecord::shard>("shard"),
    column<&CountRecord::begin_byte>("begin_byte"), column<&CountRecord::end_byte>("end_byte"),
    column<&CountRecord::is_whole>("whole"),
};

constexpr Column<CountTotals> kTotalsColumns[] = {
    column<&CountTotals::lines>("lines"),
    column<&CountTotals::rejected>("rejected"),
    column<&CountTotals::puzzles>("puzzles"),
    digest_column<&CountTotals::dataset_digest>("dataset_digest"),
    column<&CountTotals::capped>("capped"),
    column<&CountTotals::timeouts>("timeouts"),
    column<&CountTotals::solutions>("solutions"),
    digest_column<&CountTotals::answer_digest>("answer_digest"),
    column<&CountTotals::puzzles_csv_bytes>("puzzles_csv_bytes"),
    digest_column<&CountTotals::puzzles_csv_digest>("puzzles_csv_digest"),
    column<&CountTotals::mismatches>("mismatches"),
    column<&CountTotals::check_mismatches>("check_mismatches"),
};

constexpr std::string_view kRowDigest = "row_digest";
constexpr std::string_view kCheck = "check";

constexpr Column<CountCost> kCostColumns[] = {
    column<&CountCost::threads>("threads"),
    column<&CountCost::wall_ns>("wall_ns"),
    column<&CountCost::cpu_ns>("cpu_ns"),
};

class RecordReader {
 public:
  explicit RecordReader(const CsvTable& table)
      : task_(table, kTaskColumns),
        range_(table, kRangeColumns),
        totals_(table, kTotalsColumns),
        cost_(table, kCostColumns) {
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      bins_[bin] = table.column(CountHistogram::column_name(bin));
    }
  }

  CountRecord read(const CsvTable& table) const {
    CountRecord record;
    task_.read(table, record.task);
    range_.read(table, record);
    totals_.read(table, record.totals);
    cost_.read(table, record.cost);
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      record.totals.histogram[bin] = table.number(bins_[bin]);
    }
    return record;
  }

 private:
  PartReader<CountTask, std::size(kTaskColumns)> task_;
  PartReader<CountRecord, std::size(kRangeColumns)> range_;
  PartReader<CountTotals, std::size(kTotalsColumns)> totals_;
  PartReader<CountCost, std::size(kCostColumns)> cost_;
  std::array<std::size_t, CountHistogram::kBins> bins_{};
};

template <typename Part, std::size_t size>
void append(std::string& line, const Column<Part> (&columns)[size], const Part& part) {
  for (const auto& column : columns) line += column.write(part) + ',';
}

/// The fields that are the same on every machine.
std::string lasting_fields(const CountRecord& record) {
  std::string line;
  append(line, kTaskColumns, record.task);
  append(line, kRangeColumns, record);
  append(line, kTotalsColumns, record.totals);
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    line += fmt::format("{},", record.totals.histogram[bin]);
  }
  return line;
}

std::uint64_t digest_of(std::string_view fields) {
  return XXH3_64bits(fields.data(), fields.size());
}

/// All fields but the last.
std::string checked_fields(const CountRecord& record) {
  std::string line = lasting_fields(record);
  line += format_digest(digest_of(line)) + ',';
  append(line, kCostColumns, record.cost);
  return line;
}

/// Whether a count can come to these totals.
bool is_possible(const CountRecord& record) {
  const CountTotals& totals = record.totals;
  const SolutionCount cap = record.task.max_solutions;
  SolutionCount least = totals.capped * cap;
  SolutionCount most = least;
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    const auto [low, high] = CountHistogram::range(bin);
    const std::uint64_t puzzles = totals.histogram[bin];
    if (puzzles != 0 && cap != 0 && low >= cap) return false;
    least += puzzles * low;
    const bool is_huge = puzzles != 0 && high > (~SolutionCount{0} - most) / puzzles;
    most = is_huge ? ~SolutionCount{0} : most + puzzles * high;
  }
  return totals.puzzles == totals.histogram.total() + totals.capped + totals.timeouts &&
         totals.puzzles <= totals.lines && totals.rejected <= totals.lines &&
         (cap != 0 || totals.capped == 0) && totals.solutions >= least &&
         totals.solutions <= most && record.begin_byte <= record.end_byte &&
         record.shard < record.task.shard_count;
}

/// Whether a row of a checkpoint may follow the one before.
bool goes_on_from(const CountRecord& record, const CountRecord& before) {
  return difference(record.task, before.task).empty() && record.shard == before.shard &&
         record.begin_byte == before.begin_byte && record.end_byte >= before.end_byte &&
         record.totals.puzzles >= before.totals.puzzles &&
         record.totals.rejected >= before.totals.rejected && !before.is_whole;
}

/// Throws unless the row is as it was written, and can have been.
void prove(const CsvTable& table, const StoredRecord& row,
           const std::optional<StoredRecord>& before) {
  const auto refuse = [&row](const char* what) { throw InputError(row.file, {row.line, 0}, what); };
  if (table.digest(table.column(kRowDigest)) != digest_of(lasting_fields(row.record))) {
    refuse("the row is damaged: its row_digest is of another");
  }
  if (table.digest(table.column(kCheck)) != digest_of(checked_fields(row.record))) {
    refuse("the row is damaged: its check is of another");
  }
  if (!is_possible(row.record)) refuse("no count can have these totals");
  if (before && !goes_on_from(row.record, before->record)) {
    refuse("the row does not continue the one before");
  }
}

}  // namespace

CountTotals& CountTotals::operator+=(const CountTotals& other) {
  lines += other.lines;
  puzzles += other.puzzles;
  rejected += other.rejected;
  dataset_digest += other.dataset_digest;
  histogram += other.histogram;
  capped += other.capped;
  timeouts += other.timeouts;
  solutions += other.solutions;
  answer_digest += other.answer_digest;
  puzzles_csv_bytes += other.puzzles_csv_bytes;
  puzzles_csv_digest += other.puzzles_csv_digest;
  mismatches += other.mismatches;
  check_mismatches += other.check_mismatches;
  return *this;
}

std::string counts_header() {
  std::string line;
  const auto append_names = [&line](const auto& columns) {
    for (const auto& column : columns) line += fmt::format("{},", column.name);
  };
  append_names(kTaskColumns);
  append_names(kRangeColumns);
  append_names(kTotalsColumns);
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    line += CountHistogram::column_name(bin) + ',';
  }
  line += fmt::format("{},", kRowDigest);
  append_names(kCostColumns);
  return fmt::format("{}{}\n", line, kCheck);
}

std::string to_csv(const CountRecord& record) {
  const std::string fields = checked_fields(record);
  return fields + format_digest(digest_of(fields)) + '\n';
}

Task task_of(const CountRecord& record) {
  const CountTask& task = record.task;
  return {
      {"engine", task.engine},
      {"format", task.format},
      {"column", task.column},
      {"skip_invalid", task.skip_invalid},
      {"max_solutions", task.max_solutions},
      {"timeout_ns", task.timeout_ns},
      {"per_puzzle", task.per_puzzle},
      {"shards", task.shard_count},
      {"threads", std::uint64_t{record.cost.threads}},
  };
}

std::optional<StoredRecord> find_last_record(const std::string& path, TornEnd torn_end) {
  CsvTable table(path, torn_end);
  if (!table.find_column(kCheck)) {
    throw InputError(path, "has no column check, so an earlier version wrote it: count again");
  }
  const RecordReader reader(table);
  std::optional<StoredRecord> last;
  while (table.next()) {
    StoredRecord row{reader.read(table), path, table.line()};
    prove(table, row, last);
    last = std::move(row);
  }
  return last;
}

StoredRecord read_last_record(const std::string& path) {
  auto record = find_last_record(path, TornEnd::refused);
  if (!record) throw InputError(path, "has no rows");
  return *std::move(record);
}

std::string difference(const CountTask& task, const CountTask& expected) {
  for (const auto& column : kTaskColumns) {
    const std::string value = column.write(task);
    const std::string other = column.write(expected);
    if (value != other) return fmt::format("{} is '{}', not '{}'", column.name, value, other);
  }
  return {};
}

}  // namespace sudoku
