#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

/// Formats the rows and columns of a box, such as `3x4` for a 12x12 board.
std::string to_string(const Shape& shape);

/// Parses rows and columns of a box. Returns nullopt if the text is not a shape. A box has at least
/// one row and two columns.
std::optional<Shape> parse_shape(std::string_view text);

/// Formats the size of a board, such as `12x12`.
std::string size_of(const Shape& shape);

/// Formats the boxes of a shape, such as `boxes of 3 rows and 4 columns`, or `Latin square of order
/// 12`.
std::string describe_boxes(const Shape& shape);

/// Returns the shape of that side with the most nearly square boxes and no more rows than columns,
/// such as 3x4 for 12. Boxes have at least two rows: returns nullopt for a side such as 13.
std::optional<Shape> usual_shape(std::size_t side);

/// Returns the shape with turned boxes, such as 4x3 for 3x4.
inline Shape turned(const Shape& shape) { return {shape.box_columns, shape.box_rows}; }

/// Returns the shape of Latin squares of an order.
inline Shape latin_square(std::size_t order) { return {1, static_cast<std::uint8_t>(order)}; }

/// Returns the usual shape of a board of that size, such as `16x16`, or nullopt.
std::optional<Shape> parse_size(std::string_view text);

/// Returns the usual shape of a board with that number of cells, or nullopt.
std::optional<Shape> usual_shape_of_cells(std::size_t cells);

/// Return the square root or the cube root if it is a whole number of at most kMaxSide, else 0.
std::size_t square_root(std::size_t square);
std::size_t cube_root(std::size_t cube);

/// Inverts format_line for a board without candidates. Returns false, with unspecified `cells`, if
/// `text` is not a board of that shape.
bool parse_symbols(std::string_view text, const Shape& shape, std::span<std::uint8_t> cells);

/// Whether `text` has the length of a board with candidates, as format_line writes it.
bool has_length_of_candidates(std::string_view text, const Shape& shape);

/// Inverts format_line for a board with candidates. Returns false, with unspecified `candidates`,
/// if `text` is not such a board of that shape.
bool parse_candidates(std::string_view text, const Shape& shape, std::span<Digits> candidates);

}  // namespace sudoku
