#include "harness/check/conformance_cases.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "engines/grid.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

constexpr std::string_view kComplete =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

constexpr std::string_view kHard =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// 17 clues, the minimum. Every engine solves this puzzle quickly.
constexpr std::string_view kFewestClues =
    "..1...2......34..56...5.....2.1.7.........6.3..8......3...........8..1..5........";

ConformanceCase known(std::string_view line, std::uint64_t solutions) {
  Grid grid;
  parse_line(line, grid);
  return {grid, solutions};
}

/// Returns cells in all parts of the board; all cells of a small board.
std::vector<std::size_t> sampled_cells(const Shape& shape) {
  constexpr std::size_t kMost = k9x9.cells();
  std::size_t step = (shape.cells() + kMost - 1) / kMost;
  while (std::gcd(step, shape.side()) != 1) ++step;
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < shape.cells(); cell += step) cells.push_back(cell);
  return cells;
}

/// Unavoidable sets of the cells of two digits in the complete grid: 1 and another one.
using CellSets = std::vector<std::vector<std::size_t>>;

CellSets sets_of(const ConformanceCase& complete, std::uint8_t other) {
  return unavoidable_sets(HousesOfShape(complete.shape()), complete, 1, other);
}

/// Returns the complete grid without the cells of these sets.
ConformanceCase without(const ConformanceCase& complete,
                        std::span<const std::vector<std::size_t>> sets) {
  ConformanceCase puzzle = complete;
  for (const auto& set : sets) {
    for (const std::size_t cell : set) puzzle.cells()[cell] = 0;
    puzzle.solutions *= 2;
  }
  return puzzle;
}

/// Returns the sets of the digits with the fewest sets, and with the most sets up to 8.
std::array<CellSets, 2> fewest_and_most_sets(const ConformanceCase& complete) {
  constexpr std::size_t kMost = 8;
  std::array<CellSets, 2> found;
  for (std::size_t digit = 2; digit <= complete.shape().side(); ++digit) {
    CellSets sets = sets_of(complete, static_cast<std::uint8_t>(digit));
    if (found[0].empty() || sets.size() < found[0].size()) found[0] = sets;
    if (sets.size() <= kMost && sets.size() > found[1].size()) found[1] = std::move(sets);
  }
  return found;
}

/// What shows that a puzzle has no solution.
enum class Flaw { clues_clash, cell_has_no_candidate, digit_has_no_place, none_seen };

Flaw flaw_of(const HousesOfShape& houses, const Board& puzzle) {
  const std::size_t side = puzzle.shape.side();
  const HouseMasks masks(houses, puzzle);
  bool has_every_candidate = true;
  bool has_every_place = true;
  for (std::size_t house = 0; house < 3 * side; ++house) {
    HouseMasks<HousesOfShape>::Digits clues = 0;
    HouseMasks<HousesOfShape>::Digits places = 0;
    for (const std::uint16_t cell : houses.cells_of(house)) {
      const bool is_clue = puzzle[cell] != 0;
      const auto digits = is_clue ? masks.mask_of(puzzle[cell]) : masks.candidates_of(cell);
      if (is_clue && (clues & digits) != 0) return Flaw::clues_clash;
      if (is_clue) clues |= digits;
      places |= digits;
      has_every_candidate &= digits != 0;
    }
    has_every_place &= places == masks.every_digit();
  }
  if (!has_every_candidate) return Flaw::cell_has_no_candidate;
  return has_every_place ? Flaw::none_seen : Flaw::digit_has_no_place;
}

/// Returns a puzzle without solution for each flaw except clues_clash. The cells of a set are
/// empty, except for the first cell and another cell, which has the wrong digit of the two.
ConformanceCases against_their_sets(const Shape& shape) {
  const ConformanceCase complete = complete_grid(shape);
  const HousesOfShape houses(shape);
  std::map<Flaw, ConformanceCase> by_flaw;
  for (std::size_t digit = 2; digit <= shape.side(); ++digit) {
    const auto other = static_cast<std::uint8_t>(digit);
    for (const auto& set : sets_of(complete, other)) {
      ConformanceCase puzzle = without(complete, {&set, 1});
      puzzle.cells()[set.front()] = complete.puzzle()[set.front()];
      puzzle.solutions = 0;
      for (const std::size_t cell : set) {
        if (cell == set.front()) continue;
        puzzle.cells()[cell] = complete.puzzle()[cell] == 1 ? other : std::uint8_t{1};
        by_flaw.try_emplace(flaw_of(houses, puzzle), puzzle);
        puzzle.cells()[cell] = 0;
      }
    }
  }
  by_flaw.erase(Flaw::clues_clash);
  ConformanceCases cases;
  for (auto& [flaw, puzzle] : by_flaw) cases.push_back(std::move(puzzle));
  return cases;
}

