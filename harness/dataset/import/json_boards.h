#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engines/solution_count.h"

namespace sudoku {

/// The texts of the cells of a board or a row, or the characters of its candidates. An empty cell
/// is a mark such as `.` or -1.
using JsonCells = std::vector<std::string>;

/// A puzzle in a JSON value with its expected answers, or a damaged puzzle.
struct JsonPuzzle {
  JsonCells puzzle;
  JsonCells solution{};  ///< empty if unknown
  std::optional<SolutionCount> count{};
  std::string defect{};  ///< an error message instead of a puzzle
};

/// Returns the cells of a list of cells, or of a text with a character per cell. Returns nullopt
/// for any other value.
std::optional<JsonCells> json_row(const nlohmann::ordered_json& json);

/// Whether all texts of the cells are symbols or numbers of boards of that side.
bool are_json_cells(const JsonCells& cells, std::size_t side);

/// Returns all puzzles of a value, and a defect for each damaged one. All boards must have the side
/// `side`, and candidates if `have_candidates` is true.
///
/// A board is a text with a character per cell, a list of cells, or a list of rows, which are lists
/// or texts. Candidates are a text, see candidate_text.h. In an object, the member with the first
/// of kPuzzleNames holds the puzzle or a list or object of puzzles. A member with one of
/// kExpectationNames holds the solution, or a list that begins with it. If there is a list or an
/// object of puzzles, it holds a list or an object of solutions. Without such names, all boards in
/// the object are puzzles. Of two boards, however, a complete one is the solution of the other.
std::vector<JsonPuzzle> find_json_puzzles(const nlohmann::ordered_json& json, std::size_t side,
                                          bool have_candidates);

}  // namespace sudoku
