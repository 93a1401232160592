// One puzzle per line, at its start, in quotes or after an id of the puzzle bank of
// sudoku-exchange, which has twelve hexadecimal digits. Any other line goes to LooseLine
// (import/loose_line.h). Lines that do not look like damaged puzzles are text and are skipped.
// In the format `integers`, blanks, commas, semicolons or tabs separate the cells.
//
// Puzzles with candidates have a character per cell and digit, see candidate_text.h.

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/import/loose_line.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether a line repeats a single mark that people also use to draw rules.
bool is_repeated_mark(std::string_view text) {
  text = trim(text);
  return !text.empty() && std::string_view("-_*~+").find(text.front()) != text.npos &&
         text.find_first_not_of(text.front()) == text.npos;
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

  /// Whether a line repeats one mark that boards do not use for empty cells. It is a rule, even if
  /// it is as long as a board.
  bool is_rule_of_marks(std::string_view text) const {
    return is_repeated_mark(text) && marks_.find(trim(text).front()) == marks_.npos;
  }

  /// Reads the lines in memory up to the first that is not exactly 81 cells. Does not search for
  /// the line end, because an LF within the cells is not a cell.
  void read_plain_lines(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (is_classic_ && !loose_.has_solutions() && block.puzzles.size() < max_puzzles) {
      const std::string_view text = lines_.buffered();
      if (text.size() <= kCells || text[kCells] != '\n') return;
      if (is_rule_of_marks(text.substr(0, kCells))) return;
      if (parse_line(text, as_grid(block.puzzles.emplace_back())) != kCells) {
        block.puzzles.pop_back();
        return;
      }
      learn_marks(text.substr(0, kCells));
      lines_.skip_line(kCells);
      block.lines.push_back(lines_.line_count());
    }
  }

  std::optional<Defect> read_line(const Line& line, PuzzleBlock& block) override {
    if (reader_.notation().is_integers) return read_cells(line, reader_, cells_);
    if (is_rule_of_marks(line.text))
      return Defect{{line.number, 1},
                    "a line of one mark is a rule, not a board; write . for empty cells"};
    if (reader_.notation().has_candidates) {
      const std::string_view text = find_candidates(line.text);
      const auto begin = static_cast<std::size_t>(text.data() - line.text.data());
      return read_candidates(text, {line.number, begin + 1}, reader_, candidates_);
    }
    auto defect = read_first_board(line);
    const bool is_alone = !loose_.has_solutions() && 4 * line.text.size() < 7 * cells_.size();
    if (!defect && is_alone) return std::nullopt;
    defect = loose_.read(line, std::move(defect), cells_, block);
    learn_marks(loose_.board());
    return defect;
  }

  SkippedLines* note_of(std::string_view text) override {
    const std::size_t size = cells_.size() * (candidates_.empty() ? 1 : reader_.side());
    const bool is_damaged =
        !is_rule(text, reader_.side()) && !is_rule_of_marks(text) &&
        (resembles_cells(text, reader_, size) || resembles_cells(text, reader_, cells_.size()));
    return is_damaged ? nullptr : &notes_.text;
  }

  /// Reads the board at the start of a line.
  std::optional<Defect> read_first_board(const Line& line) {
    const auto [begin, quote] = find_cells(line.text);
    const std::string_view text = line.text.substr(begin);
    Position position{line.number, begin + 1};
    if (auto defect = read_board(text, position, reader_, cells_)) {
      if (!is_board_of_numbers(line.text)) return defect;
      return Defect{{line.number, 1},
                    fmt::format("{} numbers found, but the other boards are written in symbols",
                                cells_.size())};
    }
    if (ends_properly(text, cells_.size(), quote)) {
      learn_marks(text.substr(0, cells_.size()));
      return std::nullopt;
    }
    if (quote == '\0') return describe_rest(text, position, cells_.size());
    position.column += cells_.size();
    return Defect{position, "the cells begin with a quote, but do not end with one"};
  }

  bool is_board_of_numbers(std::string_view text) const {
    const auto tokens = split_cells(text);
    return tokens.size() == cells_.size() &&
           std::all_of(tokens.begin(), tokens.end(), parse_integer_cell);
  }

  bool is_classic_;
  LooseLine loose_{reader_};
  std::string marks_;  // characters for empty cells
};

void append_line(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  append_board(puzzle, text);
  text += '\n';
}

void append_integers(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  text += fmt::format("{}\n", fmt::join(puzzle.cells, " "));
}

void append_canonical(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  append_board(canonical_form(puzzle), text);
  text += '\n';
}

void append_candidates(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  OwnedBoard board(puzzle);
  board.candidates();  // adds every digit to a board without candidates
  append_board(board, text);
  text += '\n';
}

bool is_9x9(const Shape& shape) { return shape == k9x9; }

bool has_short_candidates(const Shape& shape) { return shape.side() <= kMaxSideOfCandidates; }

}  // namespace

const PuzzleWriter kLineWriter{.append = append_line, .holds_candidates = true};
const PuzzleWriter kIntegersWriter{.append = append_integers};
const PuzzleWriter kCandidatesWriter{.append = append_candidates,
                                     .holds_candidates = true,
                                     .supports = has_short_candidates,
                                     .supported = "boards of up to 40x40"};
const PuzzleWriter kCanonicalWriter{.append = append_canonical, .holds_candidates = true};
const PuzzleWriter kMinlexWriter{
    .append = append_canonical, .supports = is_9x9, .supported = "9x9"};

std::string drawn_cell(const Board& board, std::size_t cell) {
  if (board.shape.side() > kMaxSideOfSymbols) return fmt::format("{:>2}", board[cell]);
  return std::string(1, symbol_of(board[cell]));
}

bool records_shape(const PuzzleWriter& writer, const BoardKind& kind) {
  const Shape& shape = kind.shape;
  if (writer.has_boxes && !shape.is_latin()) return true;
  // The 64 candidates of a 4x4 board look like a board of 8x8.
  const bool are_candidates = kind.have_candidates || &writer == &kCandidatesWriter;
  return usual_shape(shape.side()) == shape && !(are_candidates && shape.side() == 4);
}

namespace {

std::unique_ptr<PuzzleFormat> open_integers(const OpenDataset& dataset) {
  return dataset.layout.is_in_rows ? open_rows(dataset) : open_as<LineFormat>(dataset);
}

}  // namespace

const FileFormat formats::line{.open = open_as<LineFormat>, .writer = &kLineWriter};
const FileFormat formats::integers{.open = open_integers, .writer = &kIntegersWriter};

}  // namespace sudoku
