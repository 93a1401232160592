#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {

/// A CSV record (RFC 4180) split into fields. Blanks around a field are ignored. Unlike in RFC
/// 4180, a quoted field must end on the same line.
class CsvRecord {
 public:
  /// `delimiter` is a comma, semicolon or tab.
  explicit CsvRecord(char delimiter = ',') : delimiter_(delimiter) {}

  /// Splits a line, whose text must outlive the fields. Returns the defect if it is not a record.
  std::optional<Defect> split(const Line& line);

  std::size_t size() const { return fields_.size(); }
  std::string_view operator[](std::size_t field) const { return fields_[field].text; }
  /// Returns the position of the field in the file. Adding an offset into the field is exact only
  /// before a doubled quote.
  Position position(std::size_t field) const { return {line_, fields_[field].begin + 1}; }

 private:
  struct Field {
    std::string_view text;
    std::size_t begin;  // offset in the line
  };

  std::optional<Defect> split_quoted(std::string_view text, std::size_t quote, std::size_t& end);

  /// Returns the characters that are ignored around a field.
  std::string_view blanks() const { return delimiter_ == '\t' ? " " : kBlanks; }

  char delimiter_;
  std::vector<Field> fields_;
  std::string unquoted_;  // fields with doubled quotes, unescaped
  std::uint64_t line_ = 0;
};

}  // namespace sudoku
