#include "harness/count/count_record.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/digest.h"
#include "harness/results/columns.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

constexpr std::string_view kDigest = "16 hex digits";

constexpr Column<CountTask> kTaskColumns[] = {
    column<&CountTask::engine>({"engine", "", "id, or `auto`; context.json names the engine used"}),
    column<&CountTask::file_bytes>(
        {"file_bytes", "bytes", "stored size of the dataset; 0 for standard input and pipes"}),
    digest_column<&CountTask::file_digest>(
        {"file_digest", kDigest,
         "XXH3 of the size and of up to 64 evenly spaced pieces of 4 KiB; 0 if `file_bytes` is 0"}),
    column<&CountTask::format>({"format", "", "`line`, `csv`, `grid`, `integers` or `solo`"}),
    column<&CountTask::shape>({"shape", "", "as in runs.csv"}),
    column<&CountTask::symbols>({"symbols", "", "`--symbols`"}),
    column<&CountTask::column>({"column", "", "`--column`"}),
    column<&CountTask::expect_column>({"expect_column", "", "`--expect-column`"}),
    column<&CountTask::skip_invalid>({"skip_invalid", "0 or 1", "`--skip-invalid`"}),
    column<&CountTask::max_solutions>(
        {"max_solutions", "solutions", "`--max-solutions`; 0: no limit"}),
    column<&CountTask::timeout_ns>({"timeout_ns", "ns", "time limit per puzzle; 0: no limit"}),
    column<&CountTask::per_puzzle>({"per_puzzle", "0 or 1", "`--per-puzzle`"}),
    column<&CountTask::shard_count>({"shards", "", "number of shards; 1 without `--shard`"}),
};

constexpr std::string_view kBytes = "range of the decompressed text that was counted";

constexpr Column<CountRecord> kRangeColumns[] = {
    column<&CountRecord::dataset>({"dataset", "", "path as typed"}),
    column<&CountRecord::shard>({"shard", "", "index from 0"}),
    column<&CountRecord::begin_byte>({"begin_byte", "bytes", kBytes}),
    column<&CountRecord::end_byte>({"end_byte", "bytes", kBytes}),
    column<&CountRecord::is_whole>({"whole", "0 or 1", "1: the range covers the whole shard"}),
};

constexpr Column<CountTotals> kTotalsColumns[] = {
    column<&CountTotals::lines>({"lines", "lines", "in this range"}),
    column<&CountTotals::rejected>({"rejected", "lines", "invalid and skipped"}),
    column<&CountTotals::puzzles>({"puzzles", "puzzles", "valid, counted or not"}),
    digest_column<&CountTotals::dataset_digest>(
        {"dataset_digest", kDigest, "of these puzzles, as in runs.csv"}),
    column<&CountTotals::capped>({"capped", "puzzles", "with `max_solutions` solutions or more"}),
    column<&CountTotals::timeouts>({"timeouts", "puzzles", "that exceeded the time limit"}),
    column<&CountTotals::solutions>(
        {"solutions", "solutions",
         "of all puzzles without a timeout; capped puzzles add `max_solutions`"}),
    digest_column<&CountTotals::answer_digest>(
        {"answer_digest", kDigest, "of these solutions, as in runs.csv"}),
    column<&CountTotals::puzzles_csv_bytes>(
        {"puzzles_csv_bytes", "bytes", "size of puzzles.csv without its header"}),
    digest_column<&CountTotals::puzzles_csv_digest>(
        {"puzzles_csv_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hashes of the rows of puzzles.csv with their line ends"}),
    column<&CountTotals::mismatches>(
        {"mismatches", "puzzles", "whose count contradicts the dataset"}),
    column<&CountTotals::check_mismatches>(
        {"check_mismatches", "puzzles", "whose count contradicts the engine of `--check`"}),
};

