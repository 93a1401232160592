#include "harness/dataset/cell_lines.h"

#include <algorithm>
#include <utility>

#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns the side of the shape with rows or boards of that many cells, or 0.
std::size_t side_of(std::size_t cells) {
  if (is_side(cells)) return cells;
  const auto shape = usual_shape_of_cells(cells);
  return shape ? shape->side() : 0;
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
  // Up to side 9, integers and symbols separated by blanks are the same.
  line.is_certain |= side > kSize;
  return line;
}

/// The first piece may be a board, or all pieces together a row.
std::optional<CellLine> as_symbols(const std::vector<std::string_view>& pieces) {
  const std::string_view first = pieces.front();
  if (is_board(first.size()) && may_be_symbols(first, side_of(first.size()))) {
    return CellLine{{first.size()}, false, {first}};
  }
  const std::size_t cells = total_size(pieces);
  if (!is_side(cells)) return std::nullopt;
  for (const std::string_view piece : pieces) {
    if (!may_be_symbols(piece, cells)) return std::nullopt;
  }
  return CellLine{{cells}, false, pieces};
}

/// Returns the number of cells before each bar of a row, or 0 if there are none or they vary.
std::size_t drawn_columns(std::string_view text, const CellLine& line) {
  std::size_t drawn = 0;
  text = trim(text);
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

}  // namespace

bool is_side(std::size_t cells) { return usual_shape(cells).has_value(); }

bool is_board(std::size_t cells) { return usual_shape_of_cells(cells).has_value(); }

std::optional<CellLine> parse_cell_line(std::string_view text) {
  const std::vector<std::string_view> pieces = split_cells(text);
  if (pieces.empty()) return std::nullopt;
  if (pieces.size() > 1) {
    auto line = as_integers(pieces);
    // The cells of a whole board are integers even if all have one digit.
    if (line && (line->is_certain || !is_side(pieces.size()))) return line;
  }
  return as_symbols(pieces);
}

bool fits_side(const CellLine& line, std::size_t side) {
  return std::all_of(line.pieces.begin(), line.pieces.end(), [&](std::string_view piece) {
    if (!line.count.is_integers) return may_be_symbols(piece, side);
    const auto cell = parse_integer_cell(piece);
    return cell && cell->value <= side;
  });
}

bool obeys_rules(const std::vector<CellLine>& rows, const Shape& shape) {
  CellReader reader({shape, rows.front().count.is_integers, FirstSymbol::one, true});
  std::vector<std::uint64_t> in_columns(shape.side());
  for (const CellLine& row : rows) {
    std::uint64_t in_row = 0;
    std::size_t column = 0;
    const auto add = [&](auto text) {
      std::uint8_t cell = 0;
      if (!reader.read(text, cell).empty() || column == in_columns.size()) return false;
      const std::uint64_t bit = cell == 0 ? 0 : std::uint64_t{1} << cell;
      const bool is_new = ((in_row | in_columns[column]) & bit) == 0;
      in_row |= bit;
      in_columns[column++] |= bit;
      return is_new;
    };
    for (const std::string_view piece : row.pieces) {
      if (row.count.is_integers ? !add(piece) : !std::all_of(piece.begin(), piece.end(), add)) {
        return false;
      }
    }
  }
  return true;
}

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
    const bool is_alike = cells && cells->count.cells == count.cells &&
                          (cells->count.is_integers == count.is_integers || count.cells <= kSize);
    if (!is_alike) {
      run.has_ended = true;
      break;
    }
    if (run.lines.empty()) run.box_columns = drawn_columns(*line, *cells);
    run.lines.push_back(std::move(*cells));
  }
  return run;
}

Shape drawn_shape(const CellCount& count, std::string_view text) {
  const std::size_t side = count.cells;
  const CellRun run = take_run(count, text, side);
  const auto fits = [side](std::size_t lines) {
    return lines >= 2 && lines < side && side % lines == 0 && side / lines >= 2;
  };
  const auto shape = [](std::size_t rows, std::size_t columns) {
    return Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(columns)};
  };
  if (fits(run.box_columns)) return shape(side / run.box_columns, run.box_columns);
  if (fits(run.box_rows)) return shape(run.box_rows, side / run.box_rows);
  return *usual_shape(side);
}

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

}  // namespace sudoku