/// Returns a puzzle with single candidates instead of clues.
ConformanceCase as_candidates(ConformanceCase puzzle) {
  const std::span<Digits> candidates = puzzle.candidates();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint8_t clue = std::exchange(puzzle.cells()[i], std::uint8_t{0});
    if (clue != 0) candidates[i] = digit_bit(clue);
  }
  return puzzle;
}

/// Returns puzzles with both digits of these sets in all of their cells, except for eliminated
/// candidates.
ConformanceCases with_eliminations(const Shape& shape, const CellSets& sets) {
  const ConformanceCase complete = complete_grid(shape);
  // With clues and candidates. Each set has two solutions until a digit is eliminated from a cell.
  ConformanceCase open = without(complete, sets);
  ConformanceCases cases;
  for (const auto& set : sets) {
    open.candidates()[set.front()] &= ~digit_bit(complete.puzzle()[set.front()]);
    open.solutions /= 2;
    cases.push_back(open);
  }
  const std::size_t first = sets.front().front();
  ConformanceCase without_place = open;
  const std::uint8_t lost = complete.puzzle()[sets.front().back()];
  for (const std::size_t cell : sets.front()) without_place.candidates()[cell] &= ~digit_bit(lost);
  ConformanceCase without_candidate = open;
  without_candidate.candidates()[first] = 0;
  ConformanceCase against_clue = complete;
  against_clue.candidates()[first] &= ~digit_bit(complete.puzzle()[first]);
  for (ConformanceCase* puzzle : {&without_place, &without_candidate, &against_clue}) {
    puzzle->solutions = 0;
    cases.push_back(std::move(*puzzle));
  }
  return cases;
}

void append(BoardList& block, const ConformanceCases& cases, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) block.push_back(cases[i % cases.size()]);
}

}  // namespace

ConformanceCase complete_grid(const Shape& shape) {
  if (shape == k9x9) return known(kComplete, 1);
  return {regular_board(shape), 1};
}

ConformanceCases wrong_grids(const Shape& shape) {
  ConformanceCases cases;
  for (const std::size_t cell : sampled_cells(shape)) {
    ConformanceCase& wrong = cases.emplace_back(complete_grid(shape));
    std::uint8_t& digit = wrong.cells()[cell];
    digit = static_cast<std::uint8_t>(digit % shape.side() + 1);
    wrong.solutions = 0;
  }
  return cases;
}

ConformanceCases grids_one_clue_short(const Shape& shape) {
  ConformanceCases cases;
  for (const std::size_t cell : sampled_cells(shape)) {
    cases.push_back(complete_grid(shape));
    cases.back().cells()[cell] = 0;
  }
  return cases;
}

ConformanceCases clashing_clues(const Shape& shape) {
  const auto clue = static_cast<std::uint8_t>(std::min<std::size_t>(5, shape.side()));
  const std::size_t place = shape.side() > 2 ? 1 : 0;
  const HousesOfShape houses(shape);
  const OwnedBoard empty(shape);
  const OwnedBoard unique = unique_puzzles(shape)[1];
  ConformanceCases cases;
  for (std::size_t house = 0; house < 3 * shape.side(); ++house) {
    const auto cells = houses.cells_of(house);
    for (const OwnedBoard& board : {empty, unique}) {
      const std::span<std::uint8_t> clashing =
          cases.emplace_back(ConformanceCase{board, 0}).cells();
      clashing[cells[place]] = clashing[cells.back()] = clue;
    }
  }
  return cases;
}

ConformanceCases impossible_puzzles(const Shape& shape) {
  if (shape != k9x9) return against_their_sets(shape);
  return {
      // a cell has no candidate
      known("8..7.3649.4.6.2.75.7.49.2...5..378........72.287..9..15.1.743.843.52.9...9.31.4..", 0),
      // a digit has no place in a house
      known(".1.7...3..4..82.....5.9128.15423.8......4572..87.695...2.9743.843..2....79631...2", 0),
      // every cell has a candidate and every digit a place
      known(".12.5.6499.....17.67.4.12.315.23.8...69.4.7212..1..53452.9.....43..269.7798.1..5.", 0),
  };
}

