#include "harness/python/board_arrays.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

namespace py = pybind11;

Shape shape_named(const std::string& name) {
  if (const auto shape = parse_shape(name)) return *shape;
  throw UsageError(
      fmt::format("shape takes the rows and columns of a box of at most {} cells, such as '4x5', "
                  "or '1x9' for a Latin square, not '{}'",
                  kMaxSide, name));
}

std::string name_of(const std::optional<Shape>& shape) { return shape ? to_string(*shape) : ""; }

/// Returns a text without blanks around it. The text must outlive the result.
std::string_view trimmed(py::handle text) {
  py::ssize_t size = 0;
  const char* const characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (characters == nullptr) throw py::error_already_set();
  return trim({characters, static_cast<std::size_t>(size)});
}

std::vector<std::string_view> trimmed(const py::list& items) {
  std::vector<std::string_view> texts;
  for (const py::handle item : items) {
    if (!PyUnicode_Check(item.ptr())) {
      throw py::type_error(fmt::format("puzzle {}: expected a text, not {}", texts.size() + 1,
                                       Py_TYPE(item.ptr())->tp_name));
    }
    texts.push_back(trimmed(item));
  }
  return texts;
}

/// Returns the common notation of all texts. 9x9 boards have only one notation. Boards that have
/// more digits than symbols are numbers. For other shapes, the symbols decide whether the first
/// digit is 1, 0 or A.
Notation notation_of(const std::vector<std::string_view>& texts, const Shape& shape) {
  Notation notation{shape, shape.side() > kMaxSideOfSymbols};
  if (is_classic(notation)) return notation;
  SymbolEvidence evidence(shape, notation.is_integers);
  for (const std::string_view text : texts) {
    for (const std::string_view piece : split_cells(text)) evidence.add(piece);
  }
  notation.first = evidence.conclude();
  return notation;
}

/// Throws UsageError with the number of the puzzle and the position, both from 1.
[[noreturn]] void refuse(std::size_t puzzle, std::size_t position, std::string_view what) {
  throw UsageError(fmt::format("puzzle {}, position {}: {}", puzzle + 1, position + 1, what));
}

/// Reads ordinary boards.
Cells parse_cells(const std::vector<std::string_view>& texts, const Shape& shape) {
  CellReader reader(notation_of(texts, shape));
  Cells boards = new_boards(texts.size(), shape);
  const std::span<std::uint8_t> cells = memory_of(boards);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto defect =
        read_whole_board(texts[i], {0, 1}, reader, cells.subspan(i * shape.cells(), shape.cells()));
    if (!defect) continue;
    const std::string_view what = defect->what;
    // The rest names an option of the program.
    refuse(i, defect->position.column - 1, what.substr(0, what.find("; --")));
  }
  return boards;
}

/// Reads a board with candidates.
void parse_candidates_of(std::size_t puzzle, std::string_view text, const Shape& shape,
                         std::span<Digits> candidates) {
  if (parse_candidates(text, shape, candidates)) return;
  const std::size_t length = shape.cells() * shape.side();
  if (text.size() != length) {
    refuse(puzzle, std::min(length, text.size()),
           fmt::format("found {} characters, but a puzzle with candidates has {}", text.size(),
                       length));
  }
  std::size_t i = 0;
  const auto digit = [&] { return symbol_of(static_cast<std::uint8_t>(i % shape.side() + 1)); };
  while (text[i] == '.' || text[i] == digit()) ++i;
  refuse(puzzle, i, fmt::format("expected {} or ., because the puzzle has candidates", digit()));
}

}  // namespace

Boards boards_of(const Cells& cells, const std::string& shape_name) {
  const Shape shape = shape_named(shape_name);
  const bool is_whole = cells.ndim() == 2 && cells.shape(1) == py::ssize_t(shape.cells());
  if (!is_whole) throw UsageError(fmt::format("expected an array of shape (n, {})", shape.cells()));
  return {shape, {cells.data(), static_cast<std::size_t>(cells.size())}};
}

Boards puzzles_of(const Cells& cells, const OptionalCandidates& candidates,
                  const std::string& shape_name) {
  Boards puzzles = boards_of(cells, shape_name);
  if (!candidates) return puzzles;
  if (puzzles.shape.side() > kMaxSideOfSymbols) {
    throw UsageError(fmt::format("candidates are for boards of up to {}x{}", kMaxSideOfSymbols,
                                 kMaxSideOfSymbols));
  }
  puzzles.candidates = {candidates->data(), static_cast<std::size_t>(candidates->size())};
  if (puzzles.candidates.size() != puzzles.cells.size()) {
    throw UsageError(fmt::format("found candidates of {}, expected {}",
                                 number_of(puzzles.candidates.size(), "cell"),
                                 puzzles.cells.size()));
  }
  const auto wrong = std::ranges::find_if(puzzles.candidates, [&](Digits digits) {
    return (digits & ~all_digits(puzzles.shape)) != 0;
  });
  if (wrong == puzzles.candidates.end()) return puzzles;
  const auto cell = static_cast<std::size_t>(wrong - puzzles.candidates.begin());
  throw UsageError(fmt::format("puzzle {}, position {}: the candidates {:#x} have a bit beyond {}",
                               cell / puzzles.shape.cells() + 1, cell % puzzles.shape.cells() + 1,
                               *wrong, puzzles.shape.side() - 1));
}

Cells new_boards(std::size_t count, const Shape& shape) { return Cells({count, shape.cells()}); }

std::span<std::uint8_t> memory_of(Cells& cells) {
  return {cells.mutable_data(), static_cast<std::size_t>(cells.size())};
}

std::string shape_of_cells(std::size_t cells) { return name_of(usual_shape_of_cells(cells)); }

std::string shape_of_text(const py::str& text) {
  return name_of(usual_shape_of_text(trimmed(text)));
}

std::size_t side_of(const std::string& shape_name) { return shape_named(shape_name).side(); }

Boards boards_of_9x9(const Cells& cells, const std::string& shape_name, std::string_view function) {
  const Boards boards = boards_of(cells, shape_name);
  if (boards.shape == k9x9) return boards;
  throw UsageError(
      fmt::format("{} supports 9x9 only, not boards of {}", function, size_of(boards.shape)));
}

py::tuple parse(const py::list& items, const std::string& shape_name) {
  const Shape shape = shape_named(shape_name);
  const std::vector<std::string_view> texts = trimmed(items);
  if (texts.empty() || !has_length_of_candidates(texts.front(), shape)) {
    return py::make_tuple(parse_cells(texts, shape), py::none());
  }
  Cells cells = new_boards(texts.size(), shape);
  std::ranges::fill(memory_of(cells), std::uint8_t{0});
  Candidates candidates({texts.size(), shape.cells()});
  const std::span<Digits> sets(candidates.mutable_data(), std::size_t(candidates.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    parse_candidates_of(i, texts[i], shape, sets.subspan(i * shape.cells(), shape.cells()));
  }
  return py::make_tuple(cells, candidates);
}

py::list format(const Cells& cells, const OptionalCandidates& candidates,
                const std::string& shape_name) {
  const Boards boards = puzzles_of(cells, candidates, shape_name);
  py::list texts(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) texts[i] = format_line(boards[i]);
  return texts;
}

}  // namespace sudoku
