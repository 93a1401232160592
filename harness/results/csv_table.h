#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/solution_count.h"
#include "harness/base/text_digest.h"
#include "harness/base/text_source.h"
#include "harness/base/units.h"
#include "harness/dataset/csv_record.h"

namespace sudoku {

/// Appends a field of a CSV file (RFC 4180). Also quotes a field with blanks at an end, because
/// readers ignore them otherwise. A text becomes a data URL (see to_data_url) if it would control a
/// terminal, be a formula in a spreadsheet, or look like a data URL.
void append_csv_field(std::string& line, std::string_view text);

/// What happens to a last row without a line end, as a crash leaves it.
enum class TornEnd : std::uint8_t { refused, left_out };

/// Reads a regular CSV file with a header row by row. Memory use does not depend on its size.
/// All members throw InputError for invalid input, and Interrupted. Not thread-safe.
class CsvTable {
 public:
  /// Reads the header.
  explicit CsvTable(const std::string& path, TornEnd torn_end = TornEnd::refused);

  /// Returns the index of a column. Throws if there is none of that name.
  std::size_t column(std::string_view name) const;
  std::optional<std::size_t> find_column(std::string_view name) const;

  /// Reads the next row. Returns false at the end.
  bool next();

  // Fields of the row, valid until the next call of next():

  /// Returns the text of a field. Decodes a data URL.
  std::string_view text(std::size_t column) const {
    if (decoded_.empty()) return fields_[column];
    const auto decoded = decoded_.find(column);
    return decoded == decoded_.end() ? fields_[column] : decoded->second;
  }
  std::uint64_t number(std::size_t column) const {
    return require(parse_number(text(column)), column, "not a whole number below 2^64");
  }
  double real(std::size_t column) const;
  SolutionCount count(std::size_t column) const {
    return require(parse_count(text(column)), column, "not a number of solutions");
  }
  /// Reads 16 hexadecimal digits.
  std::uint64_t digest(std::size_t column) const {
    return require(parse_digest(text(column)), column, "not a digest");
  }

  /// Returns the number of bytes up to the end of this row.
  std::uint64_t bytes() const { return bytes_; }

  /// Throws InputError for a field. `what` completes the sentence "'…' is …".
  [[noreturn]] void refuse(std::size_t column, std::string_view what) const;

  /// Returns `*value`, the value of a field. Refuses the field if `value` is nullopt.
  template <typename Value>
  Value require(const std::optional<Value>& value, std::size_t column,
                std::string_view what) const {
    if (!value) refuse(column, what);
    return *value;
  }

  /// Throws InputError for the row.
  [[noreturn]] void refuse_row(const std::string& what) const;

  const std::string& path() const { return path_; }
  /// Returns the number of the line on which the row begins, from 1.
  std::uint64_t line() const { return line_; }

  /// Reads to the end of the file. Throws if its XXH3-64 is not `digest`.
  void expect_digest(std::uint64_t digest);

 private:
  bool next_record();
  std::optional<std::size_t> find_end();
  bool fill();

  std::string path_;
  TornEnd torn_end_;
  TextSource source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread text in the buffer
  std::uint64_t line_ = 1;
  std::uint64_t lines_in_record_ = 0;
  std::uint64_t bytes_ = 0;  // of all records so far
  CsvRecord fields_;
  std::map<std::size_t, std::string> decoded_;  // decoded data URLs, by index of the field
  TextDigest digest_;
  std::vector<std::string> names_;
};

}  // namespace sudoku
