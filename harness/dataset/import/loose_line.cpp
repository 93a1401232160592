#include "harness/dataset/import/loose_line.h"

#include <algorithm>

#include "harness/base/units.h"

namespace sudoku {
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
