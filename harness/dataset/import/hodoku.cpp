// Lines of the library of HoDoKu: fields between colons. The third field is the board. A digit
// after `+` was placed during solving; it is not a clue. The fourth field lists deleted candidates,
// such as `115`: digit, row and column. If one of the first lines deletes candidates, all puzzles
// of the file are read with candidates.

#include <algorithm>
#include <vector>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

/// The fields of a line that are read.
struct HodokuLine {
  std::string_view board;
  std::string_view deleted;  ///< candidates
};

/// Returns nullopt if the text is not of this form.
std::optional<HodokuLine> split_line(std::string_view text) {
  constexpr std::size_t kBoard = 3;
  std::vector<std::string_view> fields;
  for (text = trim(text); text.find(':') != text.npos; text.remove_prefix(text.find(':') + 1)) {
    fields.push_back(text.substr(0, text.find(':')));
  }
  fields.push_back(text);
  if (fields.size() <= kBoard + 1 || !fields[0].empty()) return std::nullopt;
  return HodokuLine{fields[kBoard], fields[kBoard + 1]};
}

/// The clues of a board. Empty cells replace placed digits.
struct HodokuClues {
  std::string text;
  std::vector<std::size_t> offsets;  ///< of each clue and of the end in the board
};

HodokuClues clues_of(std::string_view board) {
  HodokuClues clues;
  for (std::size_t i = 0; i < board.size(); ++i) {
    clues.offsets.push_back(i);
    const bool is_placed = board[i] == '+' && i + 1 < board.size() && is_clue(board[i + 1]);
    clues.text += is_placed ? '.' : board[i];
    i += is_placed ? 1 : 0;
  }
  clues.offsets.push_back(board.size());
  return clues;
}

class HodokuFormat final : public PuzzlePerLine {
 public:
  using PuzzlePerLine::PuzzlePerLine;

 private:
  std::optional<Defect> read_line(const Line& line) override {
    const auto parts = split_line(line.text);
    if (!parts) {
      return Defect{{line.number, 1},
                    "no board between the third and the fourth colon of a HoDoKu line"};
    }
    const HodokuClues clues = clues_of(parts->board);
    auto defect = read_whole_board(clues.text, {line.number, 0}, reader_, cells_);
    if (!defect) return delete_candidates(line, parts->deleted);
    const std::size_t offset = clues.offsets[defect->position.column];
    defect->position = position_of(parts->board.substr(offset), line);
    return defect;
  }

  std::optional<Defect> delete_candidates(const Line& line, std::string_view deleted) {
    if (!has_candidates()) {
      if (is_blank(deleted)) return std::nullopt;
      return Defect{position_of(deleted, line),
                    "this HoDoKu line deletes candidates, unlike the first lines of the file; "
                    "move it to the start"};
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      candidates_[i] = cells_[i] == 0 ? all_digits(k9x9) : digit_bit(cells_[i]);
      cells_[i] = 0;
    }
    for (const std::string_view piece : split_cells(deleted)) {
      if (piece.size() != 3 || !std::ranges::all_of(piece, is_clue)) {
        return Defect{
            position_of(piece, line),
            one_line(piece) +
                " is not a deleted candidate; write its digit, row and column, such as 115"};
      }
      const auto number = [&](std::size_t i) { return static_cast<std::uint8_t>(piece[i] - '0'); };
      candidates_[kSize * (number(1) - 1) + number(2) - 1] &= ~digit_bit(number(0));
    }
    return std::nullopt;
  }
};

Recognition recognize_line(const SampleLine& sample) {
  const auto first = split_line(sample.line);
  if (!first || !allow_classic(sample.options)) return {};
  const std::string clues = clues_of(first->board).text;
  Grid ignored;
  if (clues.size() != kCells || parse_line(clues, ignored) != kCells) return {};
  Layout layout = usual_layout(DatasetFormat::hodoku, sample.options);
  for (std::string_view rest = sample.from_here; const auto line = take_content_line(rest);) {
    const auto parts = split_line(*line);
    layout.notation.has_candidates |= parts && !is_blank(parts->deleted);
  }
  return {layout};
}

}  // namespace

const FileFormat formats::hodoku{.recognize = recognize_line, .open = open_as<HodokuFormat>};

}  // namespace sudoku
