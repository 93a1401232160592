#include "harness/count/count_record.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/digest.h"
#include "harness/results/columns.h"
#include "harness/results/csv_table.h"
#include "harness/results/shard_tiling.h"

namespace sudoku {
namespace {

constexpr std::string_view kDigest = "16 hex digits";
constexpr std::string_view kCheck = "check";

constexpr auto kTask = &CountRecord::task;
constexpr auto kTotals = &CountRecord::totals;
constexpr auto kCost = &CountRecord::cost;

constexpr Column<CountRecord> kTaskColumns[] = {
    column<kTask, &CountTask::engine>(
        {"engine", "", "id, or `auto`; context.json names the engine used"}),
    column<kTask, &CountTask::file_bytes>(
        {"file_bytes", "bytes", "stored size of the dataset; 0 for standard input and pipes"}),
    digest_column<kTask, &CountTask::file_digest>(
        {"file_digest", kDigest,
         "XXH3 of the size and of up to 64 evenly spaced pieces of 4 KiB; 0 if `file_bytes` is 0"}),
    column<kTask, &CountTask::format>(
        {"format", "", "detected or requested format, as a name for `--format`"}),
    column<kTask, &CountTask::shape>({"shape", "", "as in runs.csv"}),
    column<kTask, &CountTask::symbols>({"symbols", "", "`--symbols`"}),
    column<kTask, &CountTask::column>({"column", "", "`--column`"}),
    column<kTask, &CountTask::expect_column>({"expect_column", "", "`--expect-column`"}),
    column<kTask, &CountTask::skip_invalid>({"skip_invalid", "0 or 1", "`--skip-invalid`"}),
    column<kTask, &CountTask::max_solutions>(
        {"max_solutions", "solutions", "`--max-solutions`; 0: no limit"}),
    column<kTask, &CountTask::timeout_ns>(
        {"timeout_ns", "ns", "time limit per puzzle; 0: no limit"}),
    column<kTask, &CountTask::per_puzzle>({"per_puzzle", "0 or 1", "`--per-puzzle`"}),
    column<kTask, &CountTask::shard_count>({"shards", "", "number of shards; 1 without `--shard`"}),
};

constexpr std::string_view kBytes = "range of the decompressed text that was counted";

constexpr Column<CountRecord> kRangeColumns[] = {
    column<&CountRecord::dataset>({"dataset", "", "path as typed"}),
    column<&CountRecord::shard>({"shard", "", "index from 0"}),
    column<&CountRecord::begin_byte>({"begin_byte", "bytes", kBytes}),
    column<&CountRecord::end_byte>({"end_byte", "bytes", kBytes}),
    column<&CountRecord::is_whole>({"whole", "0 or 1", "1: the range covers the whole shard"}),
};

constexpr Column<CountRecord> kTotalsColumns[] = {
    column<kTotals, &CountTotals::lines>({"lines", "lines", "in this range"}),
    column<kTotals, &CountTotals::rejected>({"rejected", "lines", "invalid and skipped"}),
    column<kTotals, &CountTotals::puzzles>({"puzzles", "puzzles", "valid, counted or not"}),
    digest_column<kTotals, &CountTotals::dataset_digest>(
        {"dataset_digest", kDigest, "of these puzzles, as in runs.csv"}),
    column<kTotals, &CountTotals::capped>(
        {"capped", "puzzles", "with `max_solutions` solutions or more"}),
    column<kTotals, &CountTotals::timeouts>(
        {"timeouts", "puzzles", "that exceeded the time limit"}),
    column<kTotals, &CountTotals::solutions>(
        {"solutions", "solutions",
         "of all puzzles without a timeout; capped puzzles add `max_solutions`"}),
    digest_column<kTotals, &CountTotals::answer_digest>(
        {"answer_digest", kDigest, "of these solutions, as in runs.csv"}),
    column<kTotals, &CountTotals::puzzles_csv_bytes>(
        {"puzzles_csv_bytes", "bytes", "size of puzzles.csv without its header"}),
    digest_column<kTotals, &CountTotals::puzzles_csv_digest>(
        {"puzzles_csv_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hashes of the rows of puzzles.csv with their line ends"}),
    column<kTotals, &CountTotals::mismatches>(
        {"mismatches", "puzzles", "whose count contradicts the dataset"}),
    column<kTotals, &CountTotals::check_mismatches>(
        {"check_mismatches", "puzzles", "whose count contradicts the engine of `--check`"}),
};

template <std::size_t bin>
Column<CountRecord> bin_column() {
  static const std::string name = CountHistogram::column_name(bin);
  return {{name, "puzzles", "completely counted, by number of solutions; decades up to 128 bits"},
          [](std::string& line, const CountRecord& record) {
            write_value(line, record.totals.histogram[bin]);
          },
          [](CountRecord& record, const CsvTable& table, std::size_t column) {
            record.totals.histogram[bin] = table.number(column);
          }};
}

template <std::size_t... bin>
std::vector<Column<CountRecord>> bin_columns(std::index_sequence<bin...> /*bins*/) {
  return {bin_column<bin>()...};
}

constexpr Column<CountRecord> kCostColumns[] = {
    column<kCost, &CountCost::threads>(
        {"threads", "", "number of threads; the maximum over merged shards"}),
    column<kCost, &CountCost::wall_ns>(
        {"wall_ns", "ns", "wall time inside the engine, summed over blocks"}),
    column<kCost, &CountCost::cpu_ns>(
        {"cpu_ns", "ns", "CPU time of the whole process, including reading"}),
};

/// Returns the column of the digest of all fields before it in the row.
Column<CountRecord> fields_digest(std::string_view name, std::string_view meaning) {
  return {{name, kDigest, meaning}, [](std::string& line, const CountRecord& /*record*/) {
            line += format_digest(XXH3_64bits(line.data(), line.size()));
          }};
}

const std::vector<Column<CountRecord>>& columns() {
  static const auto all = [] {
    std::vector<Column<CountRecord>> list;
    const auto append = [&list](const auto& part) {
      list.insert(list.end(), std::begin(part), std::end(part));
    };
    append(kTaskColumns);
    append(kRangeColumns);
    append(kTotalsColumns);
    append(bin_columns(std::make_index_sequence<CountHistogram::kBins>()));
    list.push_back(fields_digest(
        "row_digest",
        "XXH3 of the fields before it; equal results have equal digests on every machine"));
    append(kCostColumns);
    list.push_back(fields_digest(kCheck, "XXH3-64 of all fields before it, including commas"));
    return list;
  }();
  return all;
}

/// Throws InputError if a digest in the row does not match the fields before it.
void verify(const CsvTable& table, const StoredRecord& row) {
  std::string fields;
  for (const auto& column : columns()) {
    const std::size_t begin = fields.size();
    column.write(fields, row.record);
    const bool is_digest = column.read == nullptr;
    if (is_digest && table.text(table.column(column.name)) != fields.substr(begin)) {
      throw InputError(row.file, {row.line, 0},
                       fmt::format("the row is damaged: column {} does not match", column.name));
    }
    fields += ',';
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
  using T = CountTotals;
  for (const auto sum : {&T::lines, &T::puzzles, &T::rejected, &T::dataset_digest, &T::capped,
                         &T::timeouts, &T::answer_digest, &T::puzzles_csv_bytes,
                         &T::puzzles_csv_digest, &T::mismatches, &T::check_mismatches}) {
    this->*sum += other.*sum;
  }
  histogram += other.histogram;
  solutions = sum_of(solutions, other.solutions);
  return *this;
}

std::vector<ColumnText> counts_columns() { return texts_of(columns()); }

std::string counts_header() { return header_of(counts_columns()); }

std::string to_csv(const CountRecord& record) {
  std::string row;
  append_fields(row, columns(), record);
  end_row(row);
  return row;
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
  if (!table.find_column(kCheck)) {
    throw InputError(path, "has no column check: it is not a counts.csv");
  }
  const PartReader<CountRecord> reader(table, columns());
  std::optional<StoredRecord> last;
  while (table.next()) {
    last = {{}, path, table.line()};
    reader.read(table, last->record);
    verify(table, *last);
  }
  return last;
}

StoredRecord read_last_record(const std::string& path) {
  auto record = find_last_record(path, TornEnd::refused);
  if (!record) throw InputError(path, "has no rows");
  return *std::move(record);
}

std::string difference(const CountRecord& record, const CountRecord& expected) {
  for (const auto& column : kTaskColumns) {
    std::string value;
    column.write(value, record);
    std::string other;
    column.write(other, expected);
    if (value != other) return fmt::format("{} is '{}', not '{}'", column.name, value, other);
  }
  return {};
}

void order_shards(std::vector<StoredRecord>& shards) {
  for (const auto& [record, file, line] : shards) {
    std::string reason = difference(record, shards.front().record);
    if (!reason.empty()) {
      reason += ", as in " + shards.front().file;
    } else if (!record.is_whole) {
      reason = fmt::format("shard {} is incomplete; continue it with --resume", record.shard);
    }
    if (!reason.empty()) throw InputError(file, {line, 0}, reason);
  }
  std::sort(shards.begin(), shards.end(), [](const auto& a, const auto& b) {
    return std::tie(a.record.shard, a.file) < std::tie(b.record.shard, b.file);
  });
  std::vector<ShardPart> parts;
  for (const auto& [record, file, line] : shards) {
    parts.push_back({file,
                     {line, 0},
                     {record.shard, record.task.shard_count},
                     {record.begin_byte, record.end_byte}});
  }
  require_tiling(parts);
}

CountRecord merge_shards(const std::vector<StoredRecord>& shards) {
  CountRecord whole = shards.front().record;
  whole.task.shard_count = 1;
  for (std::size_t i = 1; i < shards.size(); ++i) {
    const CountRecord& shard = shards[i].record;
    whole.end_byte = shard.end_byte;
    whole.totals += shard.totals;
    whole.cost.threads = std::max(whole.cost.threads, shard.cost.threads);
    whole.cost.wall_ns += shard.cost.wall_ns;
    whole.cost.cpu_ns += shard.cost.cpu_ns;
  }
  return whole;
}

}  // namespace sudoku
