#include "harness/count/count_record.h"

#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/dataset/digest.h"
#include "harness/errors.h"
#include "harness/results/csv_field.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

/// How a member stands in the file.
enum class Form : std::uint8_t { plain, digest };

/// A column of one part of the record.
template <typename Part>
struct Column {
  std::string_view name;
  std::string (*write)(const Part&);
  void (*read)(Part&, const CsvTable&, std::size_t column);
};

template <typename Value, Form form>
std::string write(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return csv_field(value);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    return format_count(value);
  } else if constexpr (form == Form::digest) {
    return format_digest(value);
  } else {
    return fmt::format("{}", static_cast<std::uint64_t>(value));
  }
}

template <typename Value, Form form>
void read(Value& value, const CsvTable& table, std::size_t column) {
  if constexpr (std::is_same_v<Value, std::string>) {
    value = table.text(column);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    value = table.count(column);
  } else if constexpr (form == Form::digest) {
    value = table.digest(column);
  } else {
    const std::uint64_t number = table.number(column);
    value = static_cast<Value>(number);
    if (static_cast<std::uint64_t>(value) != number) table.refuse(column, "too large");
  }
}

template <typename Part, typename Value>
Part part_of(Value Part::*);

template <auto member, Form form = Form::plain>
constexpr auto column(std::string_view name) {
  using Part = decltype(part_of(member));
  using Value = std::remove_reference_t<decltype(std::declval<Part&>().*member)>;
  return Column<Part>{name, [](const Part& part) { return write<Value, form>(part.*member); },
                      [](Part& part, const CsvTable& table, std::size_t number) {
                        read<Value, form>(part.*member, table, number);
                      }};
}

constexpr Column<CountTask> kTaskColumns[] = {
    column<&CountTask::engine>("engine"),
    column<&CountTask::file_bytes>("file_bytes"),
    column<&CountTask::file_digest, Form::digest>("file_digest"),
    column<&CountTask::format>("format"),
    column<&CountTask::column>("column"),
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
    column<&CountTotals::dataset_digest, Form::digest>("dataset_digest"),
    column<&CountTotals::capped>("capped"),
    column<&CountTotals::timeouts>("timeouts"),
    column<&CountTotals::solutions>("solutions"),
    column<&CountTotals::answer_digest, Form::digest>("answer_digest"),
    column<&CountTotals::puzzles_csv_bytes>("puzzles_csv_bytes"),
};

constexpr std::string_view kRowDigest = "row_digest";

constexpr Column<CountCost> kCostColumns[] = {
    column<&CountCost::threads>("threads"),
    column<&CountCost::wall_ns>("wall_ns"),
    column<&CountCost::cpu_ns>("cpu_ns"),
};

/// Reads one part of the record; knows where its columns stand in the file.
template <typename Part, std::size_t size>
class PartReader {
 public:
  PartReader(const CsvTable& table, const Column<Part> (&columns)[size]) : columns_(columns) {
    for (std::size_t i = 0; i < size; ++i) numbers_[i] = table.column(columns[i].name);
  }
  void read(const CsvTable& table, Part& part) const {
    for (std::size_t i = 0; i < size; ++i) columns_[i].read(part, table, numbers_[i]);
  }

 private:
  const Column<Part> (&columns_)[size];
  std::array<std::size_t, size> numbers_{};
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

std::uint64_t row_digest(std::string_view lasting_fields) {
  return XXH3_64bits(lasting_fields.data(), lasting_fields.size());
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
  line.back() = '\n';
  return line;
}

std::string to_csv(const CountRecord& record) {
  std::string line = lasting_fields(record);
  line += format_digest(row_digest(line)) + ',';
  append(line, kCostColumns, record.cost);
  line.back() = '\n';
  return line;
}

StoredRecord read_last_record(const std::string& path) {
  CsvTable table(path);
  const RecordReader reader(table);
  const std::size_t digest_column = table.column(kRowDigest);
  std::optional<StoredRecord> last;
  while (table.next()) {
    StoredRecord row{reader.read(table), path, table.line()};
    if (table.digest(digest_column) != row_digest(lasting_fields(row.record))) {
      throw InputError(path, {table.line(), 0}, "the row is damaged: its row_digest is of another");
    }
    last = std::move(row);
  }
  if (!last) throw InputError(path, "there is no row");
  return *last;
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
