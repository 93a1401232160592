#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "engines/solution_count.h"
#include "harness/base/text_digest.h"
#include "harness/results/csv_field.h"
#include "harness/results/csv_table.h"

// How rows become records and records rows: a file is a few lists of columns, each of a part of its
// record, in which every column stands once.

namespace sudoku {

template <typename Record>
struct Column {
  std::string_view name;
  std::string (*write)(const Record& record);
  /// Null where the value follows from that of other columns.
  void (*read)(Record& record, const CsvTable& table, std::size_t column) = nullptr;
  /// Whether results of earlier versions lack it; what the record has then is left as it is.
  bool is_new = false;
};

/// How a whole number stands in a file.
enum class Form : std::uint8_t { plain, digest };

template <typename Value>
inline constexpr bool kIsOptional = false;
template <typename Value>
inline constexpr bool kIsOptional<std::optional<Value>> = true;

template <Form form = Form::plain, typename Value>
std::string write_value(const Value& value) {
  if constexpr (kIsOptional<Value>) {
    return value ? write_value<form>(*value) : std::string();
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return csv_field(value);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    return format_count(value);
  } else if constexpr (form == Form::digest) {
    return format_digest(value);
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value ? "1" : "0";
  } else {
    return fmt::format("{}", value);
  }
}

template <Form form = Form::plain, typename Value>
void read_value(Value& value, const CsvTable& table, std::size_t column) {
  if constexpr (kIsOptional<Value>) {
    value.reset();
    if (!table.text(column).empty()) read_value<form>(value.emplace(), table, column);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = table.text(column);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    value = table.count(column);
  } else if constexpr (std::is_floating_point_v<Value>) {
    value = table.real(column).value_or(0);
  } else if constexpr (form == Form::digest) {
    value = table.digest(column);
  } else {
    const std::uint64_t number = table.number(column);
    value = static_cast<Value>(number);
    const bool fits = value >= Value{} && static_cast<std::uint64_t>(value) == number;
    if (!fits) table.refuse(column, "too large");
  }
}

/// The member of a member, and so on.
template <auto first, auto... rest, typename Record>
auto& member(Record& record) {
  if constexpr (sizeof...(rest) == 0) {
    return record.*first;
  } else {
    return member<rest...>(record.*first);
  }
}

template <typename Record, typename Value>
Record record_of(Value Record::*);

template <Form form, auto first, auto... rest>
constexpr auto column_as(std::string_view name) {
  using Record = decltype(record_of(first));
  return Column<Record>{
      name, [](const Record& record) { return write_value<form>(member<first, rest...>(record)); },
      [](Record& record, const CsvTable& table, std::size_t column) {
        read_value<form>(member<first, rest...>(record), table, column);
      }};
}

/// The column of a member, `column<&Record::member>("name")`, or of a member of a member.
template <auto... path>
constexpr auto column(std::string_view name) {
  return column_as<Form::plain, path...>(name);
}

template <auto... path>
constexpr auto digest_column(std::string_view name) {
  return column_as<Form::digest, path...>(name);
}

template <typename Record>
constexpr Column<Record> since_later(Column<Record> column) {
  column.is_new = true;
  return column;
}

/// Reads one part of a record; knows where its columns stand in the file.
template <typename Part, std::size_t size>
class PartReader {
 public:
  /// Throws InputError for a column that is missing.
  PartReader(const CsvTable& table, const Column<Part> (&columns)[size]) : columns_(columns) {
    for (std::size_t i = 0; i < size; ++i) {
      if (columns[i].read == nullptr) continue;
      numbers_[i] = columns[i].is_new ? table.find_column(columns[i].name)
                                      : std::optional(table.column(columns[i].name));
    }
  }
  void read(const CsvTable& table, Part& part) const {
    for (std::size_t i = 0; i < size; ++i) {
      if (numbers_[i]) columns_[i].read(part, table, *numbers_[i]);
    }
  }

 private:
  const Column<Part> (&columns_)[size];
  std::array<std::optional<std::size_t>, size> numbers_{};
};

/// A line that grows field by field.
class CsvLine {
 public:
  template <typename Part, std::size_t size>
  CsvLine& names(const Column<Part> (&columns)[size]) {
    for (const auto& column : columns) add(column.name);
    return *this;
  }
  template <typename Part, std::size_t size>
  CsvLine& values(const Column<Part> (&columns)[size], const Part& part) {
    for (const auto& column : columns) add(column.write(part));
    return *this;
  }
  CsvLine& add(std::string_view field) {
    if (!is_first_) line_ += ',';
    is_first_ = false;
    line_ += field;
    return *this;
  }
  const std::string& text() const { return line_; }
  std::string end() const { return line_ + '\n'; }

 private:
  std::string line_;
  bool is_first_ = true;
};

}  // namespace sudoku
