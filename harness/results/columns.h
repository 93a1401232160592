#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/board.h"
#include "engines/solution_count.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/column_text.h"
#include "harness/results/csv_field.h"
#include "harness/results/csv_table.h"

// How rows become records and records rows: a file is a few lists of columns, each of a part of its
// record, in which every column stands once.

namespace sudoku {

template <typename Record>
struct Column : ColumnText {
  /// Appends the field.
  void (*write)(std::string& line, const Record& record);
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

template <typename Value>
inline constexpr bool kIsText =
    std::is_same_v<Value, std::string> || std::is_same_v<Value, std::string_view>;

template <Form form = Form::plain, typename Value>
void write_value(std::string& line, const Value& value) {
  if constexpr (kIsOptional<Value>) {
    if (value) write_value<form>(line, *value);
  } else if constexpr (kIsText<Value>) {
    append_csv_field(line, value);
  } else if constexpr (std::is_same_v<Value, OwnedBoard>) {
    line += format_line(value);
  } else if constexpr (std::is_same_v<Value, Shape>) {
    line += to_string(value);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    line += format_count(value);
  } else if constexpr (form == Form::digest) {
    line += format_digest(value);
  } else if constexpr (std::is_same_v<Value, bool>) {
    line += value ? '1' : '0';
  } else {
    fmt::format_to(std::back_inserter(line), "{}", value);
  }
}

/// A string_view is that of the table, and lasts as long as its row.
template <Form form = Form::plain, typename Value>
void read_value(Value& value, const CsvTable& table, std::size_t column) {
  if constexpr (kIsOptional<Value>) {
    value.reset();
    if (!table.text(column).empty()) read_value<form>(value.emplace(), table, column);
  } else if constexpr (kIsText<Value>) {
    value = table.text(column);
  } else if constexpr (std::is_same_v<Value, OwnedBoard>) {
    if (!parse_symbols(table.text(column), value.shape(), value.cells())) {
      table.refuse(column, "not a puzzle");
    }
  } else if constexpr (std::is_same_v<Value, Shape>) {
    const auto shape = parse_shape(table.text(column));
    if (!shape) table.refuse(column, "not a shape");
    value = *shape;
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
constexpr auto column_as(ColumnText text) {
  using Record = decltype(record_of(first));
  return Column<Record>{text,
                        [](std::string& line, const Record& record) {
                          write_value<form>(line, member<first, rest...>(record));
                        },
                        [](Record& record, const CsvTable& table, std::size_t column) {
                          read_value<form>(member<first, rest...>(record), table, column);
                        }};
}

/// The column of a member, `column<&Record::member>({"name", "unit", "meaning"})`, or of a member
/// of a member.
template <auto... path>
constexpr auto column(ColumnText text) {
  return column_as<Form::plain, path...>(text);
}

template <auto... path>
constexpr auto digest_column(ColumnText text) {
  return column_as<Form::digest, path...>(text);
}

template <typename Record>
constexpr Column<Record> since_later(Column<Record> column) {
  column.is_new = true;
  return column;
}

/// What is said of the columns of some lists, one list after the other.
template <typename... Lists>
std::vector<ColumnText> texts_of(const Lists&... lists) {
  std::vector<ColumnText> texts;
  (texts.insert(texts.end(), std::begin(lists), std::end(lists)), ...);
  return texts;
}

/// Reads one part of a record; knows where its columns stand in the file.
template <typename Part>
class PartReader {
 public:
  /// Throws InputError for a column that is missing. The list has to outlive the reader.
  PartReader(const CsvTable& table, std::span<const Column<Part>> columns) {
    for (const Column<Part>& column : columns) {
      if (column.read == nullptr) continue;
      const auto number =
          column.is_new ? table.find_column(column.name) : std::optional(table.column(column.name));
      if (number) places_.push_back({&column, *number});
    }
  }
  void read(const CsvTable& table, Part& part) const {
    for (const auto& [column, number] : places_) column->read(part, table, number);
  }

 private:
  struct Place {
    const Column<Part>* column;
    std::size_t number;  // in the file
  };
  std::vector<Place> places_;
};

template <typename Part, std::size_t size>
PartReader(const CsvTable&, const Column<Part> (&)[size]) -> PartReader<Part>;

/// A row that grows field by field at the end of a text, with a comma after each until it ends.
class CsvRow {
 public:
  explicit CsvRow(std::string& text) : text_(text) {}

  template <typename List, typename Part>
  CsvRow& values(const List& columns, const Part& part) {
    for (const auto& column : columns) value(column, part);
    return *this;
  }
  template <typename Part>
  CsvRow& value(const Column<Part>& column, const Part& part) {
    column.write(text_, part);
    text_ += ',';
    return *this;
  }
  void end() { text_.back() = '\n'; }

 private:
  std::string& text_;
};

}  // namespace sudoku
