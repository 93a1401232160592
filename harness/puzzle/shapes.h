#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

/// The rows and columns of a box, as in `3x4`: that is the shape of a board of 12x12.
std::string to_string(const Shape& shape);

/// Reads that; nothing for what is no shape. A box has two rows and two columns or more.
std::optional<Shape> parse_shape(std::string_view text);

/// The board as in `12x12`.
std::string size_of(const Shape& shape);

/// Why an engine cannot be given the boards of a dataset.
std::string describe_refused_shape(const std::string& path, const Shape& shape,
                                   std::string_view engine);

/// The shape of that side whose boxes are the most square, with no more rows than columns: of 12
/// it is 3x4. Nothing for a side that no shape has, such as 13.
std::optional<Shape> usual_shape(std::size_t side);

/// That of a board of so many cells.
std::optional<Shape> usual_shape_of_cells(std::size_t cells);

/// Reads what format_line writes. False where `text` is no board of that shape; `cells` are
/// unspecified then.
bool parse_symbols(std::string_view text, const Shape& shape, std::span<std::uint8_t> cells);

}  // namespace sudoku
