#include "harness/dataset/import/json_items.h"

#include <utility>

#include "harness/dataset/cell_text.h"

namespace sudoku {

void JsonItemSplitter::add(const Line& line, std::deque<JsonItem>& items) {
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    position_ = {line.number, i + 1};
    add(line.text[i], items);
  }
  if (!item_.text.empty()) keep(' ');
}

std::optional<Position> JsonItemSplitter::take_unfinished() {
  const bool has_item = !item_.text.empty();
  if (!has_item && !is_in_array_) return std::nullopt;
  const Position position = has_item ? item_.position : array_position_;
  *this = {};  // there is no more text
  return position;
}

void JsonItemSplitter::add(char c, std::deque<JsonItem>& items) {
  const std::size_t depth_outside = is_in_array_ ? 1 : 0;
  const bool is_outside = nesting_.depth() == depth_outside;
  if (!nesting_.add(c)) return keep(c);
  const bool is_close = c == ']' || c == '}';
  if (c == '[' && is_outside && !is_in_array_) {
    is_in_array_ = true;
    ++arrays_;
    array_position_ = position_;
  } else if (is_outside && (c == ',' || is_close)) {
    end_item(items);
    is_in_array_ &= !is_close;
  } else {
    keep(c);
    if (is_close && nesting_.depth() == depth_outside) end_item(items);
  }
}

void JsonItemSplitter::keep(char c) {
  if (item_.text.empty()) {
    if (c == ';' || is_blank(c)) return;
    item_.position = position_;
    item_.array = is_in_array_ ? arrays_ : 0;
  }
  item_.is_too_long |=
      item_.text.size() == JsonItem::kLongest || nesting_.depth() > JsonItem::kDeepest;
  if (!item_.is_too_long) item_.text += c;
}

void JsonItemSplitter::end_item(std::deque<JsonItem>& items) {
  if (!item_.text.empty()) items.push_back(std::move(item_));
  item_ = {};
}

std::string without_cut_end(std::string_view text) {
  std::string open;     // ends that are missing after each character, from the outermost on
  std::string missing;  // the same after `size` characters
  std::size_t size = 0;
  JsonNesting nesting;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!nesting.add(c)) continue;
    const bool is_end = c == ']' || c == '}';
    if (c == '[' || c == '{') open += c == '[' ? ']' : '}';
    if (open.size() > JsonItem::kDeepest) return {};
    if (is_end && !open.empty()) open.pop_back();
    if (is_end || c == ',') {
      size = is_end ? i + 1 : i;
      missing.assign(open.rbegin(), open.rend());
    }
  }
  return std::string(text.substr(0, size)) + missing;
}

}  // namespace sudoku
