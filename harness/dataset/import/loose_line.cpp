#include "harness/dataset/import/loose_line.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/units.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

Position position_of(std::string_view part, const Line& line) {
  return {line.number, static_cast<std::size_t>(part.data() - line.text.data()) + 1};
}

/// Whether `text` is a number such as 7 or 7.2.
bool is_decimal(std::string_view text) {
  const std::size_t point = std::min(text.size(), text.find('.'));
  const bool is_whole = parse_number(text.substr(0, point)).has_value();
  return is_whole && (point == text.size() || parse_number(text.substr(point + 1)).has_value());
}

}  // namespace

std::optional<Defect> LooseLine::read(const Line& line, std::optional<Defect> defect,
                                      std::span<std::uint8_t> cells, PuzzleBlock& block) {
  board_ = {};
  const auto boards = find_boards(line.text, reader_);
  if (boards.empty()) {
    const bool is_separated =
        defect && may_be_separated(split_cells(line.text)) && !read_cells(line, reader_, cells);
    if (defect && !is_separated) return describe_longest(line, std::move(defect), cells);
    add_expectation({}, block);
    return std::nullopt;
  }
  if (auto damaged = find_damaged_board(line, cells)) return damaged;
  const auto is_complete = [this](std::string_view board) {
    return std::ranges::none_of(board, [this](char c) { return is_empty(c); });
  };
  const auto complete = static_cast<std::size_t>(std::ranges::count_if(boards, is_complete));
  const std::string_view puzzle =
      *std::ranges::find(boards, complete == boards.size(), is_complete);
  const Position position = position_of(puzzle, line);
  if (boards.size() > 2 || boards.size() - complete > 1) {
    return Defect{position, fmt::format("{} boards in one line; write one puzzle per line, or "
                                        "choose a column with --column",
                                        boards.size())};
  }
  if (has_solutions_ && boards.size() == 1 && complete == 1) {
    return Defect{
        position,
        "the line has only a complete board; earlier lines have a puzzle and its solution"};
  }
  if (auto wrong = read_board(puzzle, position, reader_, cells)) return wrong;
  board_ = puzzle;
  if (boards.size() == 1) {
    add_expectation({}, block);
    return std::nullopt;
  }
  const std::string_view other = boards[puzzle.data() == boards[0].data() ? 1 : 0];
  return read_solution(line, other, {reader_.shape(), cells}, block);
}

std::optional<Defect> LooseLine::read_solution(const Line& line, std::string_view text,
                                               const Board& puzzle, PuzzleBlock& block) {
  OwnedBoard solution(reader_.shape());
  const Position position = position_of(text, line);
  if (auto defect = read_board(text, position, reader_, solution.cells())) return defect;
  if (!is_solution_of(solution, puzzle)) {
    return Defect{position, "this board does not solve the other board of the line"};
  }
  Expectation expectation;
  expectation.solution.push_back(solution);
  add_expectation(std::move(expectation), block);
  return std::nullopt;
}

/// Adds the expectation of a puzzle that will be added to the block.
void LooseLine::add_expectation(Expectation expectation, PuzzleBlock& block) {
  has_solutions_ |= !expectation.solution.empty();
  if (!has_solutions_) return;
  block.expectations.resize(block.puzzles.size());
  block.expectations.push_back(std::move(expectation));
}

/// Returns the defect of a damaged board in a line that also has undamaged boards.
std::optional<Defect> LooseLine::find_damaged_board(const Line& line,
                                                    std::span<std::uint8_t> cells) {
  for (const std::string_view word : split_words(line.text)) {
    const bool is_long = 4 * word.size() >= 3 * cells.size() && word.size() != cells.size();
    if (!is_long || 4 * word.size() > 5 * cells.size()) continue;
    if (!resembles_cells(word, reader_, cells.size())) continue;
    return read_board(word, position_of(word, line), reader_, cells);
  }
  return std::nullopt;
}

/// Whether a line may consist of separated cells or rows.
bool LooseLine::may_be_separated(const std::vector<std::string_view>& pieces) const {
  return pieces.size() >= reader_.side() &&
         (pieces[1].size() == 1 || pieces[1].size() == reader_.side()) &&
         std::ranges::all_of(pieces.begin(),
                             pieces.begin() + static_cast<std::ptrdiff_t>(reader_.side()),
                             [&](auto piece) { return piece.size() == pieces[1].size(); });
}

/// Describes the part of a line that is most like a board.
std::optional<Defect> LooseLine::describe_longest(const Line& line, std::optional<Defect> defect,
                                                  std::span<std::uint8_t> cells) {
  const auto pieces = split_cells(line.text);
  if (pieces.empty()) return defect;
  const std::string_view longest = *std::ranges::max_element(pieces, {}, &std::string_view::size);
  if (longest.data() == pieces[0].data() || 2 * longest.size() < cells.size()) return defect;
  auto found = read_board(longest, position_of(longest, line), reader_, cells);
  return found ? found : defect;
}

bool LooseLine::is_empty(char c) {
  std::uint8_t cell = 0;
  return reader_.read_symbol({&c, 1}, cell).empty() && cell == 0;
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
      // A row or a board, and a number.
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
  // Perhaps with another first symbol.
  const auto are_symbols = [side](std::string_view piece) { return may_be_symbols(piece, side); };
  if (size == expected && std::ranges::all_of(pieces, are_symbols)) return true;
  // A number of boards, or `1.`
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
  // Such as `ED=8.4/1.2/1.2`.
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
