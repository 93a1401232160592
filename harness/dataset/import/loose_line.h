#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_text.h"

// Cells in lines with other text.

namespace sudoku {

/// Whether `text` is a number such as `7`, `7.` or `7.2`.
bool is_decimal(std::string_view text);

/// Whether `pieces` include a word of at least three letters. Letters may also be cells. However,
/// the pieces of a row have equal sizes, and a piece does not mix capital and small letters.
bool has_words(const std::vector<std::string_view>& pieces);

/// Removes the last pieces of a line if they are a remark after the cells: a comment, words, a
/// rating or a number. `pieces` come from split_cells(text).
void drop_remark(std::string_view text, std::vector<std::string_view>& pieces);

/// Whether a line that cannot be read looks like damaged cells, rather than like words or a number.
/// `expected` is the usual number of cells in a line.
bool resembles_cells(std::string_view text, const CellReader& reader, std::size_t expected);

/// Returns the parts of a line that are whole boards in the notation of `reader`, in their order.
/// Other text may surround them, such as a name, an address or the tags of a markup language.
std::vector<std::string_view> find_boards(std::string_view text, const CellReader& reader);

}  // namespace sudoku
