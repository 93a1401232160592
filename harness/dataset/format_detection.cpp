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
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// The number of cells of a line, and whether they are numbers or symbols.
struct CellCount {
  std::size_t cells = 0;
  bool is_integers = false;
};

/// A line that may be a row or a board.
struct CellLine {
  CellCount count;
  bool is_certain = false;               ///< for integers: the line cannot be symbols
  std::vector<std::string_view> pieces;  ///< text of the cells
  std::string_view text;
};

/// Consecutive lines with the same number of cells.
struct CellRun {
  std::vector<CellLine> lines;
  bool has_ended = false;       ///< another line follows
  std::size_t box_rows = 0;     ///< according to rules between boxes; 0 without rules
  std::size_t box_columns = 0;  ///< likewise, according to bars
};

bool is_side(std::size_t cells) { return usual_shape(cells).has_value(); }

/// Returns the side of the shape with rows or boards of that many cells, or 0.
std::size_t side_of(std::size_t cells) {
  const auto shape = is_side(cells) ? usual_shape(cells) : usual_shape_of_cells(cells);
  return shape ? shape->side() : 0;
}

/// Whether `piece` is a number or an empty-cell mark of boards up to that side.
bool may_be_integer(std::string_view piece, std::size_t side) {
  const auto cell = parse_integer_cell(piece);
  return cell && *cell <= static_cast<std::int64_t>(side);
}

/// Reads the cells of a line. Returns nullopt if it can be neither a row nor a board.
std::optional<CellLine> parse_cell_line(std::string_view text) {
  const std::vector<std::string_view> pieces = split_cells(text);
  if (pieces.empty()) return std::nullopt;
  const std::size_t count = pieces.size();
  const std::size_t side = side_of(count);
  if (count > 1 && side != 0 &&
      std::ranges::all_of(pieces, [](auto piece) { return may_be_integer(piece, kMaxSide); })) {
    // Up to side 9, integers and symbols separated by blanks are the same.
    const bool is_certain =
        side > kSize || std::ranges::any_of(pieces, [](auto piece) { return piece.size() > 1; });
    // The cells of a whole board are integers even if all have one digit.
    if (is_certain || !is_side(count)) return CellLine{{count, true}, is_certain, pieces, text};
  }
  // The first piece may be a board, or all pieces together a row.
  const std::string_view first = pieces.front();
  const auto board = usual_shape_of_cells(first.size());
  if (board && may_be_symbols(first, side_of(first.size()))) {
    return CellLine{{first.size()}, false, {first}, text};
  }
  const std::size_t cells = total_size(pieces);
  const bool is_row = is_side(cells) && std::ranges::all_of(pieces, [cells](auto piece) {
                        return may_be_symbols(piece, cells);
                      });
  return is_row ? std::optional(CellLine{{cells}, false, pieces, text}) : std::nullopt;
}

/// Whether all cells of the line exist in boards of that side.
bool fits_side(const CellLine& line, std::size_t side) {
  return std::ranges::all_of(line.pieces, [&](std::string_view piece) {
    return line.count.is_integers ? may_be_integer(piece, side) : may_be_symbols(piece, side);
  });
}

/// Whether no digit is repeated in a row or a column.
bool obeys_rules(const std::vector<CellLine>& rows, const Shape& shape) {
  CellReader reader({shape, rows.front().count.is_integers});
  std::vector<std::uint8_t> cells(shape.side());
  std::vector<std::uint64_t> in_columns(shape.side());
  for (const CellLine& row : rows) {
    if (read_cells({row.text}, reader, cells)) return false;
    std::uint64_t in_row = 0;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const std::uint64_t bit = cells[column] == 0 ? 0 : std::uint64_t{1} << cells[column];
      if (((in_row | in_columns[column]) & bit) != 0) return false;
      in_row |= bit;
      in_columns[column] |= bit;
    }
  }
  return true;
}

/// Returns the number of cells before each bar of a row, or 0 if there are none or they vary.
std::size_t drawn_columns(const CellLine& line) {
  std::size_t drawn = 0;
  std::string_view text = trim(line.text);
  if (text.starts_with('|')) text.remove_prefix(1);
  if (text.ends_with('|')) text.remove_suffix(1);
  if (text.find('|') == text.npos) return 0;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('|'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const auto pieces = split_cells(part);
    const std::size_t cells = line.count.is_integers ? pieces.size() : total_size(pieces);
    if (drawn != 0 && cells != drawn) return 0;
    drawn = cells;
  }
  return drawn;
}

