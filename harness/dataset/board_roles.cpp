#include "harness/dataset/board_roles.h"

#include <algorithm>
#include <array>

#include "engines/rules.h"
#include "harness/base/memory_source.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

/// Whether a board has the number of a region in each cell, instead of digits. Each number occurs
/// as often as in a complete board, and each cell has an adjacent cell with the same number. In
/// a board that obeys the rules, adjacent cells differ. Boards whose first and last row are equal
/// do not count.
bool are_regions(const Board& board) {
  const std::size_t side = board.shape.side();
  std::array<std::size_t, kMaxSide + 1> counts{};
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    const auto is_same = [&](bool has_other, std::size_t other) {
      return has_other && board[other] == board[i];
    };
    const bool is_in_region = is_same(i % side > 0, i - 1) || is_same(i % side + 1 < side, i + 1) ||
                              is_same(i >= side, i - side) ||
                              is_same(i + side < board.cells.size(), i + side);
    if (!is_in_region) return false;
    ++counts[board[i]];
  }
  const bool are_columns = std::ranges::equal(board.cells.first(side), board.cells.last(side));
  return !are_columns && std::ranges::count(counts, side) == static_cast<std::ptrdiff_t>(side);
}

}  // namespace

bool is_complete(const Board& board) {
  return std::ranges::find(board.cells, 0) == board.cells.end();
}

BoardRoles find_roles(const OpenDataset& dataset) {
  constexpr std::size_t kEnoughBoards = 16;
  constexpr std::size_t kEnoughBytes = std::size_t{32} * 1024;
  if (dataset.layout.format == DatasetFormat::csv || dataset.layout.notation.has_candidates)
    return {};
  MemorySource source(dataset.lines.buffered().substr(0, kEnoughBytes));
  LineReader lines(source);
  lines.learn_marks(dataset.layout.is_in_rows);
  Layout layout = dataset.layout;
  PuzzleBlock block;
  block.puzzles = BoardList(layout.notation.shape);
  format_of(layout.format)
      .open({lines, layout, dataset.options, dataset.path})
      ->read(block, kEnoughBoards);
  const std::size_t boards = block.puzzles.size();
  const bool is_last_alone = boards % 2 == 1 && dataset.lines.buffered().size() <= kEnoughBytes;
  BoardRoles roles{.have_solutions = boards > 1 && !is_last_alone && block.expectations.empty()};
  for (std::size_t i = 0; i < boards; ++i) {
    const Board board = block.puzzles[i];
    roles.has_regions |= are_regions(board);
    const bool fits = i % 2 == 0
                          ? !is_complete(board)
                          : is_complete(board) && is_solution_of(board, block.puzzles[i - 1]);
    roles.have_solutions &= fits;
  }
  return roles;
}

}  // namespace sudoku
