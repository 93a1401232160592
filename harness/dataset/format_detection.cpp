// Detects the layout of a file by its first lines. Each line goes through the checks of the formats
// in the order of formats.def, then through those for plain cells and CSV. The first check that
// recognizes the line decides. If the options name a column, the file is CSV.
//
// A line with as many cells as a board is a board. A line with as many cells as a row is a row if
// enough rows follow. Cells are integers if one has two digits or is -1, or if they are the
// separated cells of a whole board; otherwise they are symbols. A line of 16 or 36 cells may be a
// small board or a row of a large one. It is a row if a symbol does not exist on the small board,
// or if no digit is repeated in a row or a column of the large board.

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/base/units.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/csv_record.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/import/table.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Consecutive lines with the same number of cells.
struct CellRun {
  DrawnRows drawn;
  std::vector<CellLine> lines;
};

/// Returns the first lines of `text` while each has `count.cells` cells; at most that many lines.
CellRun take_run(const CellCount& count, std::string_view text, const Sides& sides) {
  CellRun run;
  std::optional<bool> are_integers;
  const auto add = [&](std::string_view line) {
    auto cells = parse_cell_line(line, sides);
    if (!cells || cells->count.cells != count.cells) return false;
    const bool is_integers = cells->count.is_integers;
    if (cells->is_certain && are_integers.value_or(is_integers) != is_integers) return false;
    if (cells->is_certain) are_integers = is_integers;
    run.lines.push_back(std::move(*cells));
    return true;
  };
  const auto is_rule_line = [&](std::string_view line) { return is_rule(line, count.cells); };
  run.drawn = take_rows(text, count.cells, is_rule_line, add);
  return run;
}

/// Whether no digit is repeated in a row or a column.
bool repeats_no_digit(const std::vector<CellLine>& rows, const Shape& shape) {
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

/// Collects the evidence of all lines in `text` that have this number of cells.
SymbolEvidence collect_evidence(const CellCount& count, std::string_view text,
                                const Notation& notation) {
  SymbolEvidence evidence(notation.shape, notation.is_integers);
  while (const auto line = take_content_line(text)) {
    if (is_rule(*line, count.cells)) continue;
    const auto cells = parse_cell_line(*line, Sides(notation.shape));
    if (!cells || cells->count.cells != count.cells) continue;
    for (const std::string_view piece : cells->pieces) evidence.add(piece);
  }
  return evidence;
}

/// Whether the cells include numbers with several digits, and at least 90 % are numbers.
bool are_mostly_integers(const std::vector<std::string_view>& pieces) {
  const auto is_number = [](auto piece) { return parse_integer_cell(piece).has_value(); };
  const auto is_long = [&](auto piece) { return piece.size() > 1 && is_number(piece); };
  const auto numbers = static_cast<std::size_t>(std::ranges::count_if(pieces, is_number));
  return pieces.size() > kSize && 10 * numbers >= 9 * pieces.size() &&
         std::ranges::any_of(pieces, is_long);
}

/// Returns the shape whose number of cells differs from `cells` by at most 3 %. Otherwise returns
/// the shape with rows of `cells` cells, if there is one.
std::optional<Shape> nearest_shape(std::size_t cells) {
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    const auto shape = usual_shape(side);
    if (!shape) continue;
    const std::size_t slack = shape->cells() / 32;
    if (cells + slack >= shape->cells() && cells <= shape->cells() + slack) return shape;
  }
  return usual_shape(cells);
}

/// Returns the most likely shape of an invalid puzzle written in symbols: 9x9, unless it is too
/// long and has symbols of larger boards.
Shape likely_shape(std::string_view cells) {
  Grid ignored;
  const auto shape = nearest_shape(cells.size());
  const bool is_larger = shape && cells.size() > kMaxSide && shape->side() > kSize;
  if (!is_larger || parse_line(cells, ignored) == kCells) return k9x9;
  const auto symbols = std::count_if(cells.begin(), cells.end(),
                                     [&](char c) { return may_be_symbol(c, shape->side()); });
  return 10 * static_cast<std::size_t>(symbols) >= 9 * cells.size() ? *shape : k9x9;
}

/// Finds the layout of a text that begins with `head`, which may be the whole text.
class LayoutFinder {
 public:
  LayoutFinder(std::string_view head, const ReadOptions& options, bool is_all)
      : head_(head), options_(options), sides_(options.shape), at_{{},     {},      true,
                                                                   is_all, options, sides_} {}

  /// Returns the layout of the first unambiguous lines, or guesses it if there are none. Returns
  /// nullopt if more of the text is needed.
  std::optional<Layout> find() {
    const auto clear = find_clear();
    return clear || !at_.is_all ? clear : find_likely();
  }

