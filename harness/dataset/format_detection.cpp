// Detects the layout of a file. A line with as many cells as a board is a board. A line with as
// many cells as a row is a row if enough rows follow. Cells are integers if one has two digits or
// is -1, otherwise symbols. A line of 16 or 36 cells may be a small board or a row of a large one.
// It is a row if a symbol does not exist on the small board, or if the large board obeys the rules.

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/base/units.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether `text` may be the upper rule of a file of Simple Sudoku. For 6x6 boards it is as long as
/// a row of nine; the lines after it decide.
bool is_frame(std::string_view text) {
  text = trim(text);
  return text.size() > 2 && text.front() == '*' && text.back() == '*' &&
         text.find_first_not_of('-', 1) == text.size() - 1;
}

/// Whether a line may be invalid pencilmarks of 9x9. A larger board of that length would have
/// letters.
bool may_be_pencilmarks(const CellLine& line) {
  return line.count.cells == kCells * kSize && !line.count.is_integers &&
         may_be_symbols(line.pieces.front(), kSize);
}

/// Whether the cells include numbers with several digits, and at least 90 % are numbers.
bool are_mostly_integers(const std::vector<std::string_view>& pieces) {
  std::size_t numbers = 0;
  bool has_long = false;
  for (const std::string_view piece : pieces) {
    const bool is_number = parse_integer_cell(piece).has_value();
    numbers += is_number ? 1 : 0;
    has_long |= is_number && piece.size() > 1;
  }
  return has_long && pieces.size() > kSize && 10 * numbers >= 9 * pieces.size();
}

/// Returns the shape that has about that number of cells, or else rows of that number of cells.
std::optional<Shape> nearest_shape(std::size_t cells) {
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    const auto shape = usual_shape(side);
    if (!shape) continue;
    const std::size_t slack = shape->cells() / 32;
    if (cells + slack >= shape->cells() && cells <= shape->cells() + slack) return shape;
  }
  return usual_shape(cells);
}

/// Whether a line with that many cells may be an invalid row that should have `expected` cells.
bool may_be_invalid_row(std::size_t cells, std::size_t expected) {
  return 4 * cells >= 3 * expected && 3 * cells <= 4 * expected;
}

/// Finds the layout of a text that begins with `head`.
class LayoutFinder {
 public:
  LayoutFinder(std::string_view head, const ReadOptions& options, bool is_all)
      : head_(head), options_(options), is_all_(is_all) {}

  /// Returns the layout of the first unambiguous lines. Returns nullopt if there are none, or if
  /// more of the text is needed.
  std::optional<Layout> find_clear() {
    std::string_view rest = head_;
    while (true) {
      const std::string_view from_here = rest;
      const auto line = take_content_line(rest);
      if (!line) return std::nullopt;
      if (auto layout = layout_of(*line, from_here)) return layout;
      if (needs_more_) return std::nullopt;
    }
  }

  /// Returns the layout of the majority of the lines, or else guesses it from the first line.
  Layout find_likely() const {
    std::map<CellCount, std::size_t> counts;
    std::optional<std::string_view> first;
    std::string_view rest = head_;
    while (const auto line = take_content_line(rest)) {
      if (!first) first = line;
      const auto cells = parse_cell_line(*line);
      if (cells && allows(cells->count.cells)) ++counts[cells->count];
    }
    if (!first) return classic(DatasetFormat::line);
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const bool is_majority = most != counts.end() && (most->second > 1 || options_.shape);
    if (is_majority) return layout_as(most->first, head_, is_side(most->first.cells));
    return has_rules_ ? classic(DatasetFormat::grid) : layout_by_length(*first);
  }

 private:
  bool allows_format(DatasetFormat format) const {
    return options_.format == DatasetFormat::automatic || options_.format == format;
  }
  bool allows_side(std::size_t side) const {
    return side != 0 && (!options_.shape || options_.shape->side() == side);
  }
  bool allows(std::size_t cells) const {
    if (is_side(cells) && allows_side(cells)) return true;
    const auto shape = usual_shape_of_cells(cells);
    return shape && allows_side(shape->side());
  }
  bool allows_classic() const {
    return (!options_.shape || *options_.shape == k9x9) &&
           (options_.symbols == FirstSymbol::automatic || options_.symbols == FirstSymbol::one);
  }

  /// Returns the layout of a format with the default or requested shape and symbols.
  Layout classic(DatasetFormat format) const {
    Layout layout{format};
    if (options_.shape) layout.notation.shape = *options_.shape;
    if (options_.symbols != FirstSymbol::automatic) layout.notation.first = options_.symbols;
    return layout;
  }

