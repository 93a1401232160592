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
#include <utility>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "engines/rules.h"
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

Position position_of(std::string_view part, const Line& line) {
  return {line.number, static_cast<std::size_t>(part.data() - line.text.data()) + 1};
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
    while (is_classic_ && !has_solutions_ && block.puzzles.size() < max_puzzles) {
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
      return read_candidates(text, position_of(text, line), reader_, candidates_);
    }
    const CellReader before = reader_;
    auto defect = read_first_board(line);
    if (defect) reader_ = before;  // an invalid line does not decide about empty-cell marks
    const bool is_alone = !has_solutions_ && 4 * line.text.size() < 7 * cells_.size();
    if (!defect && is_alone) return std::nullopt;
    return read_loose_line(line, std::move(defect), block);
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

  /// Reads a line that has text around its puzzle, or that also has the solution. If the line does
  /// not begin with a board, `defect` is the reason.
  std::optional<Defect> read_loose_line(const Line& line, std::optional<Defect> defect,
                                        PuzzleBlock& block) {
    const auto boards = find_boards(line.text, reader_);
    if (boards.empty()) {
      const bool is_separated =
          defect && may_be_separated(split_cells(line.text)) && !read_cells(line, reader_, cells_);
      if (defect && !is_separated) return describe_longest(line, std::move(defect));
      add_expectation({}, block);
      return std::nullopt;
    }
    if (auto damaged = find_damaged_board(line)) return damaged;
    const auto words = split_words(line.text);
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
    if (has_solutions_ && boards.size() == 1 && complete == 1) {
      return Defect{
          position,
          "the line has only a complete board; earlier lines have a puzzle and its solution"};
    }
    if (auto wrong = read_board(puzzle, position, reader_, cells_)) return wrong;
    learn_marks(puzzle);
    Expectation expectation;
    if (boards.size() == 2) {
      const std::string_view other = boards[puzzle.data() == boards[0].data() ? 1 : 0];
      OwnedBoard solution(reader_.shape());
      const Position place = position_of(other, line);
      if (auto wrong = read_board(other, place, reader_, solution.cells())) return wrong;
      if (!is_solution_of(solution, {reader_.shape(), cells_})) {
        return Defect{place, "this board does not solve the other board of the line"};
      }
      expectation.solution.push_back(solution);
    }
    add_expectation(std::move(expectation), block);
    return std::nullopt;
  }

  /// Adds the expectation of a puzzle that will be added to the block.
  void add_expectation(Expectation expectation, PuzzleBlock& block) {
    has_solutions_ |= !expectation.solution.empty();
    if (!has_solutions_) return;
    block.expectations.resize(block.puzzles.size());
    block.expectations.push_back(std::move(expectation));
  }

  /// Returns the defect of a damaged board in a line that also has undamaged boards.
  std::optional<Defect> find_damaged_board(const Line& line) {
    for (const std::string_view word : split_words(line.text)) {
      const bool is_long = 4 * word.size() >= 3 * cells_.size() && word.size() != cells_.size();
      if (!is_long || 4 * word.size() > 5 * cells_.size()) continue;
      if (!resembles_cells(word, reader_, cells_.size())) continue;
      return read_board(word, position_of(word, line), reader_, cells_);
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

  /// Describes the part of a line that is most like a board.
  std::optional<Defect> describe_longest(const Line& line, std::optional<Defect> defect) {
    const auto pieces = split_cells(line.text);
    if (pieces.empty()) return defect;
    const std::string_view longest = *std::ranges::max_element(pieces, {}, &std::string_view::size);
    if (longest.data() == pieces[0].data() || 2 * longest.size() < cells_.size()) return defect;
    auto found = read_board(longest, position_of(longest, line), reader_, cells_);
    return found ? found : defect;
  }

  bool is_classic_;
  std::string marks_;           // characters for empty cells
  bool has_solutions_ = false;  // a line had a puzzle and its solution; then all have expectations
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
