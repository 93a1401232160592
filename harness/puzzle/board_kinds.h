#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/registry.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Describes boards in the plural, such as `9x9 boards`, `Latin squares of order 9` or `9x9 boards
/// with candidates`.
std::string describe_kind(const BoardKind& kind);

/// Returns why an engine does not support such boards, as in `for 9x9 only`; empty if it does.
std::string unsupported_reason(EngineTraits traits, const BoardKind& kind);

/// Returns the error message for an engine that does not support the boards of an input.
std::string describe_refused_boards(const std::string& path, const BoardKind& kind,
                                    std::string_view engine, std::string_view reason);

/// Throws UsageError if an engine does not support the boards of an input.
void require_support(const EngineInfo& engine, const std::string& path, const BoardKind& kind);

/// Returns the shape of a board as format_line writes it: the usual shape for its number of cells.
/// If the text may also be a board with candidates, it is one if every cell has a candidate.
std::optional<Shape> usual_shape_of_text(std::string_view text);

/// Inverts format_line for a board of the shape of `board`, with or without candidates. Returns
/// false, with an unspecified board, if `text` is not such a board.
bool parse_board(std::string_view text, OwnedBoard& board);

}  // namespace sudoku
