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
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/csv_table.h"
#include "harness/stats/solution_histogram.h"

// The columns of a file are lists of Column. Each list reads and writes one part of a record.

namespace sudoku {

/// A column of a file. results/COLUMNS.md describes all columns.
template <typename Part>
struct Column {
  std::string_view name;
  /// Appends the field.
  void (*write)(std::string& line, const Part& part);
  /// Null if the value is derived from other columns.
  void (*read)(Part& part, const CsvTable& table, std::size_t column) = nullptr;
  /// Old files may lack the column. The value then keeps its default.
  bool is_optional = false;
  std::string_view old_name{};  ///< name in old files; empty: the same name
};

template <typename Value>
inline constexpr bool kIsOptional = requires(Value value) {
  value.reset();
};
template <typename Value>
inline constexpr bool kIsText = std::is_convertible_v<Value, std::string_view>;

/// Appends a value as a field. The format does not depend on the locale.
template <typename Value>
void write_value(std::string& line, const Value& value) {
  if constexpr (kIsOptional<Value>) {
    if (value) write_value(line, *value);
  } else if constexpr (kIsText<Value>) {
    append_csv_field(line, value);
  } else if constexpr (std::is_same_v<Value, OwnedBoard>) {
    line += format_line(value);
  } else if constexpr (std::is_same_v<Value, Shape> || std::is_same_v<Value, SolutionHistogram>) {
    line += to_string(value);
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    const fmt::format_int digits(static_cast<std::uint64_t>(value));
    const bool fits = value == static_cast<std::uint64_t>(value);
    fits ? line.append(digits.data(), digits.size()) : line += format_count(value);
  } else if constexpr (std::is_same_v<Value, bool>) {
    line += value ? '1' : '0';
  } else if constexpr (std::is_integral_v<Value>) {
    const fmt::format_int digits(value);
    line.append(digits.data(), digits.size());
  } else {
    fmt::format_to(std::back_inserter(line), "{}", value);
  }
}

/// Reads a field. A string_view is valid as long as the row of the table.
template <typename Value>
void read_value(Value& value, const CsvTable& table, std::size_t column) {
  if constexpr (kIsOptional<Value>) {
    value.reset();
    if (!table.text(column).empty()) read_value(value.emplace(), table, column);
  } else if constexpr (kIsText<Value>) {
    value = table.text(column);
  } else if constexpr (std::is_same_v<Value, OwnedBoard>) {
    if (!parse_board(table.text(column), value)) table.refuse(column, "not a puzzle");
  } else if constexpr (std::is_same_v<Value, Shape>) {
    value = table.require(parse_shape(table.text(column)), column, "not a shape");
  } else if constexpr (std::is_same_v<Value, SolutionHistogram>) {
    const auto histogram = SolutionHistogram::parse(table.text(column));
    value = table.require(histogram, column, "not a list of numbers of puzzles");
  } else if constexpr (std::is_same_v<Value, SolutionCount>) {
    value = table.count(column);
  } else if constexpr (std::is_floating_point_v<Value>) {
    value = table.real(column);
  } else {
    const std::uint64_t number = table.number(column);
    value = static_cast<Value>(number);
    const bool fits = value >= Value{} && static_cast<std::uint64_t>(value) == number;
    if (!fits) table.refuse(column, "too large");
  }
}

/// Returns a member, or a member of a member.
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

/// Returns the column of a member, as in `column<&Record::member>("name")`. Further arguments
/// lead to a member of this member.
template <auto first, auto... rest>
constexpr auto column(std::string_view name) {
  using Record = decltype(record_of(first));
  return Column<Record>{name,
                        [](std::string& line, const Record& record) {
                          write_value(line, member<first, rest...>(record));
                        },
                        [](Record& record, const CsvTable& table, std::size_t column) {
                          read_value(member<first, rest...>(record), table, column);
                        }};
}

/// Like `column`, for a digest.
template <auto first, auto... rest>
constexpr auto digest_column(std::string_view name) {
  using Record = decltype(record_of(first));
  return Column<Record>{name,
                        [](std::string& line, const Record& record) {
                          line += format_digest(member<first, rest...>(record));
                        },
                        [](Record& record, const CsvTable& table, std::size_t column) {
                          member<first, rest...>(record) = table.digest(column);
                        }};
}

/// Like `column`, for a column that earlier results lack.
template <auto... path>
constexpr auto optional_column(std::string_view name) {
  auto result = column<path...>(name);
  result.is_optional = true;
  return result;
}

/// Ends the last row of a text: replaces the comma after its last field.
inline void end_row(std::string& text) { text.back() = '\n'; }

/// Returns the header of a file.
template <typename List>
std::string header_of(const List& columns) {
  std::string header;
  for (const auto& column : columns) (header += column.name) += ',';
  end_row(header);
  return header;
}

/// Appends the fields of a part of a record, each with a comma.
template <typename List, typename Part>
void append_fields(std::string& text, const List& columns, const Part& part) {
  for (const auto& column : columns) {
    column.write(text, part);
    text += ',';
  }
}

/// Reads a part of the records of a file.
template <typename Part>
class PartReader {
 public:
  /// Finds the columns. Throws InputError if one is missing. The list must outlive this object.
  PartReader(const CsvTable& table, std::span<const Column<Part>> columns) {
    for (const Column<Part>& column : columns) {
      if (column.read == nullptr) continue;
      auto place = table.find_column(column.name);
      if (!place && !column.old_name.empty()) place = table.find_column(column.old_name);
      if (!place && column.is_optional) continue;
      places_.emplace_back(&column, place ? *place : table.column(column.name));
    }
  }
  void read(const CsvTable& table, Part& part) const {
    for (const auto& [column, index] : places_) column->read(part, table, index);
  }

 private:
  std::vector<std::pair<const Column<Part>*, std::size_t>> places_;  // and its index in the file
};

template <typename Part, std::size_t size>
PartReader(const CsvTable&, const Column<Part> (&)[size]) -> PartReader<Part>;

}  // namespace sudoku