  /// Returns the layout of the first unambiguous line.
  std::optional<Layout> find_clear() {
    for (std::string_view rest = head_;; at_.is_first = false) {
      at_.from_here = rest;
      const auto line = take_content_line(rest);
      if (!line) return std::nullopt;
      at_.line = *line;
      after_ = rest;
      is_decided_ = false;
      // These return a layout, or set `needs_more_` or `is_decided_`.
      for (const auto decide : {&LayoutFinder::by_column_option, &LayoutFinder::by_format,
                                &LayoutFinder::by_candidates_line, &LayoutFinder::by_decoration,
                                &LayoutFinder::by_order, &LayoutFinder::by_classic_row,
                                &LayoutFinder::by_cells, &LayoutFinder::by_csv_header}) {
        if (auto layout = (this->*decide)()) return layout;
        if (needs_more_) return std::nullopt;
        if (is_decided_) break;
      }
    }
  }

 private:
  using Format = DatasetFormat;

  /// Returns the layout of the majority of the lines, or else guesses it from the first line.
  Layout find_likely() const {
    std::map<std::pair<std::size_t, bool>, std::size_t> counts;  // lines of each CellCount
    std::optional<std::string_view> first;
    std::string_view rest = head_;
    while (const auto line = take_content_line(rest)) {
      if (!first) first = line;
      const auto cells = parse_cell_line(*line, sides_);
      if (!cells || !allows(cells->count.cells)) continue;
      ++counts[{cells->count.cells, cells->count.is_integers}];
      if (!cells->is_certain) ++counts[{cells->count.cells, !cells->count.is_integers}];
    }
    if (!first) return classic(Format::line);
    const auto most = std::ranges::max_element(
        counts, {}, [](const auto& lines_of_count) { return lines_of_count.second; });
    if (most != counts.end() && (most->second > 1 || options_.shape)) {
      const auto [size, is_integers] = most->first;
      return layout_as({size, is_integers}, head_, sides_.has(size) && allows_side(size));
    }
    return has_rules_ ? classic(Format::grid) : layout_by_length(*first);
  }

  bool allows_format(Format format) const {
    return options_.format == Format::automatic || options_.format == format;
  }
  bool allows_side(std::size_t side) const {
    return !options_.shape || options_.shape->side() == side;
  }
  bool allows(std::size_t cells) const {
    const std::size_t board = sides_.of_board(cells);
    return (sides_.has(cells) && allows_side(cells)) || (board != 0 && allows_side(board));
  }
  Layout classic(Format format) const { return usual_layout(format, options_); }

  std::optional<Layout> by_column_option() {
    const bool has_column = !options_.column.empty() || !options_.expect_column.empty();
    return has_column && allows_format(Format::csv) ? std::optional(classic(Format::csv))
                                                    : std::nullopt;
  }

  /// Asks each allowed format whether it recognizes the line.
  std::optional<Layout> by_format() {
    for (const Format format : all_formats()) {
      const auto recognize = allows_format(format) ? format_of(format).recognize : nullptr;
      if (recognize == nullptr) continue;
      const Recognition found = recognize(at_);
      needs_more_ = found.needs_more;
      if (found.layout || needs_more_) return found.layout;
    }
    return std::nullopt;
  }

  std::optional<Layout> by_candidates_line() {
    if (!allows_format(Format::line)) return std::nullopt;
    const auto notation =
        notation_of_candidates(find_candidates(at_.line), options_.shape, options_.symbols);
    if (!notation) return std::nullopt;
    return Layout{Format::line, false, options_.shape.has_value(), *notation};
  }

  /// Skips what may come before a grid.
  std::optional<Layout> by_decoration() {
    // The upper rule of a 6x6 board in a file of Simple Sudoku is as long as a row of nine.
    const bool is_frame = trim(at_.line).starts_with('*') && is_rule(at_.line, 0);
    is_decided_ = is_section(at_.line) || is_rule(at_.line, kSize) || is_frame;
    // A line of 81 dashes may also be a board of empty cells.
    has_rules_ |= is_decided_ && allows_format(Format::grid) && at_.line.size() != kCells;
    return std::nullopt;
  }

  /// Detects files of sudoku_acs, which begin with the side of a box and a line with 1.
  std::optional<Layout> by_order() {
    const auto number = parse_number(trim(at_.line), square_root(kMaxSide));
    const auto order = std::exchange(order_, number);
    if (number != 1U || order.value_or(0) < 2) return std::nullopt;
    const auto side = static_cast<std::size_t>(*order * *order);
    if (!allows_format(Format::integers) || !allows_side(side)) return std::nullopt;
    return layout_as({side, true}, after_, true);
  }

