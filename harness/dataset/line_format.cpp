// One puzzle per line, at its start, in quotes or after an id of the puzzle bank of
// sudoku-exchange, which has twelve hexadecimal digits. Other text may surround the puzzle, such as
// a number, a name, the address of a web page or the tags of XML. If a line has two boards, the
// complete one is the solution of the other, and becomes its expectation. Cells may also be
// separated by blanks, commas, semicolons or tabs, with a remark after them. In the format
// `integers`, cells are always separated. Lines that do not look like damaged puzzles are text and
// are skipped.
//
// Puzzles with candidates have a character per cell and digit, see candidate_text.h.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/rules.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns the offset of the cells at the start of a line, after blanks, the id of a puzzle bank
/// and a quote.
std::size_t begin_of_cells(std::string_view text) {
  constexpr std::size_t kDigitsOfId = 12;
  std::size_t begin = std::min(text.size(), text.find_first_not_of(kBlanks));
  const std::string_view id = text.substr(begin, kDigitsOfId + 1);
  const bool has_id = id.find_first_not_of("0123456789abcdefABCDEF") == kDigitsOfId;
  if (has_id && id.back() == ' ') begin += id.size();
  const bool is_quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
  return begin + (is_quoted ? 1 : 0);
}

class LineFormat final : public PuzzlePerLine {
 public:
  LineFormat(LineReader& lines, const Notation& notation)
      : PuzzlePerLine(lines, notation), is_classic_(is_classic(notation)) {}

 private:
  /// Remembers the marks of empty cells in the first board that has clues and empty cells.
  void learn_marks(std::string_view board) {
    if (!marks_.empty() || std::ranges::all_of(board, is_empty_mark)) return;
    std::ranges::copy_if(board, std::back_inserter(marks_), is_empty_mark);
  }

  /// Whether a line repeats one mark that people also use to draw rules, and that boards do not use
  /// for empty cells. It is a rule, even if it is as long as a board.
  bool is_rule_of_marks(std::string_view text) const {
    text = trim(text);
    return !text.empty() && std::string_view("-_*~+").find(text.front()) != text.npos &&
           text.find_first_not_of(text.front()) == text.npos &&
           marks_.find(text.front()) == marks_.npos;
  }

  /// Reads the lines in memory up to the first that is not exactly 81 cells. Does not search for
  /// the line end, because an LF within the cells is not a cell.
  void read_plain_lines(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (is_classic_ && !has_expectations_ && block.puzzles.size() < max_puzzles) {
      const std::string_view text = lines_.buffered();
      if (text.size() <= kCells || text[kCells] != '\n') return;
      if (is_rule_of_marks(text.substr(0, kCells))) return;
      if (parse_line(text, as_grid(block.puzzles.emplace_back())) != kCells) {
        block.puzzles.pop_back();
        return;
      }
      learn_marks(text.substr(0, kCells));
      lines_.skip_line(kCells);
      block.lines.push_back(lines_.position().line);
    }
  }

  std::optional<Defect> read_line(const Line& line) override {
    if (reader_.notation().is_integers) return read_cells(line, reader_, cells_);
    if (is_rule_of_marks(line.text))
      return Defect{{line.number, 1},
                    "a line of one mark is a rule, not a board; write . for empty cells"};
    if (has_candidates()) {
      const std::string_view text = find_candidates(line.text);
      return read_candidates(text, position_of(text, line), reader_, candidates_);
    }
    const CellReader before = reader_;
    const auto boards = find_boards(line.text, reader_);
    auto defect = boards.empty() ? read_without_board(line) : read_boards(line, boards);
    if (defect) reader_ = before;  // an invalid line does not decide about empty-cell marks
    return defect;
  }

  SkippedLines* note_of(std::string_view text) override {
    const std::size_t size = cells_.size() * (has_candidates() ? reader_.side() : 1);
    const bool is_damaged =
        !is_rule(text, reader_.side()) && !is_rule_of_marks(text) &&
        (resembles_cells(text, reader_, size) || resembles_cells(text, reader_, cells_.size()));
    return is_damaged ? nullptr : &notes_.text;
  }

  /// Reads a line that has no whole board in one piece. Its cells may be separated.
  std::optional<Defect> read_without_board(const Line& line) {
    const CellReader before = reader_;
    const auto pieces = split_cells(line.text);
    if (may_be_separated(pieces) && !read_cells(line, reader_, cells_)) return std::nullopt;
    if (pieces.size() == cells_.size() &&
        std::all_of(pieces.begin(), pieces.end(), parse_integer_cell)) {
      return Defect{{line.number, 1},
                    fmt::format("{} numbers found, but the other boards are written in symbols",
                                cells_.size())};
    }
    const auto read = [&](std::string_view text) {
      CellReader reader = before;
      return read_board(text, position_of(text, line), reader, cells_);
    };
    auto defect = read(line.text.substr(begin_of_cells(line.text)));
    if (pieces.empty()) return defect;
    const std::string_view longest = *std::ranges::max_element(pieces, {}, &std::string_view::size);
    if (longest.data() == pieces[0].data() || 2 * longest.size() < cells_.size()) return defect;
    auto found = read(longest);
    return found ? found : defect;
  }

