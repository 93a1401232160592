#include "harness/puzzle/board_kinds.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {

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
  const auto with = usual_shape(cube_root(text.size()));
  if (!with || !has_length_of_candidates(text, *with)) return without;
  OwnedBoard board(*with);
  const bool has_candidate_everywhere =
      parse_board(text, board) &&
      std::ranges::find(board.candidates(), Digits{0}) == board.candidates().end();
  return has_candidate_everywhere || !without ? with : without;
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
