#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "engines/board.h"

// Converts between boards and the arrays and texts of the module.

namespace sudoku {

using Cells = pybind11::array_t<std::uint8_t, pybind11::array::c_style>;
/// A set of digits for each cell: bit d - 1 is set if the cell may have digit d.
using Candidates = pybind11::array_t<std::uint64_t, pybind11::array::c_style>;
using OptionalCandidates = std::optional<Candidates>;

/// Returns boards without candidates. Throws UsageError for arrays of other sizes.
Boards boards_of(const Cells& cells, const std::string& shape_name);

/// Returns puzzles that may have candidates. Throws UsageError if the candidates do not fit.
Boards puzzles_of(const Cells& cells, const OptionalCandidates& candidates,
                  const std::string& shape_name);

/// Returns the boards. Throws UsageError if they are not 9x9; `function` is for the message.
Boards boards_of_9x9(const Cells& cells, const std::string& shape_name, std::string_view function);

Cells new_boards(std::size_t count, const Shape& shape);

std::span<std::uint8_t> memory_of(Cells& cells);

/// Return the usual shape of boards with this number of cells or with this text, or an empty
/// string.
std::string shape_of_cells(std::size_t cells);
std::string shape_of_text(const pybind11::str& text);

std::size_t side_of(const std::string& shape_name);

/// Reads boards from texts: cells, and candidates or None. The first text decides whether all have
/// candidates. Throws UsageError with the number of the puzzle and the position, both from 1.
pybind11::tuple parse(const pybind11::list& items, const std::string& shape_name);

/// Returns the texts of boards.
pybind11::list format(const Cells& cells, const OptionalCandidates& candidates,
                      const std::string& shape_name);

}  // namespace sudoku