  /// Reads a line that has a puzzle, perhaps its solution, and perhaps other text.
  std::optional<Defect> read_boards(const Line& line, const std::vector<std::string_view>& boards) {
    const auto words = split_words(line.text);
    const auto is_damaged = [this](std::string_view word) {
      return word.size() != cells_.size() && 4 * word.size() >= 3 * cells_.size() &&
             4 * word.size() <= 5 * cells_.size() && resembles_cells(word, reader_, cells_.size());
    };
    const auto damaged = std::ranges::find_if(words, is_damaged);
    if (damaged != words.end()) {
      return read_board(*damaged, position_of(*damaged, line), reader_, cells_);
    }
    for (const std::string_view word : words) {
      if (word.size() != cells_.size() || std::ranges::find(boards, word) != boards.end()) continue;
      return Defect{position_of(word, line),
                    "a text as long as the board; regions and other rules are not supported"};
    }
    const auto is_complete = [this](std::string_view board) {
      return std::ranges::none_of(board, [this](char c) { return reader_.value_of(c) == 0; });
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
    if (has_expectations_ && boards.size() == 1 && complete == 1) {
      return Defect{
          position,
          "the line has only a complete board; earlier lines have a puzzle and its solution"};
    }
    if (auto wrong = read_board(puzzle, position, reader_, cells_)) return wrong;
    learn_marks(puzzle);
    if (boards.size() == 2) {
      const std::string_view other = boards[puzzle.data() == boards[0].data() ? 1 : 0];
      OwnedBoard solution(reader_.shape());
      const Position place = position_of(other, line);
      if (auto wrong = read_board(other, place, reader_, solution.cells())) return wrong;
      if (!is_solution_of(solution, {reader_.shape(), cells_})) {
        return Defect{place, "this board does not solve the other board of the line"};
      }
      expectation_.solution.push_back(solution);
    }
    return std::nullopt;
  }

  /// Whether a line may consist of separated cells or rows.
  bool may_be_separated(const std::vector<std::string_view>& pieces) const {
    const std::size_t side = reader_.side();
    return pieces.size() >= side && (pieces[1].size() == 1 || pieces[1].size() == side) &&
           std::all_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(side),
                       [&](auto piece) { return piece.size() == pieces[1].size(); });
  }

  bool is_classic_;
  std::string marks_;  // characters for empty cells
};

std::unique_ptr<PuzzleFormat> open_integers(const OpenDataset& dataset) {
  return dataset.layout.is_in_rows ? formats::grid.open(dataset) : open_as<LineFormat>(dataset);
}

void append_line(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  append_board(puzzle, text);
  text += '\n';
}

void append_integers(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  text += fmt::format("{}\n", fmt::join(puzzle.cells, " "));
}

void append_canonical(const Board& puzzle, const Expectation& expectation, std::string& text) {
  append_line(canonical_form(puzzle), expectation, text);
}

void append_candidates(const Board& puzzle, const Expectation& expectation, std::string& text) {
  OwnedBoard board(puzzle);
  board.candidates();  // adds every digit to a board without candidates
  append_line(board, expectation, text);
}

}  // namespace

const PuzzleWriter kLineWriter{.append = append_line, .holds_candidates = true};
const PuzzleWriter kIntegersWriter{.append = append_integers};
const PuzzleWriter kCandidatesWriter{
    .append = append_candidates,
    .holds_candidates = true,
    .supports = [](const Shape& shape) { return shape.side() <= kMaxSideOfCandidates; },
    .supported = "boards of up to 40x40"};
const PuzzleWriter kCanonicalWriter{.append = append_canonical, .holds_candidates = true};
const PuzzleWriter kMinlexWriter{.append = append_canonical,
                                 .supports = [](const Shape& shape) { return shape == k9x9; },
                                 .supported = "9x9"};

std::string drawn_cell(const Board& board, std::size_t cell) {
  if (board.shape.side() > kMaxSideOfSymbols) return fmt::format("{:>2}", board[cell]);
  return std::string(1, symbol_of(board[cell]));
}

bool records_shape(const PuzzleWriter& writer, const BoardKind& kind) {
  const Shape& shape = kind.shape;
  const bool is_for_people = writer.append_solution != nullptr;
  if (is_for_people || (writer.has_boxes && !shape.is_latin())) return true;
  // The 64 candidates of a 4x4 board look like a board of 8x8.
  const bool are_candidates = kind.have_candidates || &writer == &kCandidatesWriter;
  return usual_shape(shape.side()) == shape && !(are_candidates && shape.side() == 4);
}

const FileFormat formats::line{.open = open_as<LineFormat>, .writer = &kLineWriter};
const FileFormat formats::integers{.open = open_integers, .writer = &kIntegersWriter};

}  // namespace sudoku