ConformanceCases unique_puzzles(const Shape& shape) {
  if (shape == k9x9) {
    return {
        known(".92481763413762985867359412624195378759843126138627594271538649386914257.45276831",
              1),
        known(kHard, 1),
        known(kFewestClues, 1),
    };
  }
  // First without a row and a column, then without two digits except for one cell of each set.
  ConformanceCase crossed = complete_grid(shape);
  for (std::size_t i = 0; i < shape.side(); ++i) {
    crossed.cells()[i] = crossed.cells()[i * shape.side()] = 0;
  }
  ConformanceCases cases{crossed};
  const ConformanceCase complete = complete_grid(shape);
  for (const CellSets& sets : fewest_and_most_sets(complete)) {
    ConformanceCase& puzzle = cases.emplace_back(without(complete, sets));
    for (const auto& set : sets) puzzle.cells()[set.front()] = complete.puzzle()[set.front()];
    puzzle.solutions = 1;
  }
  return cases;
}

ConformanceCases ambiguous_puzzles(const Shape& shape) {
  if (shape == k9x9) {
    return {
        known(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...",
              5),
        known("7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49.",
              8),
        known("2....3.7.847....2353..8......4...3.212.......386..49.5....1.2....2...8.1713......",
              237),
    };
  }
  const ConformanceCase complete = complete_grid(shape);
  const auto [fewest, most] = fewest_and_most_sets(complete);
  return {without(complete, fewest), without(complete, std::span(most).first(most.size() / 2 + 1)),
          without(complete, most)};
}

ConformanceCases nearly_empty_grids(const Shape& shape) {
  // The smallest Latin square has few.
  const std::uint64_t very_many = shape.side() == 2 ? 2 : std::numeric_limits<std::uint64_t>::max();
  const ConformanceCase complete = complete_grid(shape);
  ConformanceCases grids;
  if (shape == k9x9) {
    for (std::size_t clues = 0; clues <= 8; ++clues) {
      const std::span cells =
          grids.emplace_back(ConformanceCase{OwnedBoard(shape), very_many}).cells();
      // down the diagonal
      for (std::size_t i = 0; i < clues; ++i) cells[10 * i] = complete.puzzle()[10 * i];
    }
    return grids;
  }
  // The missing digits can be permuted, so there is a solution for each permutation.
  for (const std::uint8_t last : {4, 5, 6}) {
    std::ranges::replace_if(
        grids.emplace_back(ConformanceCase{complete, very_many}).cells(),
        [last](std::uint8_t digit) { return digit <= last; }, std::uint8_t{0});
  }
  return grids;
}

ConformanceCases rectangles(const Shape& shape) {
  if (shape == k9x9) {
    const CellSets corners{{2, 5, 11, 14}, {27, 30, 45, 48}, {65, 68, 74, 77}};
    ConformanceCases cases;
    for (std::size_t count = 1; count <= corners.size(); ++count) {
      cases.push_back(without(complete_grid(shape), std::span(corners).first(count)));
    }
    return cases;
  }
  const ConformanceCase complete = complete_grid(shape);
  constexpr std::size_t kMost = 3;
  ConformanceCases cases;
  for (std::size_t digit = 2; digit <= shape.side() && cases.empty(); ++digit) {
    CellSets sets = sets_of(complete, static_cast<std::uint8_t>(digit));
    std::erase_if(sets, [](const auto& set) { return set.size() != 4; });
    for (std::size_t count = 1; count <= std::min(kMost, sets.size()); ++count) {
      cases.push_back(without(complete, std::span(sets).first(count)));
    }
  }
  return cases;
}

BoardList mixed_block(const Shape& shape) {
  BoardList kinds;
  append(kinds, clashing_clues(shape), 4);
  append(kinds, ambiguous_puzzles(shape), 3);
  append(kinds, impossible_puzzles(shape), 3);
  append(kinds, {unique_puzzles(shape).front(), complete_grid(shape)}, 2);
  BoardList block;
  for (std::size_t i = 0; i < 64; ++i) block.push_back(kinds[i * 5 % kinds.size()]);
  return block;
}

ConformanceCases puzzles_with_candidates(const Shape& shape) {
  ConformanceCases cases;
  for (const ConformanceCases& given : {unique_puzzles(shape), ambiguous_puzzles(shape)}) {
    for (const ConformanceCase& question : given) cases.push_back(as_candidates(question));
  }
  for (const CellSets& sets : fewest_and_most_sets(complete_grid(shape))) {
    std::ranges::move(with_eliminations(shape, sets), std::back_inserter(cases));
  }
  return cases;
}

}  // namespace sudoku
