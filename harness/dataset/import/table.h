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

  /// Returns a record in the usual form: its cells with blanks between them. The cells keep their
  /// columns in the line if there is room. A header, and an empty record between boards, become
  /// empty lines. Returns any other line unchanged. The result is valid until the next call.
  std::string_view convert(std::string_view line);

 private:
  using Rows = std::vector<std::vector<std::string>>;

  Table(char delimiter, std::size_t fields) : record_(delimiter), fields_(fields) {}

  bool read(std::string_view line);
  bool is_title() const;
  void find_header(std::string_view head);
  void choose_columns(const Rows& rows, std::size_t count);

  CsvRecord record_;                // fields of the last line
  std::vector<std::string> cells_;  // the same fields; those that are cells have the usual form
  bool are_usual_ = true;           // all fields of the last line are cells in the usual form
  bool are_all_usual_ = false;      // the same for all records
  std::size_t fields_;              // number of fields of most records
  std::size_t begin_ = 0;           // first field that is a cell
  std::size_t end_ = 0;             // first field after the cells
  bool has_index_ = false;          // the first field of a record is not a cell
  bool has_gaps_ = false;           // empty records separate boards
  std::string header_;
  std::string line_;
};

}  // namespace sudoku