  std::optional<Layout> by_classic_row() {
    static const CellReader classic_reader{Notation{}};
    CellReader reader = classic_reader;
    std::array<std::uint8_t, kSize> ignored;
    const bool is_row = allows_format(Format::grid) && allow_classic(options_) &&
                        !read_cells({at_.line}, reader, ignored);
    return is_row ? std::optional(classic(Format::grid)) : std::nullopt;
  }

  std::optional<Layout> by_cells() {
    const auto line = parse_cell_line(at_.line, sides_);
    if (!line || !allows(line->count.cells)) return std::nullopt;
    const bool is_integers = line->count.is_integers;
    const std::size_t cells = line->count.cells;
    const std::size_t board = sides_.of_board(cells);
    const bool may_be_board = board != 0 && allows_side(board) &&
                              allows_format(is_integers ? Format::integers : Format::line);
    const std::size_t drawn = drawn_columns(at_.line, is_integers);
    // A row of 64 small numbers without bars is more likely a board.
    const bool is_small_board =
        may_be_board && cells == kMaxSide && drawn == 0 && fits_side(*line, board);
    const bool may_be_row = sides_.has(cells) && allows_side(cells) && !is_small_board &&
                            (allows_format(is_integers ? Format::integers : Format::grid) ||
                             (cells <= kSize && allows_format(Format::integers)));
    if (!may_be_row) {
      // Invalid candidates of 9x9. A larger board of that length would have letters.
      const bool may_be_candidates =
          cells == kCells * kSize && !is_integers && may_be_symbols(line->pieces.front(), kSize);
      const bool is_board = may_be_board && (options_.shape || !may_be_candidates);
      return is_board ? std::optional(layout_as(line->count, at_.from_here, false)) : std::nullopt;
    }
    const CellRun run = take_run(line->count, at_.from_here, sides_);
    const bool is_whole = run.lines.size() == cells;
    needs_more_ = !is_whole && !run.drawn.has_ended && !at_.is_all;
    if (needs_more_) return std::nullopt;
    if (!may_be_board) return is_whole ? layout_of_run(run) : std::nullopt;
    const std::optional<bool> exceeds_small = exceeds_side(line->count, board, at_.from_here);
    needs_more_ = !exceeds_small;
    if (needs_more_) return std::nullopt;
    const bool is_drawn = run.drawn.box_rows != 0 && drawn != 0;
    const bool is_large =
        *exceeds_small ||
        (is_whole && (is_drawn || repeats_no_digit(run.lines, *sides_.shape_of(cells))));
    if (is_large) return layout_of_run(run);
    return layout_as(line->count, at_.from_here, false);
  }

  std::optional<Layout> by_csv_header() {
    if (!allows_format(Format::csv)) return std::nullopt;
    const CsvHeader answer = is_csv_header(at_.line, take_content_line(after_), sides_);
    needs_more_ = answer == CsvHeader::depends_on_next_line && !at_.is_all;
    const bool is_csv = answer != CsvHeader::no && !needs_more_;
    return is_csv ? std::optional(classic(Format::csv)) : std::nullopt;
  }

  /// Whether a row of the large board that may begin here has a cell that does not exist on a board
  /// of that side. Lines with almost as many cells count as invalid rows. Other lines end the
  /// board. Returns nullopt if more of the text is needed.
  std::optional<bool> exceeds_side(const CellCount& count, std::size_t side,
                                   std::string_view text) const {
    for (std::size_t seen = 0; seen < count.cells;) {
      const auto line = take_content_line(text);
      if (!line) return at_.is_all ? std::optional(false) : std::nullopt;
      if (is_rule(*line, count.cells)) continue;
      const auto cells = parse_cell_line(*line, sides_);
      const std::size_t found = cells ? cells->count.cells : count.cells;
      if (4 * found < 3 * count.cells || 3 * found > 4 * count.cells) return false;
      if (cells && found == count.cells && !fits_side(*cells, side)) return true;
      ++seen;
    }
    return false;
  }

  /// Returns the layout of rows. The first row whose notation is certain decides whether cells are
  /// integers. Returns nullopt if more of the text is needed.
  std::optional<Layout> layout_of_run(const CellRun& run) {
    CellCount count = run.lines.front().count;
    std::optional<bool> are_integers;
    std::string_view rest = at_.from_here;
    while (const auto line = are_integers ? std::nullopt : take_content_line(rest)) {
      const auto cells = parse_cell_line(*line, sides_);
      const bool decides = cells && cells->is_certain && cells->count.cells == count.cells;
      if (decides) are_integers = cells->count.is_integers;
    }
    needs_more_ = !are_integers && count.cells > kSize && !at_.is_all;
    if (needs_more_) return std::nullopt;
    count.is_integers =
        options_.format == Format::integers || are_integers.value_or(count.is_integers);
    return layout_as(count, at_.from_here, true);
  }

