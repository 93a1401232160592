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

/// A record of comma-separated values (RFC 4180), split into its fields. Blanks around a field are
/// not part of it; a field in quotes may not go on in the next line.
class CsvRecord {
 public:
  /// `delimiter` stands between the fields: a comma, semicolon or tab.
  explicit CsvRecord(char delimiter = ',') : delimiter_(delimiter) {}

  /// Replaces the fields by those of `line`, whose text must outlive them.
  std::optional<Defect> split(const Line& line);

  std::size_t size() const { return fields_.size(); }
  std::string_view operator[](std::size_t field) const { return fields_[field].text; }
  /// Where the field begins in the file. Exact for every character before a doubled quote.
  Position position(std::size_t field) const { return {line_, fields_[field].begin + 1}; }

 private:
  struct Field {
    std::string_view text;
    std::size_t begin;  // offset into the line
  };

  std::optional<Defect> split_quoted(std::string_view text, std::size_t quote, std::size_t& end);

  /// What may stand around a field.
  std::string_view blanks() const { return delimiter_ == '\t' ? " " : kBlanks; }

  char delimiter_;
  std::vector<Field> fields_;
  std::string unquoted_;  // text of the fields with doubled quotes
  std::uint64_t line_ = 0;
};

}  // namespace sudoku
