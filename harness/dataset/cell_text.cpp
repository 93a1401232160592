#include "harness/dataset/cell_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "engines/grid.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns the shape whose pencilmarks, with one character per digit and cell, have that length.
std::optional<Shape> shape_of_pencilmarks(std::size_t characters) {
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    if (side * side * side == characters) return usual_shape(side);
  }
  return std::nullopt;
}

}  // namespace

std::string_view trim(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(kBlanks)));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

bool is_comment(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first != std::string_view::npos && (text[first] == '#' || text[first] == ';');
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.size(), text.find('\n'));
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<std::string_view> take_content_line(std::string_view& text) {
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!is_blank(line) && !is_comment(line)) return line;
  }
  return std::nullopt;
}

bool is_separator(char c) { return c == ' ' || c == ',' || c == ';' || c == '\t'; }

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c >= ' ' && c <= '~') {
      shown.push_back(c);
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return shown;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 32;
  return text.size() <= kMost ? printable(text) : printable(text.substr(0, kMost)) + "...";
}

std::string printable(char c) { return c == ' ' ? "a blank" : printable(std::string_view(&c, 1)); }

std::string describe_bad_cell(char c) {
  return printable(c) + " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell";
}

std::optional<Defect> find_line_defect(const Line& line) {
  if (line.too_long) {
    return Defect{{line.number, LineReader::kMaxLineBytes + 1},
                  fmt::format("a line has at most {} bytes", LineReader::kMaxLineBytes)};
  }
  const std::size_t found = line.text.find('\r');
  if (found == std::string_view::npos) return std::nullopt;
  return Defect{{line.number, found + 1}, "a CR within a line; lines must end with LF or CRLF"};
}

Defect describe_bad_puzzle(std::string_view text, Position position) {
  const auto cells_end = std::find_if_not(text.begin(), text.end(), is_cell);
  const auto found = static_cast<std::size_t>(cells_end - text.begin());
  const auto word_end = std::find_if(text.begin(), text.end(), is_separator);
  const auto size = static_cast<std::size_t>(word_end - text.begin());
  const auto marked = shape_of_pencilmarks(size);
  if (marked && *marked != k9x9 && !usual_shape_of_cells(size)) {
    return {position, fmt::format("{} characters are the pencilmarks of a {} board; only those of "
                                  "9x9 boards are supported",
                                  size, size_of(*marked))};
  }
  const auto larger = size > kCells ? usual_shape_of_cells(size) : std::nullopt;
  if (larger && found < size) {
    position.column += found;
    return {position, fmt::format("{} is not a cell; the line is as long as a {} board",
                                  printable(*cells_end), size_of(*larger))};
  }
  position.column += std::min<std::size_t>(found, kCells);
  const bool ends_here = cells_end == text.end() || is_separator(*cells_end);
  if (found == kCells && cells_end != text.end()) {
    return {position, fmt::format("found {} after the {} cells", printable(*cells_end), kCells)};
  }
  if (found < kCells && !ends_here) return {position, describe_bad_cell(*cells_end)};
  return {position, fmt::format("{} cells expected, {} found", kCells, found)};
}

std::string describe_cell_count(const Shape& shape, std::size_t found) {
  const auto other = usual_shape_of_cells(found);
  const bool is_other = other && other->side() != shape.side();
  return fmt::format(
      "{} cells expected for {}, {} found{}", shape.cells(), size_of(shape), found,
      is_other ? fmt::format(" (a {} board); all boards must have the same shape", size_of(*other))
               : "");
}

std::optional<Defect> read_board(std::string_view text, Position position, CellReader& reader,
                                 std::span<std::uint8_t> cells) {
  std::size_t found = 0;
  while (found < text.size() && !is_separator(text[found]) && text[found] != '"' &&
         text[found] != '\'') {
    ++found;
  }
  // A length that fits another shape is more likely another shape than invalid cells.
  if (found != cells.size() && usual_shape_of_cells(found)) {
    return Defect{position, describe_cell_count(reader.shape(), found)};
  }
  for (std::size_t i = 0; i < std::min(found, cells.size()); ++i) {
    std::string what = reader.read(text[i], cells[i]);
    if (!what.empty()) {
      position.column += i;
      return Defect{position, std::move(what)};
    }
  }
  if (found == cells.size()) return std::nullopt;
  position.column += std::min(found, cells.size());
  return Defect{position, describe_cell_count(reader.shape(), found)};
}

}  // namespace sudoku
