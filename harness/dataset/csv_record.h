#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_text.h"

namespace sudoku {

/// A CSV record (RFC 4180) split into fields. Blanks around a field are ignored. Unlike in RFC
/// 4180, a quoted field must end on the same line.
class CsvRecord {
 public:
  /// `delimiter` is a comma, semicolon, tab or blank.
  explicit CsvRecord(char delimiter = ',') : delimiter_(delimiter) {}

  /// Splits a line into fields, which are valid until the next call. Returns the defect if it is
  /// not a record.
  std::optional<Defect> split(const Line& line);

  std::size_t size() const { return size_; }
  std::string_view operator[](std::size_t field) const { return fields_[field].text; }
  /// Returns the position of the field in the file. Adding an offset into the field is exact only
  /// before a doubled quote.
  Position position(std::size_t field) const { return {line_, fields_[field].begin + 1}; }

 private:
  struct Field {
    std::string text;
    std::size_t begin = 0;  // offset in the line
  };

  static std::size_t read_quoted(std::string_view text, std::string& field);

  char delimiter_;
  std::vector<Field> fields_;  // may be more than `size_`, to reuse their memory
  std::size_t size_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace sudoku
