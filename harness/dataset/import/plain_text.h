#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

class Table;

/// Replaces characters outside of ASCII that people use in boards: digits and letters of full
/// width, middle dots and circles, dashes, blanks, quotes and lines of frames. Removes invisible
/// characters, and keeps all others. Returns `text` itself if it is ASCII, else `buffer`.
std::string_view to_ascii(std::string_view text, std::string& buffer);

/// Returns a copy of `lines`, converted by a PlainText that has learned from the same lines.
std::string plain_copy(std::string_view lines);

/// Replaces rare ways to write boards by usual ones, line by line. The readers of the formats then
/// need to know only the usual ones:
///     characters outside of ASCII   see to_ascii
///     records of a table            become cells with blanks between them, see Table
///     `#` for empty cells           become `.` if the file has `#` between digits
///     blanks for empty cells        become `.` in 81 characters between delimiters, in rows of
///                                   nine characters, and between the bars of a frame
///     a line of one mark            becomes the rule `=` if cells use other marks, or after
///                                   complete rows
///     `---- 1 ----`                 becomes `=` if cells use other marks
/// It learns the marks of a file from the lines that it has seen. Not thread-safe.
class PlainText {
 public:
  /// Where the cells of a framed row are. Its bars divide it into parts of equal width.
  struct Frame {
    std::size_t parts = 0;
    std::size_t width = 0;  ///< of a part
    std::size_t first = 0;  ///< offset of the first cell in a part
    std::size_t step = 0;   ///< between the cells of a part
    std::size_t cells = 0;  ///< in a part
  };

  /// Learns from the first lines of a file. `convert` looks for rules only if the file has rows.
  void learn(std::string_view head, bool has_rows);

  /// Returns the line in the usual form. The result is valid until the next call.
  std::string_view convert(std::string_view line);

 private:
  std::string_view usual_cells(std::string_view line);
  bool is_empty_mark(char c) const { return empty_marks_.find(c) != empty_marks_.npos; }
  void learn_frame(std::string_view head);
  void note_marks(std::string_view line);
  bool is_rule_with_title(std::string_view line) const;
  bool is_rule_of(char mark, std::string_view line) const;

  std::shared_ptr<Table> table_;  // null if the file is not a table
  std::string ascii_;
  std::string line_;
  std::string empty_marks_;            // empty-cell marks in rows with digits
  std::optional<Frame> frame_;         // whose blanks are empty cells
  std::size_t row_size_ = 0;           // cells of most rows; 0 if unknown
  bool has_rows_ = true;               // boards may be written in rows
  bool is_hash_cell_ = false;          // `#` is an empty cell
  bool are_boards_of_blanks_ = false;  // boards of 81 characters have blanks for empty cells
  bool are_rows_of_blanks_ = false;    // likewise rows of nine characters
  std::size_t full_rows_ = 0;          // successive rows without empty cells
  bool was_one_mark_ = false;          // the last line consisted of one kind of mark
};

}  // namespace sudoku
