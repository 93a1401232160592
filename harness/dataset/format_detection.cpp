// How a file says what it holds. A line of as many cells as a board has is a board, as many as a
// board has rows a row, where as many rows follow each other. Cells are counted as symbols, or as
// numbers where one has two digits or more or is -1. So many as 16 or 36 may be a small board or a
// row of a large one: a symbol beyond the small ones says that it is a row, and so does a board of
// such lines that breaks no rule.

#include <algorithm>
#include <map>
#include <tuple>
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

/// What the cells of a line are counted as.
struct CellCount {
  std::size_t cells = 0;
  bool is_integers = false;
  friend bool operator<(const CellCount& a, const CellCount& b) {
    return std::tie(a.cells, a.is_integers) < std::tie(b.cells, b.is_integers);
  }
};

/// A line that may be a row or a board.
struct CellLine {
  CellCount count;
  bool is_certain = false;               // that integers are such
  std::vector<std::string_view> pieces;  // that the cells are in
};

/// Whether it may be the upper rule of a file of Simple Sudoku. That of 6x6 is as long as a row of
/// nine: the lines behind it tell.
bool is_frame(std::string_view text) {
  text = trim(text);
  return text.size() > 2 && text.front() == '*' && text.back() == '*' &&
         text.find_first_not_of('-', 1) == text.size() - 1;
}

bool is_side(std::size_t cells) {
  return usual_shape(cells).has_value();
}

bool is_board(std::size_t cells) {
  return usual_shape_of_cells(cells).has_value();
}

/// Of the shape that has lines of so many cells; 0 if there is none.
std::size_t side_of(std::size_t cells) {
  if (is_side(cells)) return cells;
  const auto shape = usual_shape_of_cells(cells);
  return shape ? shape->side() : 0;
}

bool are_symbols(std::string_view text, std::size_t side) {
  return std::all_of(text.begin(), text.end(), [side](char c) { return may_be_symbol(c, side); });
}

std::optional<CellLine> as_integers(const std::vector<std::string_view>& pieces) {
  CellLine line{{pieces.size(), true}, false, pieces};
  const std::size_t side = side_of(pieces.size());
  if (side == 0) return std::nullopt;
  for (const std::string_view piece : pieces) {
    const auto cell = parse_integer_cell(piece);
    if (!cell || cell->value > kMaxSide) return std::nullopt;
    line.is_certain |= piece.size() > 1;
  }
  // What has no room for two digits in its cells is read alike either way.
  line.is_certain |= side > kSize;
  return line;
}

/// The first piece may be a board, and all of them together a row.
std::optional<CellLine> as_symbols(const std::vector<std::string_view>& pieces) {
  const std::string_view first = pieces.front();
  if (is_board(first.size()) && are_symbols(first, side_of(first.size()))) {
    return CellLine{{first.size()}, false, {first}};
  }
  // Not the whole of what is no board of that size, but a row of one.
  std::size_t cells = 0;
  for (const std::string_view piece : pieces) cells += piece.size();
  if (!is_side(cells)) return std::nullopt;
  for (const std::string_view piece : pieces) {
    if (!are_symbols(piece, cells)) return std::nullopt;
  }
  return CellLine{{cells}, false, pieces};
}

/// The line with the cells that it may have; nothing for another one.
std::optional<CellLine> as_cells(std::string_view text) {
  const std::vector<std::string_view> pieces = split_cells(text);
  if (pieces.empty()) return std::nullopt;
  if (pieces.size() > 1) {
    if (auto line = as_integers(pieces); line && line->is_certain) return line;
    // As single digits between blanks are of a board, too.
    if (is_board(pieces.size()) && !is_side(pieces.size())) {
      if (auto line = as_integers(pieces)) return line;
    }
  }
  return as_symbols(pieces);
}

/// Damaged ones, of 9x9: a board of as many cells has letters.
bool may_be_pencilmarks(const CellLine& line) {
  return line.count.cells == kCells * kSize && !line.count.is_integers &&
         are_symbols(line.pieces.front(), kSize);
}

bool is_within(const CellLine& line, std::size_t side) {
  return std::all_of(line.pieces.begin(), line.pieces.end(), [&](std::string_view piece) {
    if (!line.count.is_integers) return are_symbols(piece, side);
    const auto cell = parse_integer_cell(piece);
    return cell && cell->value <= side;
  });
}

