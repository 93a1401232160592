#include "harness/puzzle/board_kinds.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {

namespace {

/// Returns the usual shape of boards with candidates that have such long texts, or nullopt.
std::optional<Shape> shape_with_candidates(std::string_view text) {
  for (std::size_t side = 4; side * side * side <= text.size(); ++side) {
    const auto shape = usual_shape(side);
    if (shape && has_length_of_candidates(text, *shape)) return shape;
  }
  return std::nullopt;
}

/// Returns whether a text is a board with candidates and gives each cell at least one.
bool has_candidate_everywhere(std::string_view text, const Shape& shape) {
  std::vector<Digits> candidates(shape.cells());
  return parse_candidates(text, shape, candidates) &&
         std::ranges::find(candidates, Digits{0}) == candidates.end();
}

}  // namespace

std::string describe_kind(const BoardKind& kind) {
  const std::string boards = kind.shape.is_latin()
                                 ? fmt::format("Latin squares of order {}", kind.shape.side())
                                 : size_of(kind.shape) + " boards";
  return kind.have_candidates ? boards + " with candidates" : boards;
}

std::string unsupported_reason(EngineTraits traits, const BoardKind& kind) {
  if (supports(traits, kind)) return {};
  return supports(traits, kind.shape) ? "not for candidates" : "for 9x9 only";
}

std::string describe_refused_boards(const std::string& path, const BoardKind& kind,
                                    std::string_view engine, std::string_view reason) {
  return fmt::format("{} has {}, but engine {} is {}", path, describe_kind(kind), engine, reason);
}

void require_support(const EngineInfo& engine, const std::string& path, const BoardKind& kind) {
  const std::string reason = unsupported_reason(engine.traits, kind);
  if (reason.empty()) return;
  throw UsageError(describe_refused_boards(path, kind, engine.id, reason));
}

std::optional<Shape> usual_shape_of_text(std::string_view text) {
  const auto blanks = static_cast<std::size_t>(std::ranges::count(text, ' '));
  const auto without = usual_shape_of_cells(blanks == 0 ? text.size() : blanks + 1);
  const auto with = shape_with_candidates(text);
  return with && (!without || has_candidate_everywhere(text, *with)) ? with : without;
}

bool parse_board(std::string_view text, OwnedBoard& board) {
  const Shape shape = board.shape();
  if (!has_length_of_candidates(text, shape)) {
    if (!Board(board).candidates.empty()) board = OwnedBoard(shape);
    return parse_symbols(text, shape, board.cells());
  }
  std::ranges::fill(board.cells(), std::uint8_t{0});
  return parse_candidates(text, shape, board.candidates());
}

}  // namespace sudoku