  /// Returns the layout of lines with that many cells, as rows or as boards.
  Layout layout_as(const CellCount& count, std::string_view text, bool is_in_rows) const {
    std::optional<Shape> given = options_.shape;
    if (!given && is_in_rows) {
      const CellRun run = take_run(count, text, Sides());
      const std::size_t columns =
          run.lines.empty() ? 0 : drawn_columns(run.lines[0].text, run.lines[0].count.is_integers);
      given = shape_of_boxes(count.cells, run.drawn.box_rows, columns);
    }
    const Shape shape = given        ? *given
                        : is_in_rows ? *usual_shape(count.cells)
                                     : *usual_shape_of_cells(count.cells);
    const bool lacks_symbols = is_in_rows && shape.side() > kMaxSideOfSymbols;
    Layout layout = make_layout(count.is_integers || lacks_symbols, is_in_rows, shape);
    layout.are_boxes_given = given.has_value();
    if (is_first_known(layout)) return layout;
    layout.notation.first = collect_evidence(count, text, layout.notation).conclude();
    layout.notation.is_settled = false;
    return layout;
  }

  /// Guesses the layout from the first line: a row if its length is closer to the side of the board
  /// than to the number of cells.
  Layout layout_by_length(std::string_view text) const {
    const auto pieces = split_cells(text);
    const bool lacks_symbols = options_.shape && options_.shape->side() > kMaxSideOfSymbols;
    const bool is_integers = options_.format == Format::integers || lacks_symbols ||
                             (allows_format(Format::integers) && are_mostly_integers(pieces));
    const std::size_t length = count_cells(pieces, is_integers);
    const Shape shape = options_.shape ? *options_.shape
                        : is_integers  ? nearest_shape(length).value_or(k9x9)
                                       : likely_shape(pieces.empty() ? text : pieces.front());
    const bool is_other_board =
        options_.shape && length > shape.side() && sides_.of_board(length) != 0;
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
  Sides sides_;
  SampleLine at_;            // the line to decide on
  std::string_view after_;   // text after that line
  bool is_decided_ = false;  // the line is not the first of a board
  bool needs_more_ = false;
  bool has_rules_ = false;
  std::optional<std::uint64_t> order_;  // the last line, if it was a number
};

/// Returns the layout with the requested format.
Layout with_format(Layout layout, DatasetFormat format) {
  if (format == DatasetFormat::automatic) return layout;
  layout.format = format;
  layout.notation.is_integers =
      format == DatasetFormat::integers || layout.notation.shape.side() > kMaxSideOfSymbols;
  layout.notation.has_candidates |= format_of(format).has_candidates;
  layout.is_in_rows =
      format_of(format).is_in_rows || (layout.notation.is_integers && layout.is_in_rows);
  return layout;
}

/// Whether `text` is a board of the shape `given`, or of a usual shape without `given`. A row of
/// 16 or 36 cells counts, too.
bool is_board(std::string_view text, const std::optional<Shape>& given) {
  ReadOptions options;
  options.shape = given;
  const auto layout = LayoutFinder(text, options, true).find_clear();
  if (!layout || layout->format == DatasetFormat::csv) return false;
  return !layout->is_in_rows || layout->format == DatasetFormat::json;
}

/// Whether `text` is a 9x9 board with too few, too many or wrong characters.
bool is_damaged_board(std::string_view text) {
  constexpr std::size_t kFewest = 54;
  const CellReader reader{Notation{}};
  const auto cells =
      std::ranges::count_if(text, [&](char c) { return reader.is_cell(c) || is_blank(c); });
  return text.size() >= kFewest && 10 * cells >= 9 * std::ssize(text);
}

}  // namespace

bool is_puzzle_argument(std::string_view text, const std::optional<Shape>& given) {
  return text.find_first_of("/\n\r") == text.npos &&
         (is_board(text, given) || is_board(text, std::nullopt) || is_damaged_board(text));
}

Layout detect_layout(LineReader& lines, const ReadOptions& options) {
  if (options.format == DatasetFormat::csv) {
    lines.buffer_more();  // so that the marks of the file can be learned
    if (Table::find(lines.buffered())) {
      ReadOptions any = options;
      any.format = DatasetFormat::automatic;
      return detect_layout(lines, any);
    }
    return with_format(usual_layout(DatasetFormat::line, options), DatasetFormat::csv);
  }
  std::optional<Layout> layout;
  lines.look_ahead([&](std::string_view text, bool is_all) {
    layout = LayoutFinder(text, options, is_all).find();
    return layout.has_value();
  });
  return with_format(*layout, options.format);
}

}  // namespace sudoku