template <std::size_t bin>
Column<CountHistogram> bin_column() {
  static const std::string name = CountHistogram::column_name(bin);
  return {{name, "puzzles", "completely counted, by number of solutions; decades up to 128 bits"},
          [](std::string& line, const CountHistogram& bins) { write_value(line, bins[bin]); },
          [](CountHistogram& bins, const CsvTable& table, std::size_t column) {
            bins[bin] = table.number(column);
          }};
}

std::span<const Column<CountHistogram>> bin_columns() {
  static const auto columns = []<std::size_t... bin>(std::index_sequence<bin...>) {
    return std::array{bin_column<bin>()...};
  }
  (std::make_index_sequence<CountHistogram::kBins>());
  return columns;
}

constexpr ColumnText kRowDigest = {
    "row_digest", kDigest,
    "XXH3 of the fields before it; equal results have equal digests on every machine"};

constexpr Column<CountCost> kCostColumns[] = {
    column<&CountCost::threads>(
        {"threads", "", "number of threads; the maximum over merged shards"}),
    column<&CountCost::wall_ns>(
        {"wall_ns", "ns", "wall time inside the engine, summed over blocks"}),
    column<&CountCost::cpu_ns>(
        {"cpu_ns", "ns", "CPU time of the whole process, including reading"}),
};

constexpr ColumnText kCheck = {"check", kDigest,
                               "XXH3-64 of all fields before it, including commas"};

class RecordReader {
 public:
  explicit RecordReader(const CsvTable& table)
      : task_(table, kTaskColumns),
        range_(table, kRangeColumns),
        totals_(table, kTotalsColumns),
        bins_(table, bin_columns()),
        cost_(table, kCostColumns) {}

  CountRecord read(const CsvTable& table) const {
    CountRecord record;
    task_.read(table, record.task);
    range_.read(table, record);
    totals_.read(table, record.totals);
    bins_.read(table, record.totals.histogram);
    cost_.read(table, record.cost);
    return record;
  }

 private:
  PartReader<CountTask> task_;
  PartReader<CountRecord> range_;
  PartReader<CountTotals> totals_;
  PartReader<CountHistogram> bins_;
  PartReader<CountCost> cost_;
};

/// Returns the fields that do not depend on the machine, each with a comma.
std::string reproducible_fields(const CountRecord& record) {
  std::string line;
  append_fields(line, kTaskColumns, record.task);
  append_fields(line, kRangeColumns, record);
  append_fields(line, kTotalsColumns, record.totals);
  append_fields(line, bin_columns(), record.totals.histogram);
  return line;
}

std::uint64_t digest_of(std::string_view fields) {
  return XXH3_64bits(fields.data(), fields.size());
}

/// Returns all fields but the last, each with a comma.
std::string checked_fields(const CountRecord& record) {
  std::string line = reproducible_fields(record);
  line += format_digest(digest_of(line)) + ',';
  append_fields(line, kCostColumns, record.cost);
  return line;
}

/// Returns whether the totals are consistent.
bool is_possible(const CountRecord& record) {
  const CountTotals& totals = record.totals;
  const SolutionCount cap = record.task.max_solutions;
  SolutionCount least = totals.capped * cap;
  SolutionCount most = least;
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    const auto [low, high] = CountHistogram::range(bin);
    const std::uint64_t puzzles = totals.histogram[bin];
    if (puzzles != 0 && cap != 0 && low >= cap) return false;
    least = sum_of(least, product_of(puzzles, low));
    most = sum_of(most, product_of(puzzles, high));
  }
  return totals.puzzles == totals.histogram.total() + totals.capped + totals.timeouts &&
         totals.puzzles <= totals.lines && totals.rejected <= totals.lines &&
         (cap != 0 || totals.capped == 0) && totals.solutions >= least &&
         totals.solutions <= most && record.begin_byte <= record.end_byte &&
         record.shard < record.task.shard_count;
}

