#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/csv_record.h"

namespace sudoku {

/// A table with a field per cell, as spreadsheets and data frames write boards. A record is a row
/// or a board. An empty field is an empty cell. A header that numbers or names the columns, an
/// index before the cells, and empty columns around them are not cells. Not thread-safe.
class Table {
 public:
  /// Finds the table in the first lines of a file. Returns nullopt if there is none, or if its
  /// lines are rows or boards in the usual form.
  static std::optional<Table> find(std::string_view head);

  /// Returns a record in the usual form: its cells with blanks between them, in their columns if
  /// there is room. A header becomes an empty line. Any other line stays. The result is valid until
  /// the next call.
  std::string_view convert(std::string_view line);

 private:
  using Rows = std::vector<std::vector<std::string>>;

  Table(char delimiter, std::size_t fields) : record_(delimiter), fields_(fields) {}

  bool read(std::string_view line);
  bool is_title() const;
  void find_header(std::string_view head);
  void choose_columns(const Rows& rows, std::size_t count);

  CsvRecord record_;                // of the last line
  std::vector<std::string> cells_;  // likewise, in the usual form if they are cells
  bool are_usual_ = true;           // likewise, in the line
  bool are_all_usual_ = false;      // all records are in the usual form
  std::size_t fields_;              // of most records
  std::size_t begin_ = 0;           // the fields that are cells
  std::size_t end_ = 0;
  bool has_index_ = false;  // the first field of a record is no cell
  bool has_gaps_ = false;   // a record without cells is between boards
  std::string header_;
  std::string line_;
};

}  // namespace sudoku
