#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/dataset/line_reader.h"

namespace sudoku {

/// An element of an outermost array of JSON, or a value outside of one.
struct JsonItem {
  static constexpr std::size_t kLongest = std::size_t{1} << 20;
  static constexpr std::size_t kDeepest = 32;

  std::string text;
  Position position;
  std::size_t array = 0;  ///< number of the array from 1; 0 outside of one
  bool is_too_long =
      false;  ///< longer than kLongest or nested deeper than kDeepest; it is then cut
};

/// Splits JSON into items without parsing them, with constant memory. Ignores semicolons and
/// comment lines between items. Not thread-safe.
class JsonItemSplitter {
 public:
  /// Adds a line. Appends the items that end in it to `items`.
  void add(const Line& line, std::deque<JsonItem>& items);

  /// Whether the next character is outside of an item.
  bool is_between_items() const { return item_.text.empty(); }

  /// At the end of the data, returns the position of an array or an item that does not end, once.
  std::optional<Position> take_unfinished();

 private:
  void add(char c, std::deque<JsonItem>& items);
  void keep(char c);
  void end_item(std::deque<JsonItem>& items);

  JsonItem item_;
  Position position_;
  std::size_t arrays_ = 0;  // so far
  Position array_position_;
  JsonNesting nesting_;
  bool is_in_array_ = false;  // the outermost one
};

/// Returns the start of a JSON text up to the last element that is complete, with the ends of its
/// lists and objects. Returns an empty text if there is none, or if it is nested too deeply.
std::string without_cut_end(std::string_view text);

}  // namespace sudoku