  /// Returns the layout if the line and those after it are unambiguous.
  std::optional<Layout> layout_of(std::string_view line, std::string_view from_here) {
    if (allows_format(DatasetFormat::line) && allows_classic() && is_puzzle_line(line)) {
      return classic(DatasetFormat::line);
    }
    if (allows_format(DatasetFormat::solo) && is_solo_line(line)) return solo_layout(line);
    if (is_section(line) || is_rule(line, kSize) || is_frame(line)) {
      has_rules_ |= allows_format(DatasetFormat::grid);
      return std::nullopt;
    }
    if (auto layout = layout_of_order(line)) return layout;
    if (allows_format(DatasetFormat::grid) && allows_classic() && is_row_of_nine(line)) {
      return classic(DatasetFormat::grid);
    }
    const auto cells = parse_cell_line(line);
    if (cells && allows(cells->count.cells)) {
      auto layout = layout_of_cells(*cells, from_here);
      if (layout || needs_more_) return layout;
    }
    const bool is_csv = allows_format(DatasetFormat::csv) && is_csv_header(line);
    return is_csv ? std::optional(classic(DatasetFormat::csv)) : std::nullopt;
  }

  Layout solo_layout(std::string_view line) const {
    Layout layout = classic(DatasetFormat::solo);
    const auto shape = shape_of_solo_line(line);
    if (shape && !options_.shape) layout.notation.shape = *shape;
    return layout;
  }

  /// Detects files of sudoku_acs, which begin with the side of a box and a line with 1.
  std::optional<Layout> layout_of_order(std::string_view line) {
    const auto number = parse_number(trim(line));
    const auto order = std::exchange(order_, number);
    if (!number || *number != 1 || !order || *order < 2 || *order > 6) return std::nullopt;
    const auto side = static_cast<std::size_t>(*order * *order);
    if (!allows_format(DatasetFormat::integers) || !allows_side(side)) return std::nullopt;
    return layout_as({side, true}, head_, true);
  }

  std::optional<Layout> layout_of_cells(const CellLine& line, std::string_view from_here) {
    const DatasetFormat of_rows =
        line.count.is_integers ? DatasetFormat::integers : DatasetFormat::grid;
    const DatasetFormat of_boards =
        line.count.is_integers ? DatasetFormat::integers : DatasetFormat::line;
    const std::size_t cells = line.count.cells;
    const auto board = usual_shape_of_cells(cells);
    const bool may_be_board = board && allows_side(board->side()) && allows_format(of_boards);
    const bool may_be_row =
        is_side(cells) && allows_side(cells) &&
        (allows_format(of_rows) || (cells <= kSize && allows_format(DatasetFormat::integers)));
    if (may_be_board && !may_be_row) {
      if (!options_.shape && may_be_pencilmarks(line)) return std::nullopt;
      return layout_as(line.count, from_here, false);
    }
    if (!may_be_row) return std::nullopt;
    const CellRun run = take_run(line.count, from_here, cells);
    const bool is_whole = run.lines.size() == cells;
    if (!is_whole && !run.has_ended && !is_all_) {
      needs_more_ = true;
      return std::nullopt;
    }
    if (!may_be_board && !is_whole) return std::nullopt;
    if (!may_be_board) return layout_of_run(run, from_here);
    const std::optional<bool> exceeds_small = exceeds_side(line.count, board->side(), from_here);
    if (!exceeds_small) {
      needs_more_ = true;
      return std::nullopt;
    }
    const bool is_large =
        *exceeds_small || (is_whole && obeys_rules(run.lines, *usual_shape(cells)));
    return is_large ? layout_of_run(run, from_here) : layout_as(line.count, from_here, false);
  }

  /// Whether one of the next lines, as many as a large board has rows, has a cell that does not
  /// exist on a board of that side. Lines with almost as many cells count as invalid rows; other
  /// lines end the board. Returns nullopt if more of the text is needed.
  std::optional<bool> exceeds_side(const CellCount& count, std::size_t side,
                                   std::string_view text) const {
    for (std::size_t seen = 0; seen < count.cells;) {
      const auto line = take_content_line(text);
      if (!line) return is_all_ ? std::optional(false) : std::nullopt;
      if (is_rule(*line, count.cells)) continue;
      const auto cells = parse_cell_line(*line);
      if (cells && !may_be_invalid_row(cells->count.cells, count.cells)) return false;
      const bool is_alike = cells && cells->count.cells == count.cells;
      if (is_alike && !fits_side(*cells, side)) return true;
      ++seen;
    }
    return false;
  }