/// Whether no digit stands twice in a row or a column.
bool keeps_rules(const std::vector<CellLine>& rows, const Shape& shape) {
  CellReader reader({shape, rows.front().count.is_integers, FirstSymbol::one, true});
  std::vector<std::uint64_t> seen(shape.side());
  for (const CellLine& row : rows) {
    std::uint64_t in_row = 0;
    std::size_t column = 0;
    const auto add = [&](auto text) {
      std::uint8_t cell = 0;
      if (!reader.read(text, cell).empty() || column == seen.size()) return false;
      const std::uint64_t bit = cell == 0 ? 0 : std::uint64_t{1} << cell;
      const bool is_new = ((in_row | seen[column]) & bit) == 0;
      in_row |= bit;
      seen[column++] |= bit;
      return is_new;
    };
    for (const std::string_view piece : row.pieces) {
      if (row.count.is_integers) {
        if (!add(piece)) return false;
      } else if (!std::all_of(piece.begin(), piece.end(), add)) {
        return false;
      }
    }
  }
  return true;
}

/// Takes the first line off `text`, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.size(), text.find('\n'));
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Lines of as many cells, one after the other.
struct Run {
  std::vector<CellLine> lines;
  bool has_ended = false;       // by another line
  std::size_t box_rows = 0;     // that rules draw; 0 where they draw none
  std::size_t box_columns = 0;  // likewise
};

/// How many cells stand before each bar of a row; 0 where it has none or they are not alike.
std::size_t drawn_columns(std::string_view text, const CellLine& line) {
  std::size_t drawn = 0;
  text = trim(text);
  if (text.starts_with('|')) text.remove_prefix(1);
  if (text.ends_with('|')) text.remove_suffix(1);
  if (text.find('|') == text.npos) return 0;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('|'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    std::size_t cells = 0;
    for (const std::string_view piece : split_cells(part)) {
      cells += line.count.is_integers ? 1 : piece.size();
    }
    if (drawn != 0 && cells != drawn) return 0;
    drawn = cells;
  }
  return drawn;
}

/// The lines like the first of `text`, up to `most`.
Run run_of(const CellCount& count, std::string_view text, std::size_t most) {
  Run run;
  while (!text.empty() && run.lines.size() < most) {
    const std::string_view line = take_line(text);
    if (is_blank(line) || is_comment(line) || is_section(line)) continue;
    if (is_rule(line, count.cells)) {
      if (run.box_rows == 0) run.box_rows = run.lines.size();
      continue;
    }
    auto cells = as_cells(line);
    // In a row of integers that have a digit each nothing says that they are such.
    const bool is_alike = cells && cells->count.cells == count.cells &&
                          (cells->count.is_integers == count.is_integers || count.cells <= kSize);
    if (!is_alike) {
      run.has_ended = true;
      break;
    }
    if (run.lines.empty()) run.box_columns = drawn_columns(line, *cells);
    run.lines.push_back(std::move(*cells));
  }
  return run;
}

/// The shape whose boxes the rules of a text draw; the usual one where they draw none.
Shape drawn_shape(std::size_t side, const Run& run) {
  const auto fits = [side](std::size_t count) {
    return count >= 2 && count < side && side % count == 0 && side / count >= 2;
  };
  const auto shape = [](std::size_t rows, std::size_t columns) {
    return Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(columns)};
  };
  if (fits(run.box_columns)) return shape(side / run.box_columns, run.box_columns);
  if (fits(run.box_rows)) return shape(run.box_rows, side / run.box_rows);
  return *usual_shape(side);
}

/// Whether numbers of two digits or more are among the cells, and hardly anything that is no
/// number.
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

/// The shape of which so many cells are a row, or a board but for a few.
std::optional<Shape> nearest_shape(std::size_t cells) {
  for (std::size_t side = 4; side <= kMaxSide; ++side) {
    const auto shape = usual_shape(side);
    if (!shape) continue;
    const std::size_t slack = shape->cells() / 32;
    if (cells + slack >= shape->cells() && cells <= shape->cells() + slack) return shape;
  }
  return usual_shape(cells);
}

/// Finds the layout of what begins with `head`.
class LayoutFinder {
 public:
  LayoutFinder(std::string_view head, const ReadOptions& options, bool is_all)
      : head_(head), options_(options), is_all_(is_all) {}

  /// That of the first lines that are clearly of one. Nothing if there are none, or if more of the
  /// text has to be seen.
  std::optional<Layout> find_clear() {
    std::string_view rest = head_;
    while (!rest.empty()) {
      const std::string_view from_here = rest;
      const std::string_view line = take_line(rest);
      if (is_blank(line) || is_comment(line)) continue;
      if (auto layout = layout_of(line, from_here)) return layout;
      if (needs_more_) return std::nullopt;
    }
    return std::nullopt;
  }

  /// That of most of the lines; of 9x9 where there are none that are of another shape.
  Layout find_likely() const {
    std::map<CellCount, std::size_t> counts;
    std::optional<std::string_view> first;
    std::string_view rest = head_;
    while (!rest.empty()) {
      const std::string_view line = take_line(rest);
      if (is_blank(line) || is_comment(line)) continue;
      if (!first) first = line;
      const auto cells = as_cells(line);
      if (cells && takes(cells->count.cells)) ++counts[cells->count];
    }
    if (!first) return classic(DatasetFormat::line);
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const bool is_told = most != counts.end() && (most->second > 1 || options_.shape);
    if (is_told) return layout_as(most->first, head_, is_side(most->first.cells));
    return has_ornament_ ? classic(DatasetFormat::grid) : layout_by_length(*first);
  }

