#include "harness/puzzle/shapes.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku {
namespace {

std::optional<Shape> shape_of(std::uint64_t rows, std::uint64_t columns) {
  if (rows < 2 || columns < 2 || rows * columns > kMaxSide) return std::nullopt;
  return Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(columns)};
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
  return fmt::format("boxes of {} rows and {} columns", shape.box_rows, shape.box_columns);
}

std::string describe_refused_shape(const std::string& path, const Shape& shape,
                                   std::string_view engine) {
  return fmt::format("{} has {} boards, but engine {} supports only 9x9", path, size_of(shape),
                     engine);
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
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    if (side * side == cells) return usual_shape(side);
  }
  return std::nullopt;
}

bool parse_symbols(std::string_view text, const Shape& shape, std::span<std::uint8_t> cells) {
  if (text.size() != shape.cells()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint8_t cell = 0;
    while (cell <= shape.side() && symbol_of(cell) != text[i]) ++cell;
    if (cell > shape.side()) return false;
    cells[i] = cell;
  }
  return true;
}

}  // namespace sudoku