  /// Returns the layout of rows, which are integers if any row is.
  Layout layout_of_run(const CellRun& run, std::string_view from_here) const {
    CellCount count = run.lines.front().count;
    count.is_integers = options_.format == DatasetFormat::integers ||
                        std::any_of(run.lines.begin(), run.lines.end(),
                                    [](const CellLine& line) { return line.count.is_integers; });
    return layout_as(count, from_here, true);
  }

  /// Returns the layout of lines with that many cells, as rows or as boards.
  Layout layout_as(const CellCount& count, std::string_view text, bool is_in_rows) const {
    const Shape shape = options_.shape ? *options_.shape
                        : is_in_rows   ? drawn_shape(count, text)
                                       : *usual_shape_of_cells(count.cells);
    Layout layout = make_layout(count.is_integers, is_in_rows, shape);
    if (is_first_known(layout)) return layout;
    layout.notation.first = collect_evidence(count, text, layout.notation).conclude();
    layout.notation.is_settled = false;
    return layout;
  }

  /// Guesses the layout from the first line: a row if its length is closer to the side of the board
  /// than to the number of cells.
  Layout layout_by_length(std::string_view text) const {
    const auto pieces = split_cells(text);
    const bool is_integers =
        options_.format == DatasetFormat::integers ||
        (allows_format(DatasetFormat::integers) && are_mostly_integers(pieces));
    const std::size_t length = is_integers ? pieces.size() : total_size(pieces);
    const Shape shape = options_.shape ? *options_.shape
                        : is_integers  ? nearest_shape(length).value_or(k9x9)
                                       : likely_shape(pieces.empty() ? text : pieces.front());
    const bool is_other_board = options_.shape && length > shape.side() && is_board(length);
    const bool is_in_rows = !is_other_board && length < (shape.side() + shape.cells()) / 2;
    Layout layout = make_layout(is_integers, is_in_rows, shape);
    if (is_first_known(layout)) return layout;
    SymbolEvidence evidence(shape, is_integers);
    for (const std::string_view piece : pieces) evidence.add(piece);
    layout.notation.first = evidence.conclude();
    return layout;
  }

  Layout make_layout(bool is_integers, bool is_in_rows, const Shape& shape) const {
    Layout layout = classic(is_integers  ? DatasetFormat::integers
                            : is_in_rows ? DatasetFormat::grid
                                         : DatasetFormat::line);
    layout.is_in_rows = is_in_rows;
    layout.notation.shape = shape;
    layout.notation.is_integers = is_integers;
    return layout;
  }
  bool is_first_known(const Layout& layout) const {
    return options_.symbols != FirstSymbol::automatic || is_classic(layout.notation);
  }

  std::string_view head_;
  const ReadOptions& options_;
  bool is_all_;  // `head_` is the whole text
  bool needs_more_ = false;
  bool has_rules_ = false;
  std::optional<std::uint64_t> order_;  // the last line, if it was a number
};

Layout with_format(Layout layout, const ReadOptions& options) {
  if (options.format == DatasetFormat::automatic) return layout;
  layout.format = options.format;
  layout.notation.is_integers = options.format == DatasetFormat::integers;
  return layout;
}

}  // namespace

Shape likely_shape(std::string_view cells) {
  Grid ignored;
  const auto shape = nearest_shape(cells.size());
  const bool is_larger = shape && cells.size() > kMaxSide && shape->side() > kSize;
  if (!is_larger || parse_line(cells, ignored) == kCells) return k9x9;
  const auto symbols = std::count_if(cells.begin(), cells.end(),
                                     [&](char c) { return may_be_symbol(c, shape->side()); });
  return 10 * static_cast<std::size_t>(symbols) >= 9 * cells.size() ? *shape : k9x9;
}

Layout detect_layout(std::string_view head, const ReadOptions& options) {
  LayoutFinder finder(head, options, true);
  const auto clear = finder.find_clear();
  return with_format(clear ? *clear : finder.find_likely(), options);
}

Layout detect_layout(LineReader& lines, const ReadOptions& options) {
  if (options.format == DatasetFormat::csv) return detect_layout({}, options);
  do {
    const std::string_view text = lines.buffered();
    LayoutFinder finder(text.substr(0, text.rfind('\n') + 1), options, false);
    if (const auto clear = finder.find_clear()) return with_format(*clear, options);
  } while (lines.buffer_more());
  return detect_layout(lines.buffered(), options);
}

}  // namespace sudoku
