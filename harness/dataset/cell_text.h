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

/// `text` without blanks around it.
std::string_view trim(std::string_view text);

/// Whether nothing or only blanks stand in a line.
bool is_blank(std::string_view text);

/// Whether the first character that is no blank is `#` or `;`.
bool is_comment(std::string_view text);

/// What may follow the 81 cells of a line: a blank, comma, semicolon or tab.
bool is_separator(char c);

/// `text` with everything but printable ASCII escaped, as in `\x00`.
std::string printable(std::string_view text);

/// The same of its first characters only, where there are many.
std::string shortened(std::string_view text);

/// The same of one character in the middle of a sentence.
std::string printable(char c);

/// What is wrong with a character that should be a cell.
std::string describe_bad_cell(char c);

/// What is wrong with a line of any format: it is longer than the reader allows, or has a CR in it,
/// which might be meant to end a line. Nothing that such a line holds may pass for a comment.
std::optional<Defect> find_bad_line(const Line& line);

/// What is wrong with `text`, which should be 81 cells, and begins in `position`.
Defect describe_bad_puzzle(std::string_view text, Position position);

/// What is wrong with a board that has so many cells.
std::string describe_cell_count(const Shape& shape, std::size_t found);

/// Reads the cells of a board from the start of `text`, which begins in `position`, up to a
/// separator or a quote.
std::optional<Defect> read_board(std::string_view text, Position position, CellReader& reader,
                                 std::span<std::uint8_t> cells);

}  // namespace sudoku
