#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_text.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// Finds the puzzle in a line with other text, such as a number, a name, the address of a web page
/// or the tags of XML. If a line has two boards, the complete one is the solution of the other, and
/// becomes its expectation. Cells may also be separated by blanks, commas, semicolons or tabs, with
/// a remark after them. Not thread-safe.
class LooseLine {
 public:
  /// Reads with `reader`, which must outlive this object.
  explicit LooseLine(CellReader& reader) : reader_(reader) {}

  /// Reads the puzzle of a line into `cells`, and may append its expectation to `block`. `defect`
  /// is the reason if the line does not begin with a board.
  std::optional<Defect> read(const Line& line, std::optional<Defect> defect,
                             std::span<std::uint8_t> cells, PuzzleBlock& block);

  /// Returns the text of the last puzzle; empty if there was none or its cells were separated.
  std::string_view board() const { return board_; }
  /// Whether a line had a puzzle and its solution. Then all puzzles have expectations.
  bool has_solutions() const { return has_solutions_; }

 private:
  std::optional<Defect> read_solution(const Line& line, std::string_view text, const Board& puzzle,
                                      PuzzleBlock& block);
  void add_expectation(Expectation expectation, PuzzleBlock& block);
  std::optional<Defect> find_damaged_board(const Line& line, std::span<std::uint8_t> cells);
  bool may_be_separated(const std::vector<std::string_view>& pieces) const;
  std::optional<Defect> describe_longest(const Line& line, std::optional<Defect> defect,
                                         std::span<std::uint8_t> cells);
  bool is_empty(char c);

  CellReader& reader_;
  std::string_view board_;
  bool has_solutions_ = false;
};

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
