#include "harness/dataset/cell_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/import/loose_line.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether `piece` is a number or an empty-cell mark of boards up to that side.
bool may_be_integer(std::string_view piece, std::size_t side) {
  const auto cell = parse_integer_cell(piece);
  return cell && *cell <= static_cast<std::int64_t>(side);
}

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

/// Whether a line ends, or has a separator, after `size` characters.
bool ends_at(std::string_view text, std::size_t size) {
  return text.size() == size || text.find_first_of(" ,;\t", size) == size;
}

/// Returns the length of the puzzle bank id that `text` begins with, including the blank, or 0.
std::size_t bank_id_size(std::string_view text) {
  constexpr std::size_t kDigitsOfId = 12;
  const std::string_view id = text.substr(0, kDigitsOfId);
  const bool is_id = id.find_first_not_of("0123456789abcdefABCDEF") == id.npos;
  return is_id && text.size() > kDigitsOfId && text[kDigitsOfId] == ' ' ? kDigitsOfId + 1 : 0;
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

std::optional<Shape> nearest_shape(std::size_t cells) {
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    const auto shape = usual_shape(side);
    if (!shape) continue;
    const std::size_t slack = shape->cells() / 32;
    if (cells + slack >= shape->cells() && cells <= shape->cells() + slack) return shape;
  }
  return usual_shape(cells);
}

Shape likely_shape(std::string_view cells) {
  Grid ignored;
  const auto shape = nearest_shape(cells.size());
  const bool is_larger = shape && cells.size() > kMaxSide && shape->side() > kSize;
  if (!is_larger || parse_line(cells, ignored) == kCells) return k9x9;
  const auto symbols = std::count_if(cells.begin(), cells.end(),
                                     [&](char c) { return may_be_symbol(c, shape->side()); });
  return 10 * static_cast<std::size_t>(symbols) >= 9 * cells.size() ? *shape : k9x9;
}

std::pair<std::size_t, char> find_cells(std::string_view text) {
  std::size_t begin = std::min(text.size(), text.find_first_not_of(kBlanks));
  begin += bank_id_size(text.substr(begin));
  const bool is_quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
  return is_quoted ? std::pair(begin + 1, text[begin]) : std::pair(begin, '\0');
}

bool ends_properly(std::string_view cells, std::size_t count, char quote) {
  // Spreadsheets write an apostrophe before text.
  if (quote != '"' && ends_at(cells, count)) return true;
  return cells.size() > count && cells[count] == quote && ends_at(cells, count + 1);
}

std::string_view find_candidates(std::string_view text) {
  const auto words = split_words(text);
  return words.empty() ? text : *std::ranges::max_element(words, {}, &std::string_view::size);
}

bool is_puzzle_line(std::string_view text) {
  const auto [begin, quote] = find_cells(text);
  const std::string_view cells = text.substr(begin);
  Grid ignored;
  return parse_line(cells, ignored) == kCells && ends_properly(cells, kCells, quote);
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
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kMostNumbers = 3;
  constexpr std::size_t kMostDigits = 2;
  if (text.find_first_not_of("0123456789xXnN*= \t") != text.npos) return false;
  std::size_t numbers = 0;
  for (std::size_t begin = 0; (begin = text.find_first_of(kDigits, begin)) != text.npos;) {
    const std::size_t end = std::min(text.size(), text.find_first_not_of(kDigits, begin));
    if (++numbers > kMostNumbers || end - begin > kMostDigits) return false;
    begin = end;
  }
  return numbers > 0;
}

bool is_section(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || !text.starts_with('[') || !text.ends_with(']')) return false;
  const std::string name = lower_case(text.substr(1, text.size() - 2));
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz ") == name.npos;
}

}  // namespace sudoku