/// Returns the lines at the start of `text` that have this number of cells, up to `max_lines`.
CellRun take_run(const CellCount& count, std::string_view text, std::size_t max_lines) {
  CellRun run;
  while (run.lines.size() < max_lines) {
    const auto line = take_content_line(text);
    if (!line) break;
    if (is_section(*line)) continue;
    if (is_rule(*line, count.cells)) {
      if (run.box_rows == 0) run.box_rows = run.lines.size();
      continue;
    }
    auto cells = parse_cell_line(*line);
    // Rows of integers and of symbols look alike if all integers have one digit.
    run.has_ended = !cells || cells->count.cells != count.cells ||
                    (cells->count.is_integers != count.is_integers && count.cells > kSize);
    if (run.has_ended) break;
    if (run.lines.empty()) run.box_columns = drawn_columns(*cells);
    run.lines.push_back(std::move(*cells));
  }
  return run;
}

/// Returns the shape of a board of rows at the start of `text`: the boxes that rules and bars draw,
/// or else the usual ones.
Shape drawn_shape(const CellCount& count, std::string_view text) {
  const std::size_t side = count.cells;
  const CellRun run = take_run(count, text, side);
  const auto fits = [side](std::size_t cells) {
    return cells >= 2 && cells < side && side % cells == 0;
  };
  if (!fits(run.box_columns) && !fits(run.box_rows)) return *usual_shape(side);
  const std::size_t rows = fits(run.box_columns) ? side / run.box_columns : run.box_rows;
  return {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(side / rows)};
}

/// Collects the evidence of all lines in `text` that have this number of cells.
SymbolEvidence collect_evidence(const CellCount& count, std::string_view text,
                                const Notation& notation) {
  SymbolEvidence evidence(notation.shape, notation.is_integers);
  while (const auto line = take_content_line(text)) {
    if (is_rule(*line, count.cells)) continue;
    const auto cells = parse_cell_line(*line);
    if (!cells || cells->count.cells != count.cells) continue;
    for (const std::string_view piece : cells->pieces) evidence.add(piece);
  }
  return evidence;
}

/// Whether a line may be invalid pencilmarks of 9x9. A larger board of that length would have
/// letters.
bool may_be_pencilmarks(const CellLine& line) {
  return line.count.cells == kCells * kSize && !line.count.is_integers &&
         may_be_symbols(line.pieces.front(), kSize);
}