 private:
  bool wants(DatasetFormat format) const {
    return options_.format == DatasetFormat::automatic || options_.format == format;
  }
  bool takes_side(std::size_t side) const {
    return side != 0 && (!options_.shape || options_.shape->side() == side);
  }
  bool takes(std::size_t cells) const {
    if (is_side(cells) && takes_side(cells)) return true;
    const auto shape = usual_shape_of_cells(cells);
    return shape && takes_side(shape->side());
  }
  bool takes_classic() const {
    return (!options_.shape || *options_.shape == k9x9) &&
           (options_.symbols == FirstSymbol::automatic || options_.symbols == FirstSymbol::one);
  }

  /// Of 9x9, or of the shape that was asked for, in the usual symbols.
  Layout classic(DatasetFormat format) const {
    Layout layout{format};
    if (options_.shape) layout.notation.shape = *options_.shape;
    if (options_.symbols != FirstSymbol::automatic) layout.notation.first = options_.symbols;
    return layout;
  }

  /// The layout that a line and those behind it give away.
  std::optional<Layout> layout_of(std::string_view line, std::string_view from_here) {
    if (wants(DatasetFormat::line) && takes_classic() && is_puzzle_line(line)) {
      return classic(DatasetFormat::line);
    }
    if (wants(DatasetFormat::solo) && is_solo_line(line)) return solo_layout(line);
    if (is_section(line) || is_rule(line, kSize) || is_frame(line)) {
      has_ornament_ |= wants(DatasetFormat::grid);
      return std::nullopt;
    }
    if (auto layout = layout_of_order(line)) return layout;
    if (wants(DatasetFormat::grid) && takes_classic() && is_row_of_nine(line)) {
      return classic(DatasetFormat::grid);
    }
    const auto cells = as_cells(line);
    if (cells && takes(cells->count.cells)) {
      auto layout = layout_of_cells(*cells, from_here);
      if (layout || needs_more_) return layout;
    }
    if (wants(DatasetFormat::csv) && is_csv_header(line)) return classic(DatasetFormat::csv);
    return std::nullopt;
  }

  Layout solo_layout(std::string_view line) const {
    Layout layout = classic(DatasetFormat::solo);
    const auto shape = shape_of_solo_line(line);
    if (shape && !options_.shape) layout.notation.shape = *shape;
    return layout;
  }

  /// The files of sudoku_acs begin with the side of a box and, in the next line, 1.
  std::optional<Layout> layout_of_order(std::string_view line) {
    const auto number = parse_number(trim(line));
    const auto order = std::exchange(order_, number);
    if (!number || *number != 1 || !order || *order < 2 || *order > 6) return std::nullopt;
    const auto side = static_cast<std::size_t>(*order * *order);
    if (!wants(DatasetFormat::integers) || !takes_side(side)) return std::nullopt;
    return layout_as({side, true}, head_, true);
  }

  std::optional<Layout> layout_of_cells(const CellLine& line, std::string_view from_here) {
    const DatasetFormat of_rows =
        line.count.is_integers ? DatasetFormat::integers : DatasetFormat::grid;
    const DatasetFormat of_boards =
        line.count.is_integers ? DatasetFormat::integers : DatasetFormat::line;
    const std::size_t cells = line.count.cells;
    const auto board = usual_shape_of_cells(cells);
    const bool may_be_board = board && takes_side(board->side()) && wants(of_boards);
    const bool may_be_row = is_side(cells) && takes_side(cells) &&
                            (wants(of_rows) || (cells <= kSize && wants(DatasetFormat::integers)));
    if (may_be_board && !may_be_row) {
      if (!options_.shape && may_be_pencilmarks(line)) return std::nullopt;
      return layout_as(line.count, from_here, false);
    }
    if (!may_be_row) return std::nullopt;
    const Run run = run_of(line.count, from_here, cells);
    const bool is_whole = run.lines.size() == cells;
    if (!is_whole && !run.has_ended && !is_all_) {
      needs_more_ = true;
      return std::nullopt;
    }
    if (!may_be_board) return is_whole ? of_run(run, from_here) : std::nullopt;
    const std::optional<bool> is_beyond = goes_beyond(line.count, board->side(), from_here);
    if (!is_beyond) {
      needs_more_ = true;
      return std::nullopt;
    }
    const bool is_large = *is_beyond || (is_whole && keeps_rules(run.lines, *usual_shape(cells)));
    return is_large ? of_run(run, from_here) : layout_as(line.count, from_here, false);
  }

