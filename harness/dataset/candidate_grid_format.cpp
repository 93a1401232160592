// One line per row of a board. For each cell it lists the candidates in ascending order, such as
// `136`, or `.` if there are none. Blanks separate the cells, and bars the boxes. Rules, empty
// lines and comments may be anywhere. Sudoku programs export their boards in this form.
//
// Any other line is text. It separates boards: a board that is not complete before it is invalid.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {
namespace {

class CandidateGridFormat final : public PuzzleFormat {
 public:
  CandidateGridFormat(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation), board_(notation.shape) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      mark_begin();
      const auto begin = read_board();
      if (!begin) return std::nullopt;
      if (defect_) return std::exchange(defect_, std::nullopt);
      block.puzzles.push_back(board_);
      block.lines.push_back(*begin);
    }
    return std::nullopt;
  }

 private:
  /// Reads the next board into `board_`, and its first defect into `defect_`. Returns the line
  /// of its first row, or nullopt at the end of the data.
  std::optional<std::uint64_t> read_board() {
    std::optional<std::uint64_t> begin;
    for (std::size_t row = 0; row < reader_.side();) {
      const auto line = lines_.next();
      if (line && is_gap(*line)) continue;
      const bool is_text = !line || is_text_line(*line);
      if (is_text && line) notes_.text.add({{line->number, 1}, "this line is not a row"});
      if (is_text && begin) {
        const std::uint64_t end = line ? line->number : lines_.line_count() + 1;
        keep({{end, 1}, fmt::format("{} rows expected, {} found", reader_.side(), row)});
        return begin;
      }
      if (!line) return std::nullopt;
      if (is_text) continue;
      if (!begin) begin = line->number;
      read_row(*line, board_.candidates().subspan(reader_.side() * row++, reader_.side()));
    }
    return begin;
  }

  bool is_gap(const Line& line) {
    if (line.too_long) return false;
    if (is_comment(line.text)) note_comment(line);
    return is_blank(line.text) || is_comment(line.text) || is_rule_of_candidates(line.text);
  }

  /// Whether a line is not even a damaged row.
  bool is_text_line(const Line& line) const {
    if (line.too_long) return false;
    const auto lists = split_cells(line.text);
    const auto valid = std::ranges::count_if(
        lists, [this](auto list) { return parse_candidate_list(list, reader_).has_value(); });
    return 2 * lists.size() < reader_.side() || 2 * valid < std::ssize(lists);
  }

  void read_row(const Line& line, std::span<Digits> row) {
    if (auto defect = find_line_defect(line)) return keep(std::move(*defect));
    const auto lists = split_cells(line.text);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto column = static_cast<std::size_t>(lists[i].data() - line.text.data()) + 1;
      const auto digits = parse_candidate_list(lists[i], reader_);
      if (!digits) return keep({{line.number, column}, describe_list(lists[i])});
      if (i < row.size()) row[i] = *digits;
    }
    if (lists.size() == row.size()) return;
    keep({{line.number, 1}, fmt::format("{} cells expected, {} found", row.size(), lists.size())});
  }

  std::string describe_list(std::string_view list) const {
    return fmt::format(
        "{} is not a list of candidates; write the digits from {} to {} in ascending order, or . "
        "if there are none",
        shortened(list), reader_.symbol_of(1), reader_.symbol_of(reader_.side()));
  }

  void keep(Defect defect) {
    if (!defect_) defect_ = std::move(defect);
  }

  OwnedBoard board_;
  std::optional<Defect> defect_;  // of the current board
};

std::string list_of(const Board& puzzle, std::size_t cell) {
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  std::string list;
  for (std::uint8_t digit = 1; digit <= side; ++digit) {
    if ((puzzle.allowed(cell) & digit_bit(digit)) != 0) list += symbol_of(digit);
  }
  return list.empty() ? "." : list;
}

/// Writes rows with bars between the boxes, and rules between the bands.
void append_candidate_grid(const Board& puzzle, const Expectation& /*expectation*/,
                           std::string& text) {
  const Shape& shape = puzzle.shape;
  const std::size_t side = shape.side();
  std::vector<std::string> lists;
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) lists.push_back(list_of(puzzle, cell));
  const std::size_t width = std::ranges::max_element(lists, {}, &std::string::size)->size();
  const std::vector<std::string> boxes(shape.box_rows,
                                       std::string((width + 1) * shape.box_columns + 1, '-'));
  const std::string rule = fmt::format("+{}+\n", fmt::join(boxes, "+"));
  for (std::size_t cell = 0; cell < lists.size(); ++cell) {
    const bool is_band = cell % (side * shape.box_rows) == 0;
    if (is_band && (cell == 0 || !shape.is_latin())) text += rule;
    text += cell % shape.box_columns == 0 ? "| " : "";
    text += fmt::format("{:<{}} ", lists[cell], width);
    if (cell % side == side - 1) text += "|\n";
  }
  text += rule + '\n';
}

bool has_symbols(const Shape& shape) { return shape.side() <= kMaxSideOfSymbols; }

}  // namespace

const PuzzleWriter kCandidateGridWriter{.append = append_candidate_grid,
                                        .has_boxes = true,
                                        .holds_candidates = true,
                                        .supports = has_symbols,
                                        .supported = "boards of up to 61x61"};

namespace {

/// Recognizes rows of lists of candidates. Unless the format is requested, a list must have at
/// least three candidates.
Recognition recognize_row(const SampleLine& sample) {
  const ReadOptions& options = sample.options;
  const bool is_requested = options.format == DatasetFormat::candidate_grid;
  const auto lists = split_cells(sample.line);
  const std::size_t side = lists.size();
  if (!sample.sides.has(side) || (options.shape && options.shape->side() != side)) return {};
  // Most rows of clues need no further lines for this decision.
  const bool has_clues = std::ranges::all_of(lists, [](auto list) { return list.size() == 1; }) &&
                         std::ranges::find(lists, ".") != lists.end();
  if (is_section(sample.line) || (has_clues && !is_requested)) return {};
  Layout layout = usual_layout(DatasetFormat::candidate_grid, options);
  layout.notation.shape = *sample.sides.shape_of(side);
  layout.notation.has_candidates = true;
  const CandidateRows found = take_candidate_rows(sample.from_here, CellReader(layout.notation));
  if (!found.have_many && found.rows < side && !found.has_ended && !sample.is_all) {
    return {.needs_more = true};
  }
  if (!is_requested && !found.have_many) return {};
  const auto drawn =
      options.shape ? std::nullopt : shape_of_boxes(side, found.box_rows, found.box_columns);
  if (drawn) layout.notation.shape = *drawn;
  layout.are_boxes_given |= drawn.has_value();
  return {layout};
}

}  // namespace

const FileFormat formats::candidate_grid{.recognize = recognize_row,
                                         .open = open_as<CandidateGridFormat>,
                                         .writer = &kCandidateGridWriter,
                                         .is_in_rows = true,
                                         .has_candidates = true};

}  // namespace sudoku