/// Whether the cells include numbers with several digits, and at least 90 % are numbers.
bool are_mostly_integers(const std::vector<std::string_view>& pieces) {
  const auto is_number = [](auto piece) { return parse_integer_cell(piece).has_value(); };
  const auto is_long = [&](auto piece) { return piece.size() > 1 && is_number(piece); };
  const auto numbers = static_cast<std::size_t>(std::ranges::count_if(pieces, is_number));
  return pieces.size() > kSize && 10 * numbers >= 9 * pieces.size() &&
         std::ranges::any_of(pieces, is_long);
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

/// Finds the layout of a text that begins with `head`.
class LayoutFinder {
 public:
  LayoutFinder(std::string_view head, const ReadOptions& options, bool is_all)
      : head_(head), options_(options), is_all_(is_all) {}

  /// Returns the layout of the first unambiguous lines. Returns nullopt if there are none, or if
  /// more of the text is needed.
  std::optional<Layout> find_clear() {
    std::string_view rest = head_;
    while (!needs_more_) {
      const std::string_view from_here = rest;
      const auto line = take_content_line(rest);
      if (!line) return std::nullopt;
      if (auto layout = layout_of(*line, from_here)) return layout;
    }
    return std::nullopt;
  }

  /// Returns the layout of the majority of the lines, or else guesses it from the first line.
  Layout find_likely() const {
    std::map<std::pair<std::size_t, bool>, std::size_t> counts;  // lines of each CellCount
    std::optional<std::string_view> first;
    std::string_view rest = head_;
    while (const auto line = take_content_line(rest)) {
      if (!first) first = line;
      const auto cells = parse_cell_line(*line);
      if (!cells || !allows(cells->count.cells)) continue;
      ++counts[{cells->count.cells, cells->count.is_integers}];
    }
    if (!first) return classic(Format::line);
    const auto most = std::ranges::max_element(
        counts, {}, [](const auto& lines_of_count) { return lines_of_count.second; });
    if (most != counts.end() && (most->second > 1 || options_.shape)) {
      const auto [cells, is_integers] = most->first;
      return layout_as({cells, is_integers}, head_, is_side(cells));
    }
    return has_rules_ ? classic(Format::grid) : layout_by_length(*first);
  }

 private:
  using Format = DatasetFormat;

  bool allows_format(Format format) const {
    return options_.format == Format::automatic || options_.format == format;
  }
  bool allows_side(std::size_t side) const {
    return !options_.shape || options_.shape->side() == side;
  }
  bool allows(std::size_t cells) const {
    const auto board = usual_shape_of_cells(cells);
    return (is_side(cells) && allows_side(cells)) || (board && allows_side(board->side()));
  }
  bool allows_classic(Format format) const {
    return allows_format(format) && (!options_.shape || *options_.shape == k9x9) &&
           (options_.symbols == FirstSymbol::automatic || options_.symbols == FirstSymbol::one);
  }

  /// Returns the layout of a format with the default or requested shape and symbols.
  Layout classic(Format format) const {
    Layout layout{format, format == Format::grid};
    if (options_.shape) layout.notation.shape = *options_.shape;
    if (options_.symbols != FirstSymbol::automatic) layout.notation.first = options_.symbols;
    return layout;
  }

  /// Returns the layout if the line and those after it are unambiguous.
  std::optional<Layout> layout_of(std::string_view line, std::string_view from_here) {
    if (allows_classic(Format::line) && is_puzzle_line(line)) return classic(Format::line);
    if (allows_format(Format::solo) && is_solo_line(line)) {
      Layout layout = classic(Format::solo);
      if (!options_.shape) layout.notation.shape = shape_of_solo_line(line).value_or(k9x9);
      return layout;
    }
    // The upper rule of a 6x6 board in a file of Simple Sudoku is as long as a row of nine.
    const bool is_frame = trim(line).starts_with('*') && is_rule(line, 0);
    if (is_section(line) || is_rule(line, kSize) || is_frame) {
      has_rules_ |= allows_format(Format::grid);
      return std::nullopt;
    }
    if (auto layout = layout_of_order(line)) return layout;
    if (allows_classic(Format::grid) && is_row_of_nine(line)) return classic(Format::grid);
    const auto cells = parse_cell_line(line);
    if (cells && allows(cells->count.cells)) {
      auto layout = layout_of_cells(*cells, from_here);
      if (layout || needs_more_) return layout;
    }
    const bool is_csv = allows_format(Format::csv) && is_csv_header(line);
    return is_csv ? std::optional(classic(Format::csv)) : std::nullopt;
  }

  /// Detects files of sudoku_acs, which begin with the side of a box and a line with 1.
  std::optional<Layout> layout_of_order(std::string_view line) {
    const auto number = parse_number(trim(line));
    const auto order = std::exchange(order_, number);
    if (!number || *number != 1 || !order || *order < 2 || *order > 6) return std::nullopt;
    const auto side = static_cast<std::size_t>(*order * *order);
    if (!allows_format(Format::integers) || !allows_side(side)) return std::nullopt;
    return layout_as({side, true}, head_, true);
  }

  std::optional<Layout> layout_of_cells(const CellLine& line, std::string_view from_here) {
    const bool is_integers = line.count.is_integers;
    const std::size_t cells = line.count.cells;
    const auto board = usual_shape_of_cells(cells);
    const bool may_be_board = board && allows_side(board->side()) &&
                              allows_format(is_integers ? Format::integers : Format::line);
    const bool may_be_row = is_side(cells) && allows_side(cells) &&
                            (allows_format(is_integers ? Format::integers : Format::grid) ||
                             (cells <= kSize && allows_format(Format::integers)));
    if (!may_be_row) {
      const bool is_board = may_be_board && (options_.shape || !may_be_pencilmarks(line));
      return is_board ? std::optional(layout_as(line.count, from_here, false)) : std::nullopt;
    }
    const CellRun run = take_run(line.count, from_here, cells);
    const bool is_whole = run.lines.size() == cells;
    needs_more_ = !is_whole && !run.has_ended && !is_all_;
    if (needs_more_) return std::nullopt;
    if (!may_be_board)
      return is_whole ? std::optional(layout_of_run(run, from_here)) : std::nullopt;
    const std::optional<bool> exceeds_small = exceeds_side(line.count, board->side(), from_here);
    needs_more_ = !exceeds_small;
    if (needs_more_) return std::nullopt;
    const bool is_large =
        *exceeds_small || (is_whole && obeys_rules(run.lines, *usual_shape(cells)));
    return is_large ? layout_of_run(run, from_here) : layout_as(line.count, from_here, false);
  }

  /// Whether a row of the large board that may begin here has a cell that does not exist on a board
  /// of that side. Lines with almost as many cells count as invalid rows. Other lines end the
  /// board. Returns nullopt if more of the text is needed.
  std::optional<bool> exceeds_side(const CellCount& count, std::size_t side,
                                   std::string_view text) const {
    for (std::size_t seen = 0; seen < count.cells;) {
      const auto line = take_content_line(text);
      if (!line) return is_all_ ? std::optional(false) : std::nullopt;
      if (is_rule(*line, count.cells)) continue;
      const auto cells = parse_cell_line(*line);
      const std::size_t found = cells ? cells->count.cells : count.cells;
      if (4 * found < 3 * count.cells || 3 * found > 4 * count.cells) return false;
      if (cells && found == count.cells && !fits_side(*cells, side)) return true;
      ++seen;
    }
    return false;
  }

  /// Returns the layout of rows, which are integers if any row is.
  Layout layout_of_run(const CellRun& run, std::string_view from_here) const {
    CellCount count = run.lines.front().count;
    count.is_integers =
        options_.format == Format::integers ||
        std::ranges::any_of(run.lines, [](const auto& line) { return line.count.is_integers; });
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
    const bool is_integers = options_.format == Format::integers ||
                             (allows_format(Format::integers) && are_mostly_integers(pieces));
    const std::size_t length = is_integers ? pieces.size() : total_size(pieces);
    const Shape shape = options_.shape ? *options_.shape
                        : is_integers  ? nearest_shape(length).value_or(k9x9)
                                       : likely_shape(pieces.empty() ? text : pieces.front());
    const bool is_other_board =
        options_.shape && length > shape.side() && usual_shape_of_cells(length);
    const bool is_in_rows = !is_other_board && length < (shape.side() + shape.cells()) / 2;
    Layout layout = make_layout(is_integers, is_in_rows, shape);
    if (is_first_known(layout)) return layout;
    SymbolEvidence evidence(shape, is_integers);
    for (const std::string_view piece : pieces) evidence.add(piece);
    layout.notation.first = evidence.conclude();
    return layout;
  }

  Layout make_layout(bool is_integers, bool is_in_rows, const Shape& shape) const {
    Layout layout = classic(is_integers  ? Format::integers
                            : is_in_rows ? Format::grid
                                         : Format::line);
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

/// Returns the layout with the requested format.
Layout with_format(Layout layout, DatasetFormat format) {
  if (format == DatasetFormat::automatic) return layout;
  layout.format = format;
  layout.notation.is_integers = format == DatasetFormat::integers;
  layout.is_in_rows =
      format == DatasetFormat::grid || (layout.notation.is_integers && layout.is_in_rows);
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
  return with_format(clear ? *clear : finder.find_likely(), options.format);
}

Layout detect_layout(LineReader& lines, const ReadOptions& options) {
  if (options.format == DatasetFormat::csv) return detect_layout({}, options);
  do {
    const std::string_view text = lines.buffered();
    LayoutFinder finder(text.substr(0, text.rfind('\n') + 1), options, false);
    if (const auto clear = finder.find_clear()) return with_format(*clear, options.format);
  } while (lines.buffer_more());
  return detect_layout(lines.buffered(), options);
}

}  // namespace sudoku
