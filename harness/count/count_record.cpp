#include "harness/count/count_record.h"

#include <array>
#include <optional>
#include <span>
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

constexpr std::string_view kDigest = "16 hex digits";

constexpr Column<CountTask> kTaskColumns[] = {
    column<&CountTask::engine>(
        {"engine", "", "id, or `auto`; context.json tells which engine that stood for"}),
    column<&CountTask::file_bytes>(
        {"file_bytes", "bytes", "of the dataset as it is stored; 0 for standard input and pipes"}),
    digest_column<&CountTask::file_digest>(
        {"file_digest", kDigest,
         "XXH3 of its size and of up to 64 pieces of 4 KiB, evenly spaced; 0 where `file_bytes` "
         "is"}),
    column<&CountTask::format>({"format", "", "`line`, `csv`, `grid`, `integers` or `solo`"}),
    since_later(column<&CountTask::shape>({"shape", "", "as in runs.csv"})),
    since_later(column<&CountTask::symbols>({"symbols", "", "`--symbols`"})),
    column<&CountTask::column>({"column", "", "`--column`"}),
    column<&CountTask::expect_column>({"expect_column", "", "`--expect-column`"}),
    column<&CountTask::skip_invalid>({"skip_invalid", "0 or 1", "`--skip-invalid`"}),
    column<&CountTask::max_solutions>({"max_solutions", "solutions", "the cap; 0: none"}),
    column<&CountTask::timeout_ns>({"timeout_ns", "ns", "of a puzzle; 0: none"}),
    column<&CountTask::per_puzzle>({"per_puzzle", "0 or 1", "`--per-puzzle`"}),
    column<&CountTask::shard_count>(
        {"shards", "", "number of them; 1 where the dataset was not cut"}),
};

constexpr std::string_view kBytes = "what was counted, of the decompressed text";

constexpr Column<CountRecord> kRangeColumns[] = {
    column<&CountRecord::dataset>({"dataset", "", "path as typed"}),
    column<&CountRecord::shard>({"shard", "", "which one, from 0"}),
    column<&CountRecord::begin_byte>({"begin_byte", "bytes", kBytes}),
    column<&CountRecord::end_byte>({"end_byte", "bytes", kBytes}),
    column<&CountRecord::is_whole>({"whole", "0 or 1", "whether that is all of the shard"}),
};

constexpr Column<CountTotals> kTotalsColumns[] = {
    column<&CountTotals::lines>({"lines", "lines", "of the text in these bytes"}),
    column<&CountTotals::rejected>({"rejected", "lines", "bad, passed over"}),
    column<&CountTotals::puzzles>({"puzzles", "puzzles", "counted, or tried to"}),
    digest_column<&CountTotals::dataset_digest>(
        {"dataset_digest", kDigest, "as in runs.csv, of these puzzles"}),
    column<&CountTotals::capped>({"capped", "puzzles", "with `max_solutions` solutions or more"}),
    column<&CountTotals::timeouts>({"timeouts", "puzzles", "not counted to the end"}),
    column<&CountTotals::solutions>(
        {"solutions", "solutions",
         "of all puzzles but those with a timeout; a capped one adds the cap"}),
    digest_column<&CountTotals::answer_digest>(
        {"answer_digest", kDigest, "as in runs.csv, of the same"}),
    column<&CountTotals::puzzles_csv_bytes>(
        {"puzzles_csv_bytes", "bytes", "of puzzles.csv, without its header"}),
    digest_column<&CountTotals::puzzles_csv_digest>(
        {"puzzles_csv_digest", kDigest,
         "of the same: sum modulo 2^64 of the XXH3-64 hash of each row with its line end"}),
    column<&CountTotals::mismatches>(
        {"mismatches", "puzzles", "counted otherwise than the dataset expects"}),
    column<&CountTotals::check_mismatches>(
        {"check_mismatches", "puzzles", "that the engine of `--check` counts otherwise"}),
};

template <std::size_t bin>
Column<CountHistogram> bin_column() {
  static const std::string name = CountHistogram::column_name(bin);
  return {
      {name, "puzzles", "counted to the end, with so many solutions; by decades up to 128 bits"},
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
    "XXH3 of the fields before it: equal for equal results, and the proof against damage"};

constexpr Column<CountCost> kCostColumns[] = {
    column<&CountCost::threads>({"threads", "", "that counted; of merged shards the most"}),
    column<&CountCost::wall_ns>(
        {"wall_ns", "ns",
         "sum over blocks of the time inside the engine, however many threads share in a block"}),
    column<&CountCost::cpu_ns>(
        {"cpu_ns", "ns", "CPU time of the whole process, reading and counting"}),
};

constexpr ColumnText kCheck = {"check", kDigest,
                               "XXH3-64 of all fields before it, with their commas"};

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

/// Whether the columns of a task are written that earlier versions did not have.
enum class Version : std::uint8_t { earlier, this_one };

Version version_of(const CsvTable& table) {
  return table.find_column("shape") ? Version::this_one : Version::earlier;
}

/// The fields that are the same on every machine, each with its comma.
std::string lasting_fields(const CountRecord& record, Version version) {
  std::string line;
  CsvRow row(line);
  for (const Column<CountTask>& column : kTaskColumns) {
    if (version == Version::this_one || !column.is_new) row.value(column, record.task);
  }
  row.values(kRangeColumns, record)
      .values(kTotalsColumns, record.totals)
      .values(bin_columns(), record.totals.histogram);
  return line;
}

std::uint64_t digest_of(std::string_view fields) {
  return XXH3_64bits(fields.data(), fields.size());
}

/// All fields but the last.
std::string checked_fields(const CountRecord& record, Version version) {
  std::string line = lasting_fields(record, version);
  line += format_digest(digest_of(line)) + ',';
  CsvRow(line).values(kCostColumns, record.cost);
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
    least = sum_of(least, product_of(puzzles, low));
    most = sum_of(most, product_of(puzzles, high));
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
  const Version version = version_of(table);
  if (table.digest(table.column(kRowDigest.name)) !=
      digest_of(lasting_fields(row.record, version))) {
    refuse("the row is damaged: its row_digest does not match");
  }
  if (table.digest(table.column(kCheck.name)) != digest_of(checked_fields(row.record, version))) {
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

std::string counts_header() {
  return header_of(counts_columns());
}

std::string to_csv(const CountRecord& record) {
  const std::string fields = checked_fields(record, Version::this_one);
  return fields + format_digest(digest_of(fields)) + '\n';
}

Task task_of(const CountRecord& record) {
  const CountTask& task = record.task;
  return {
      {"engine", task.engine},
      {"format", task.format},
      {"shape", to_string(task.shape)},
      {"symbols", task.symbols},
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
  if (!table.find_column(kCheck.name)) {
    throw InputError(path, "has no column check: it is not a counts.csv");
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
    std::string value;
    column.write(value, task);
    std::string other;
    column.write(other, expected);
    if (value != other) return fmt::format("{} is '{}', not '{}'", column.name, value, other);
  }
  return {};
}

}  // namespace sudoku
