#include "harness/dataset/cell_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engines/grid.h"
#include "harness/base/units.h"
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
  const auto parts = split(trim(row), Characters("|"));
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

bool is_section(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || !text.starts_with('[') || !text.ends_with(']')) return false;
  const std::string name = lower_case(text.substr(1, text.size() - 2));
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz ") == name.npos;
}

bool is_decimal(std::string_view text) {
  const std::size_t point = std::min(text.size(), text.find('.'));
  const bool is_whole = parse_number(text.substr(0, point)).has_value();
  return is_whole && (point + 1 >= text.size() || parse_number(text.substr(point + 1)).has_value());
}

bool has_words(const std::vector<std::string_view>& pieces) {
  constexpr std::size_t kShortest = 3;
  return std::ranges::any_of(pieces, [&](std::string_view piece) {
    const bool is_unlike_cells = piece.size() != pieces.front().size() ||
                                 piece.size() != pieces.back().size() ||
                                 (piece[0] < 'a') != (piece.back() < 'a');
    return piece.size() >= kShortest && std::ranges::all_of(piece, is_letter) && is_unlike_cells;
  });
}

void drop_remark(std::string_view text, std::vector<std::string_view>& pieces) {
  const auto is_single = [](std::string_view piece) { return piece.size() <= 2; };
  const auto has_letter = [](std::string_view piece) {
    return std::ranges::any_of(piece, is_letter);
  };
  const auto gap_before = [&](std::size_t i) {
    const auto begin = static_cast<std::size_t>(pieces[i - 1].end() - text.data());
    const auto end = static_cast<std::size_t>(pieces[i].begin() - text.data());
    return text.substr(begin, end - begin);
  };
  bool are_single = true;     // all pieces so far
  bool have_letters = false;  // any piece so far
  bool have_tabs = false;     // any gap so far
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view piece = pieces[i];
    // A bar follows all cells of a framed row.
    const auto end = static_cast<std::size_t>(piece.data() - text.data()) + piece.size();
    if (i > 0 && text.find('|', end) == text.npos) {
      const bool has_tab = gap_before(i).find('\t') != text.npos;
      const bool is_sign = is_comment(piece) || !may_be_symbols(piece, kMaxSideOfSymbols);
      const bool is_word = piece.size() > 1 && has_letter(piece) && !have_letters;
      const bool is_rating = are_single && !is_single(piece);
      const bool is_set_apart = i > 1 && has_tab && !have_tabs;
      // A number follows a row or a board.
      const bool is_number = i == 1 && pieces.size() == 2 && piece.size() != pieces[0].size() &&
                             is_row_or_board(pieces[0].size()) && is_decimal(piece);
      if (is_sign || is_word || is_rating || is_set_apart || is_number) {
        pieces.resize(i);
        return;
      }
      have_tabs |= has_tab;
    }
    are_single &= is_single(piece);
    have_letters |= has_letter(piece);
  }
}

bool resembles_cells(std::string_view text, const CellReader& reader, std::size_t expected) {
  const auto pieces = split_cells(text);
  const std::size_t size = total_size(pieces);
  const std::size_t side = reader.side();
  // The line may be written with another first symbol than the one that `reader` expects.
  const auto are_symbols = [side](std::string_view piece) { return may_be_symbols(piece, side); };
  if (size == expected && std::ranges::all_of(pieces, are_symbols)) return true;
  // The line may be the number of boards, or `1.` before a board.
  const std::size_t longest_number = expected <= kMaxSideOfSymbols ? 6 : 12;
  const bool is_number = pieces.size() == 1 && size <= longest_number &&
                         text.find_first_not_of("0123456789. \t") == text.npos &&
                         std::ranges::count(text, '.') <= 1;
  if (size < 2 || is_number) return false;
  // Words consist of letters, which are symbols of large boards.
  const bool may_be_letters = 4 * size >= expected;
  const auto are_mostly_cells = [&](std::string_view part) {
    const auto cells = std::ranges::count_if(
        part, [&](char c) { return reader.is_cell(c) && (may_be_letters || !is_letter(c)); });
    const auto others =
        std::ranges::count_if(part, [](char c) { return kCellGaps.find(c) != kCellGaps.npos; });
    return 10 * cells >= 7 * (std::ssize(part) - others);
  };
  // A damaged board may be within other text.
  constexpr std::size_t kLongWord = 16;
  const auto is_long = [&](std::string_view word) {
    const bool may_be_larger = expected > kMaxSideOfSymbols && 2 * word.size() >= expected &&
                               may_be_symbols(word, kMaxSideOfSymbols);
    return word.size() >= kLongWord && (may_be_larger || are_mostly_cells(word));
  };
  // A label may precede numbers, as in `ED=8.4/1.2/1.2`.
  const bool is_labelled = text.find_first_of("=:") != text.npos;
  return (!is_labelled && are_mostly_cells(text)) ||
         std::ranges::any_of(split_words(text), is_long);
}

std::vector<std::string_view> find_boards(std::string_view text, const CellReader& reader) {
  auto words = split_words(text);
  std::erase_if(words, [&](std::string_view word) {
    return word.size() != reader.shape().cells() ||
           !std::ranges::all_of(word, [&](char c) { return reader.is_cell(c); });
  });
  return words;
}

}  // namespace sudoku
