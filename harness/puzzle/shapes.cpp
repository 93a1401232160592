#include "harness/puzzle/shapes.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku {
namespace {

std::optional<Shape> shape_of(std::uint64_t rows, std::uint64_t columns) {
  if (rows < 1 || columns < 2 || rows * columns > kMaxSide) return std::nullopt;
  return Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(columns)};
}

bool parse_numbers(std::string_view text, const Shape& shape, std::span<std::uint8_t> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t end = text.find(' ');
    const auto number = parse_number(text.substr(0, end), shape.side());
    const bool is_last = i + 1 == cells.size();
    if (!number || is_last != (end == text.npos)) return false;
    cells[i] = static_cast<std::uint8_t>(*number);
    if (!is_last) text.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace

std::string to_string(const Shape& shape) {
  return fmt::format("{}x{}", shape.box_rows, shape.box_columns);
}

std::optional<Shape> parse_shape(std::string_view text) {
  const std::size_t cross = text.find('x');
  if (cross == text.npos) return std::nullopt;
  const auto rows = parse_number(text.substr(0, cross), kMaxSide);
  const auto columns = parse_number(text.substr(cross + 1), kMaxSide);
  return rows && columns ? shape_of(*rows, *columns) : std::nullopt;
}

std::string size_of(const Shape& shape) { return fmt::format("{}x{}", shape.side(), shape.side()); }

std::string describe_boxes(const Shape& shape) {
  if (shape.is_latin()) return fmt::format("Latin square of order {}", shape.side());
  return fmt::format("boxes of {} rows and {} columns", shape.box_rows, shape.box_columns);
}

std::optional<Shape> parse_size(std::string_view text) {
  const std::size_t cross = text.find('x');
  if (cross == text.npos || text.substr(0, cross) != text.substr(cross + 1)) return std::nullopt;
  const auto side = parse_number(text.substr(0, cross), kMaxSide);
  return side ? usual_shape(*side) : std::nullopt;
}

std::optional<Shape> usual_shape(std::size_t side) {
  std::optional<Shape> best;
  for (std::size_t rows = 2; rows * rows <= side; ++rows) {
    if (side % rows == 0) best = shape_of(rows, side / rows);
  }
  return best;
}

std::optional<Shape> usual_shape_of_cells(std::size_t cells) {
  return usual_shape(square_root(cells));
}

std::size_t square_root(std::size_t square) {
  std::size_t side = 0;
  while (side <= kMaxSide && side * side < square) ++side;
  return side <= kMaxSide && side * side == square ? side : 0;
}

std::size_t cube_root(std::size_t cube) {
  std::size_t side = 0;
  while (side <= kMaxSide && side * side * side < cube) ++side;
  return side <= kMaxSide && side * side * side == cube ? side : 0;
}

bool parse_symbols(std::string_view text, const Shape& shape, std::span<std::uint8_t> cells) {
  if (shape.side() > kMaxSideOfSymbols) return parse_numbers(text, shape, cells);
  if (text.size() != shape.cells()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint8_t cell = 0;
    while (cell <= shape.side() && symbol_of(cell) != text[i]) ++cell;
    if (cell > shape.side()) return false;
    cells[i] = cell;
  }
  return true;
}

bool has_length_of_candidates(std::string_view text, const Shape& shape) {
  return shape.side() <= kMaxSideOfSymbols && text.size() == shape.cells() * shape.side();
}

bool parse_candidates(std::string_view text, const Shape& shape, std::span<Digits> candidates) {
  if (!has_length_of_candidates(text, shape)) return false;
  const auto side = static_cast<std::uint8_t>(shape.side());
  for (Digits& digits : candidates) {
    digits = 0;
    for (std::uint8_t digit = 1; digit <= side; ++digit) {
      if (text.front() == symbol_of(digit)) {
        digits |= digit_bit(digit);
      } else if (text.front() != symbol_of(0)) {
        return false;
      }
      text.remove_prefix(1);
    }
  }
  return true;
}

}  // namespace sudoku
