#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "harness/dataset/cell_text.h"

// Candidates as text: for each cell and each digit the symbol of the digit if the cell may have it,
// or an empty-cell mark. In rows, each cell is a list of its candidates.

namespace sudoku {

/// The most rows of boards whose candidates fit in a line.
inline constexpr std::size_t kMaxSideOfCandidates = 40;
static_assert(kMaxSideOfCandidates * kMaxSideOfCandidates * kMaxSideOfCandidates <
              LineReader::kMaxLineBytes);

/// Returns the notation of `text` if it has as many characters as a board has candidates, and at
/// least three quarters of the symbols are in their places. Otherwise returns nullopt. `given` is
/// the shape that the user asked for, and `first` the first symbol. Without a given shape, 64
/// characters are an 8x8 board.
std::optional<Notation> notation_of_candidates(std::string_view text,
                                               const std::optional<Shape>& given,
                                               FirstSymbol first);

/// Reads the candidates of a board, which must be the whole text.
std::optional<Defect> read_candidates(std::string_view text, Position position,
                                      const CellReader& reader, std::span<Digits> candidates);

/// Returns the candidates that a text such as `136` lists in ascending order; none for `.`. Returns
/// nullopt for any other text.
std::optional<Digits> parse_candidate_list(std::string_view text, const CellReader& reader);

}  // namespace sudoku