/// Returns whether a row of a checkpoint may follow the row before.
bool continues(const CountRecord& record, const CountRecord& before) {
  return difference(record.task, before.task).empty() && record.shard == before.shard &&
         record.begin_byte == before.begin_byte && record.end_byte >= before.end_byte &&
         record.totals.puzzles >= before.totals.puzzles &&
         record.totals.rejected >= before.totals.rejected && !before.is_whole;
}

/// Throws InputError if the row is damaged, impossible, or does not continue the row before.
void verify(const CsvTable& table, const StoredRecord& row,
            const std::optional<StoredRecord>& before) {
  const auto refuse = [&row](const char* what) { throw InputError(row.file, {row.line, 0}, what); };
  if (table.digest(table.column(kRowDigest.name)) != digest_of(reproducible_fields(row.record))) {
    refuse("the row is damaged: column row_digest does not match");
  }
  if (table.digest(table.column(kCheck.name)) != digest_of(checked_fields(row.record))) {
    refuse("the row is damaged: column check does not match");
  }
  if (!is_possible(row.record)) refuse("the totals of the row are inconsistent");
  if (before && !continues(row.record, before->record)) {
    refuse("the row does not continue the one before");
  }
}

}  // namespace

void CountTotals::add(const Board& puzzle, std::optional<SolutionCount> count, bool is_capped) {
  ++puzzles;
  dataset_digest += puzzle_hash(puzzle);
  if (!count) {
    ++timeouts;
    return;
  }
  solutions = sum_of(solutions, *count);
  answer_digest += answer_hash(puzzle, *count);
  if (is_capped) {
    ++capped;
  } else {
    histogram.add(*count);
  }
}

CountTotals& CountTotals::operator+=(const CountTotals& other) {
  lines += other.lines;
  puzzles += other.puzzles;
  rejected += other.rejected;
  dataset_digest += other.dataset_digest;
  histogram += other.histogram;
  capped += other.capped;
  timeouts += other.timeouts;
  solutions = sum_of(solutions, other.solutions);
  answer_digest += other.answer_digest;
  puzzles_csv_bytes += other.puzzles_csv_bytes;
  puzzles_csv_digest += other.puzzles_csv_digest;
  mismatches += other.mismatches;
  check_mismatches += other.check_mismatches;
  return *this;
}

std::vector<ColumnText> counts_columns() {
  return texts_of(kTaskColumns, kRangeColumns, kTotalsColumns, bin_columns(),
                  std::array{kRowDigest}, kCostColumns, std::array{kCheck});
}

std::string counts_header() { return header_of(counts_columns()); }

std::string to_csv(const CountRecord& record) {
  const std::string fields = checked_fields(record);
  return fields + format_digest(digest_of(fields)) + '\n';
}

Task task_of(const CountRecord& record) {
  const CountTask& task = record.task;
  return {
      {"engine", to_json_text(task.engine)},
      {"format", task.format},
      {"shape", to_string(task.shape)},
      {"symbols", task.symbols},
      {"column", to_json_text(task.column)},
      {"skip_invalid", task.skip_invalid},
      {"max_solutions", task.max_solutions},
      {"timeout_ns", task.timeout_ns},
      {"per_puzzle", task.per_puzzle},
      {"shards", task.shard_count},
      {"threads", std::uint64_t{record.cost.threads}},
  };
}

std::optional<StoredRecord> find_last_record(const std::string& path, TornEnd torn_end) {
  CsvTable table(path, CsvTable::kAllBytes, torn_end);
  if (!table.find_column(kCheck.name)) {
    throw InputError(path, "has no column check: it is not a counts.csv");
  }
  const RecordReader reader(table);
  std::optional<StoredRecord> last;
  while (table.next()) {
    StoredRecord row{reader.read(table), path, table.line()};
    verify(table, row, last);
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
    std::string value;
    column.write(value, task);
    std::string other;
    column.write(other, expected);
    if (value != other) return fmt::format("{} is '{}', not '{}'", column.name, value, other);
  }
  return {};
}

}  // namespace sudoku
