#include "harness/dataset/candidate_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/puzzle/shapes.h"

namespace sudoku {

std::optional<Notation> notation_of_candidates(std::string_view text,
                                               const std::optional<Shape>& given,
                                               FirstSymbol first) {
  constexpr std::size_t kSideOfShortBoards = 4;  // as many candidates as cells of 8x8
  const std::size_t side = cube_root(text.size());
  const auto shape = given && given->side() == side ? given : usual_shape(side);
  if (!shape || side > kMaxSideOfCandidates) return std::nullopt;
  if (given ? given->side() != side : side == kSideOfShortBoards) return std::nullopt;
  if (first == FirstSymbol::automatic) first = FirstSymbol::one;
  const Notation notation{*shape, false, first, true, true};
  const CellReader reader(notation);
  std::size_t symbols = 0;
  std::size_t in_place = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    symbols += reader.value_of(text[i]) != 0;
    in_place += reader.value_of(text[i]) == i % side + 1;
  }
  return symbols != 0 && 4 * in_place >= 3 * symbols ? std::optional(notation) : std::nullopt;
}

std::optional<Defect> read_candidates(std::string_view text, Position position,
                                      const CellReader& reader, std::span<Digits> candidates) {
  const std::size_t side = reader.side();
  if (text.size() == candidates.size()) {
    return Defect{position, fmt::format("{} candidates expected, {} cells found; either all or no "
                                        "puzzles of a file have candidates",
                                        side * candidates.size(), text.size())};
  }
  if (text.size() != side * candidates.size()) {
    return Defect{position,
                  fmt::format("{} candidates expected for {}, {} found", side * candidates.size(),
                              size_of(reader.shape()), text.size())};
  }
  std::ranges::fill(candidates, Digits{0});
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t place = i % side + 1;
    const std::uint8_t digit = reader.value_of(text[i]);
    if (digit == 0) continue;
    if (digit == place) {
      candidates[i / side] |= digit_bit(digit);
      continue;
    }
    const char expected = reader.symbol_of(place);
    return Defect{{position.line, position.column + i},
                  fmt::format("{} in the place of candidate {}; use {} or . here",
                              first_character(text.substr(i)), expected, expected)};
  }
  return std::nullopt;
}

std::optional<Digits> parse_candidate_list(std::string_view text, const CellReader& reader) {
  if (text == ".") return Digits{0};
  Digits digits = 0;
  for (const char c : text) {
    const std::uint8_t digit = reader.value_of(c);
    if (digit == 0 || digit > reader.side() || digits >= digit_bit(digit)) return std::nullopt;
    digits |= digit_bit(digit);
  }
  return digits;
}

}  // namespace sudoku