  /// Whether one of as many lines as a board has is of that many cells, not all of which a board of
  /// that side has; another line among them may be a bad row, if it is not of another length
  /// altogether, which ends the board. Nothing if more has to be seen.
  std::optional<bool> goes_beyond(const CellCount& count, std::size_t side,
                                  std::string_view text) const {
    for (std::size_t seen = 0; seen < count.cells;) {
      if (text.empty()) return is_all_ ? std::optional(false) : std::nullopt;
      const std::string_view line = take_line(text);
      if (is_blank(line) || is_comment(line) || is_rule(line, count.cells)) continue;
      const auto cells = as_cells(line);
      if (cells && !is_bad_row(cells->count.cells, count.cells)) return false;
      const bool is_alike = cells && cells->count.cells == count.cells;
      if (is_alike && !is_within(*cells, side)) return true;
      ++seen;
    }
    return false;
  }

  /// Whether a line of that many cells may have been meant to have the others.
  static bool is_bad_row(std::size_t cells, std::size_t others) {
    return 4 * cells >= 3 * others && 3 * cells <= 4 * others;
  }

  /// Rows, as integers where any of them is certainly of such.
  std::optional<Layout> of_run(const Run& run, std::string_view from_here) const {
    CellCount count = run.lines.front().count;
    count.is_integers = options_.format == DatasetFormat::integers ||
                        std::any_of(run.lines.begin(), run.lines.end(),
                                    [](const CellLine& line) { return line.count.is_integers; });
    return layout_as(count, from_here, true);
  }

  /// Lines of so many cells, as rows or as boards, from `text` on.
  Layout layout_as(const CellCount& count, std::string_view text, bool is_in_rows) const {
    Layout layout = classic(count.is_integers ? DatasetFormat::integers
                            : is_in_rows      ? DatasetFormat::grid
                                              : DatasetFormat::line);
    layout.is_in_rows = is_in_rows;
    layout.notation.is_integers = count.is_integers;
    const std::size_t side = is_in_rows ? count.cells : usual_shape_of_cells(count.cells)->side();
    if (!options_.shape) {
      layout.notation.shape =
          is_in_rows ? drawn_shape(side, run_of(count, text, side)) : *usual_shape(side);
    }
    if (options_.symbols != FirstSymbol::automatic || is_classic(layout.notation)) return layout;
    layout.notation.first = evidence_in(text, count, layout.notation).conclude();
    layout.notation.is_settled = false;
    return layout;
  }

  static SymbolEvidence evidence_in(std::string_view text, const CellCount& count,
                                    const Notation& notation) {
    SymbolEvidence evidence(notation.shape, notation.is_integers);
    while (!text.empty()) {
      const std::string_view line = take_line(text);
      if (is_blank(line) || is_comment(line) || is_rule(line, count.cells)) continue;
      const auto cells = as_cells(line);
      if (!cells || cells->count.cells != count.cells) continue;
      for (const std::string_view piece : cells->pieces) evidence.add(piece);
    }
    return evidence;
  }

  /// The layout that lines without a defect would most likely be of: a row is nearer to the side, a
  /// puzzle to the number of cells.
  Layout layout_by_length(std::string_view text) const {
    const auto pieces = split_cells(text);
    const bool is_integers = options_.format == DatasetFormat::integers ||
                             (wants(DatasetFormat::integers) && are_mostly_integers(pieces));
    std::size_t length = pieces.size();
    if (!is_integers) {
      length = 0;
      for (const std::string_view piece : pieces) length += piece.size();
    }
    const Shape shape = options_.shape ? *options_.shape
                        : is_integers  ? nearest_shape(length).value_or(k9x9)
                                       : likely_shape(pieces.empty() ? text : pieces.front());
    const bool is_other_board = options_.shape && length > shape.side() && is_board(length);
    const bool is_in_rows = !is_other_board && length < (shape.side() + shape.cells()) / 2;
    Layout layout = classic(is_integers  ? DatasetFormat::integers
                            : is_in_rows ? DatasetFormat::grid
                                         : DatasetFormat::line);
    layout.is_in_rows = is_in_rows;
    layout.notation.shape = shape;
    layout.notation.is_integers = is_integers;
    if (options_.symbols != FirstSymbol::automatic || is_classic(layout.notation)) return layout;
    SymbolEvidence evidence(shape, is_integers);
    for (const std::string_view piece : pieces) evidence.add(piece);
    layout.notation.first = evidence.conclude();
    return layout;
  }

  std::string_view head_;
  const ReadOptions& options_;
  bool is_all_;  // there is no more than the head
  bool needs_more_ = false;
  bool has_ornament_ = false;
  std::optional<std::uint64_t> order_;  // the number that the last line was
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
  } while (lines.look_further());
  return detect_layout(lines.buffered(), options);
}

}  // namespace sudoku
