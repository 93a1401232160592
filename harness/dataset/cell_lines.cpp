#include "harness/dataset/cell_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engines/grid.h"
#include "harness/dataset/import/loose_line.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Reads the cells of pieces that are all cells.
std::optional<CellLine> parse_pieces(const std::vector<std::string_view>& pieces,
                                     std::string_view text, const Sides& sides) {
  if (pieces.empty()) return std::nullopt;
  const std::size_t count = pieces.size();
  const std::size_t side = sides.has(count) ? count : sides.of_board(count);
  constexpr std::size_t kTypicalMost = 36;  // a wrong number is rarely larger
  const std::size_t most = std::max(side, kTypicalMost);
  if (count > 1 && side != 0 &&
      std::ranges::all_of(pieces, [=](auto piece) { return may_be_integer(piece, most); })) {
    // Separated integers of one digit may also be symbols.
    const bool is_certain =
        std::ranges::any_of(pieces, [](auto piece) { return piece.size() > 1; });
    // The separated cells of a whole board are integers.
    const bool is_integers = is_certain || !sides.has(count) || sides.of_board(count) != 0;
    return CellLine{{count, is_integers}, is_certain || !sides.has(count), pieces, text};
  }
  // The first piece may be a board, or all pieces together a row.
  const std::string_view first = pieces.front();
  const std::size_t board = sides.of_board(first.size());
  if (board != 0 && may_be_symbols(first, board)) {
    // Also its solution, which may have digits that are no clues.
    std::vector<std::string_view> boards;
    std::ranges::copy_if(pieces, std::back_inserter(boards), [&](std::string_view piece) {
      return piece.size() == first.size() && may_be_symbols(piece, board);
    });
    return CellLine{{first.size()}, true, std::move(boards), text};
  }
  const std::size_t cells = total_size(pieces);
  const auto are_symbols = [&](std::size_t of_side) {
    return std::ranges::all_of(pieces, [=](auto piece) { return may_be_symbols(piece, of_side); });
  };
  const bool is_even = std::ranges::all_of(
      pieces, [&](std::string_view piece) { return piece.size() == first.size(); });
  // The rows of a board may follow each other in one line.
  const bool is_board = is_even && first.size() == count && sides.has(count);
  if (is_board && are_symbols(count)) return CellLine{{cells}, true, pieces, text};
  const bool is_row = is_even && sides.has(cells) && are_symbols(cells);
  return is_row ? std::optional(CellLine{{cells}, true, pieces, text}) : std::nullopt;
}

/// Finds the boards of symbols in a line with other text.
std::optional<CellLine> parse_boards_within(std::string_view text, const Sides& sides) {
  std::vector<std::string_view> boards;
  for (const std::string_view piece : split_words(text)) {
    const std::size_t side = sides.of_board(piece.size());
    const bool has_clue = std::ranges::any_of(
        piece, [](char c) { return (c >= '1' && c <= '9') || (c >= 'A' && c <= 'Z'); });
    const bool is_same = boards.empty() || piece.size() == boards.front().size();
    if (side != 0 && has_clue && is_same && may_be_symbols(piece, side)) boards.push_back(piece);
  }
  if (boards.empty()) return std::nullopt;
  return CellLine{{boards.front().size()}, true, boards, text};
}

}  // namespace

std::size_t Sides::of_board(std::size_t cells) const {
  const std::size_t side = square_root(cells);
  return has(side) ? side : 0;
}

std::optional<Shape> Sides::shape_of(std::size_t side) const {
  return given_ && given_->side() == side ? given_ : usual_shape(side);
}

std::optional<CellLine> parse_cell_line(std::string_view text, const Sides& sides) {
  auto pieces = split_cells(text);
  if (auto line = parse_pieces(pieces, text, sides)) return line;
  const std::size_t all = pieces.size();
  drop_remark(text, pieces);
  auto line = pieces.size() < all ? parse_pieces(pieces, text, sides) : std::nullopt;
  return line ? line : parse_boards_within(text, sides);
}

std::size_t drawn_columns(std::string_view row, bool are_integers) {
  const auto cells_of = [=](std::string_view part) {
    return count_cells(split_cells(part), are_integers);
  };
  const auto parts = split(trim(row), "|");
  const bool are_even = parts.size() > 1 && std::ranges::count(parts, cells_of(parts[0]),
                                                               cells_of) == std::ssize(parts);
  return are_even ? cells_of(parts[0]) : 0;
}

bool fits_side(const CellLine& line, std::size_t side) {
  return std::ranges::all_of(line.pieces, [&](std::string_view piece) {
    return line.count.is_integers ? may_be_integer(piece, side) : may_be_symbols(piece, side);
  });
}

std::optional<Shape> shape_of_boxes(std::size_t side, std::size_t box_rows,
                                    std::size_t box_columns) {
  const auto fits = [side](std::size_t cells) {
    return cells >= 2 && cells < side && side % cells == 0;
  };
  if (!fits(box_columns) && !fits(box_rows)) return std::nullopt;
  const std::size_t rows = fits(box_columns) ? side / box_columns : box_rows;
  return Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(side / rows)};
}

std::string_view find_candidates(std::string_view text) {
  const auto words = split_words(text);
  return words.empty() ? text : *std::ranges::max_element(words, {}, &std::string_view::size);
}

bool is_rule(std::string_view text, std::size_t side) {
  const std::string_view framed = trim(text);
  if (framed.size() > side && framed.front() == '*' && framed.back() == '*') {
    text = framed.substr(1, framed.size() - 2);
  }
  if (text.find_first_not_of("-+=| \t") != std::string_view::npos) return false;
  if (text.find_first_of("+=") != std::string_view::npos) return true;
  const auto dashes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '-'));
  return dashes != 0 && dashes != side;
}

bool is_size(std::string_view text) {
  constexpr std::size_t kMostNumbers = 3;
  constexpr std::size_t kMostDigits = 2;
  const auto numbers = split(text, "xXnN*= \t");
  return !numbers.empty() && numbers.size() <= kMostNumbers &&
         std::ranges::all_of(numbers, [](std::string_view number) {
           return number.size() <= kMostDigits &&
                  number.find_first_not_of("0123456789") == number.npos;
         });
}

bool is_section(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || !text.starts_with('[') || !text.ends_with(']')) return false;
  const std::string name = lower_case(text.substr(1, text.size() - 2));
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz ") == name.npos;
}

}  // namespace sudoku
