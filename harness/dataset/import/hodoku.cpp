// Lines of the library of HoDoKu: fields between colons. The third field is the board. A digit
// after `+` was placed during solving; it is not a clue. The fourth field lists deleted candidates,
// such as `115`: digit, row and column. If one of the first lines deletes candidates, all puzzles
// of the file are read with candidates.

#include <algorithm>
#include <utility>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

/// Returns the third field of a line, or nullopt if the line is not of this form.
std::optional<std::string_view> board_field(std::string_view text) {
  text = trim(text);
  constexpr std::size_t kFieldsBefore = 3;
  for (std::size_t field = 0; field < kFieldsBefore; ++field) {
    const std::size_t colon = text.find(':');
    if (colon == text.npos || (field == 0 && colon != 0)) return std::nullopt;
    text.remove_prefix(colon + 1);
  }
  const std::size_t end = text.find(':');
  return end == text.npos ? std::nullopt : std::optional(text.substr(0, end));
}

/// Returns the field after the board, which lists the deleted candidates.
std::string_view deleted_field(std::string_view text, std::string_view board) {
  text.remove_prefix(static_cast<std::size_t>(board.end() - text.begin()) + 1);
  return text.substr(0, text.find(':'));
}

/// Replaces each `+` and the digit after it by an empty cell.
std::string without_placed(std::string_view board) {
  std::string clues;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const bool is_placed = board[i] == '+' && i + 1 < board.size() && is_clue(board[i + 1]);
    clues += is_placed ? '.' : board[i];
    i += is_placed ? 1 : 0;
  }
  return clues;
}

/// Returns how many placed digits precede `column`, which counts from 1 in the result of
/// `without_placed`.
std::size_t placed_before(std::string_view board, std::size_t column) {
  std::size_t placed = 0;
  for (std::size_t i = 0; i < board.size() && i + 1 < column + placed; ++i) {
    if (board[i] == '+' && i + 1 < board.size() && is_clue(board[i + 1])) ++placed;
  }
  return placed;
}

class HodokuFormat final : public PuzzlePerLine {
 public:
  using PuzzlePerLine::PuzzlePerLine;

 private:
  std::optional<Defect> read_line(const Line& line, PuzzleBlock& /*block*/) override {
    const auto board = board_field(line.text);
    if (!board) {
      return Defect{{line.number, 1},
                    "no board between the third and the fourth colon of a HoDoKu line"};
    }
    const auto begin = static_cast<std::size_t>(board->data() - line.text.data());
    auto defect =
        read_whole_board(without_placed(*board), {line.number, begin + 1}, reader_, cells_);
    if (defect) defect->position.column += placed_before(*board, defect->position.column - begin);
    return defect ? defect : delete_candidates(line, deleted_field(line.text, *board));
  }

  std::optional<Defect> delete_candidates(const Line& line, std::string_view deleted) {
    const auto fail = [&](std::string_view part, std::string what) {
      return Defect{{line.number, static_cast<std::size_t>(part.data() - line.text.data()) + 1},
                    std::move(what)};
    };
    const bool has_any = !is_blank(deleted);
    if (candidates_.empty()) {
      if (!has_any) return std::nullopt;
      return fail(deleted,
                  "this HoDoKu line deletes candidates, unlike the first lines of the file; "
                  "move it to the start");
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      candidates_[i] = cells_[i] == 0 ? all_digits(k9x9) : digit_bit(cells_[i]);
      cells_[i] = 0;
    }
    for (const std::string_view piece : split_cells(deleted)) {
      if (piece.size() != 3 || !std::ranges::all_of(piece, is_clue)) {
        return fail(piece, one_line(piece) +
                               " is not a deleted candidate; it is a digit, a row and "
                               "a column of HoDoKu, such as 115");
      }
      const auto number = [&](std::size_t i) { return static_cast<std::uint8_t>(piece[i] - '0'); };
      candidates_[kSize * (number(1) - 1) + number(2) - 1] &= ~digit_bit(number(0));
    }
    return std::nullopt;
  }
};

Recognition recognize_line(const SampleLine& sample) {
  const auto board = board_field(sample.line);
  if (!board || !allow_classic(sample.options)) return {};
  const std::string clues = without_placed(*board);
  Grid ignored;
  if (clues.size() != kCells || parse_line(clues, ignored) != kCells) return {};
  Layout layout = usual_layout(DatasetFormat::hodoku, sample.options);
  for (std::string_view rest = sample.from_here; const auto line = take_content_line(rest);) {
    const auto field = board_field(*line);
    layout.notation.has_candidates |= field && !is_blank(deleted_field(*line, *field));
  }
  return {layout};
}

}  // namespace

const FileFormat formats::hodoku{.recognize = recognize_line, .open = open_as<HodokuFormat>};

}  // namespace sudoku
