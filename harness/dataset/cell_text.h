#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/dataset/line_reader.h"
#include "harness/dataset/notation.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {

/// Blanks and tabs.
inline constexpr std::string_view kBlanks = " \t";

/// Returns `text` without blanks around it.
std::string_view trim(std::string_view text);

/// Whether a line is empty or holds only blanks.
bool is_blank(std::string_view text);

/// Whether the first character other than a blank is `#` or `;`.
bool is_comment(std::string_view text);

/// Removes the first line from `text` and returns it without its line end.
std::string_view take_line(std::string_view& text);

/// Removes lines from `text` up to the first that is neither blank nor a comment, and returns that
/// line. Returns nullopt if there is none.
std::optional<std::string_view> take_content_line(std::string_view& text);

/// Whether `c` may follow the cells of a line: a blank, comma, semicolon or tab.
bool is_separator(char c);

/// Escapes everything but printable ASCII, as in `\x00`.
std::string printable(std::string_view text);

/// Escapes `text` and shortens it if it is long.
std::string shortened(std::string_view text);

/// Escapes a character for use in a sentence.
std::string printable(char c);

/// Returns the error message for a character that is not a cell of a 9x9 board.
std::string describe_bad_cell(char c);

/// Returns the defect of a line that no format accepts: it is too long or contains a CR, which
/// might be meant as a line end. Check it first, because such a line is not a comment.
std::optional<Defect> find_line_defect(const Line& line);

/// Returns the defect of `text`, which begins at `position` and is not a 9x9 puzzle.
Defect describe_bad_puzzle(std::string_view text, Position position);

/// Returns the error message for a board with a wrong number of cells.
std::string describe_cell_count(const Shape& shape, std::size_t found);

/// Reads the cells of a board from the start of `text` up to a separator or a quote. `text` begins
/// at `position`. Returns the defect if there is one.
std::optional<Defect> read_board(std::string_view text, Position position, CellReader& reader,
                                 std::span<std::uint8_t> cells);

}  // namespace sudoku
