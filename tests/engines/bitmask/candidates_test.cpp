// Tests bitmask on puzzles with candidates and on Latin squares against a plain search.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engines/bitmask/group_masks.h"
#include "engines/bitmask/variants.h"
#include "engines/houses.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using Cells = BoardSource::Cells;

/// Counts solutions up to a limit: fills a cell with the fewest allowed digits.
class PlainSearch {
 public:
  PlainSearch(const Board& puzzle, std::uint64_t limit) : houses_(puzzle.shape), limit_(limit) {
    std::vector<Digits> allowed;
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
      allowed.push_back(puzzle.allowed(cell));
    }
    search(allowed);
  }
  std::uint64_t solutions() const { return solutions_; }

 private:
  void search(const std::vector<Digits>& allowed) {
    std::size_t best = allowed.size();
    int fewest = 65;
    for (std::size_t cell = 0; cell < allowed.size(); ++cell) {
      const int count = std::popcount(allowed[cell]);
      if (allowed[cell] == kFilled || count >= fewest) continue;
      fewest = count;
      best = cell;
    }
    if (best == allowed.size()) ++solutions_;
    if (best == allowed.size() || fewest == 0) return;
    for (Digits untried = allowed[best]; untried != 0 && solutions_ < limit_;) {
      const Digits digit = untried & (~untried + 1);
      untried ^= digit;
      std::vector<Digits> child = allowed;
      for (const std::size_t house : houses_.of(best)) {
        for (const std::size_t cell : houses_.cells_of(house)) {
          if (child[cell] != kFilled) child[cell] &= ~digit;
        }
      }
      child[best] = kFilled;
      search(child);
    }
  }

  static constexpr Digits kFilled = ~Digits{0};  // more digits than a tested board has

  HousesOfShape houses_;
  std::uint64_t limit_;
  std::uint64_t solutions_ = 0;
};

struct Puzzle {
  Cells cells;
  std::vector<Digits> candidates;
};

/// Returns a puzzle with a few clues, and candidates that mostly allow a certain solution. Each
/// other digit is allowed in about `percent` of the cells.
Puzzle random_puzzle(BoardSource& source, const Shape& shape, std::size_t percent) {
  const Cells solution = source.solved();
  Puzzle puzzle{Cells(shape.cells()), {}};
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    Digits digits = source.below(500) == 0 ? 0 : digit_bit(solution[cell]);
    for (std::uint8_t digit = 1; digit <= shape.side(); ++digit) {
      if (source.below(100) < percent) digits |= digit_bit(digit);
    }
    puzzle.candidates.push_back(digits);
    if (source.below(20) == 0) puzzle.cells[cell] = solution[cell];
  }
  return puzzle;
}

std::vector<std::unique_ptr<Engine>> engines_for(const Shape& shape) {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(bitmask::make_group_masks(shape));
  if (shape != k9x9) return engines;
  for (const auto effort : {SearchEffort::usual, SearchEffort::thorough}) {
    for (const auto make : {bitmask::make_any_cpu, bitmask::make_avx2, bitmask::make_avx512}) {
      if (auto engine = make(effort)) engines.push_back(std::move(engine));
    }
  }
  return engines;
}

/// Compares all engines for a board with the plain search.
void check_against_plain_search(const Board& puzzle, std::uint64_t limit) {
  const PlainSearch plain(puzzle, limit);
  for (const auto& engine : engines_for(puzzle.shape)) {
    SolveResult result;
    Cells solution(puzzle.cells.size());
    engine->solve(puzzle, limit_of(limit), {{&result, 1}, solution}, nullptr);
    CHECK((result.solutions == plain.solutions()));
    if (plain.solutions() > 0) CHECK(is_solution_of({puzzle.shape, solution}, puzzle));
  }
}

std::string count_of(const Board& puzzle) {
  SolveResult result;
  bitmask::make_group_masks(puzzle.shape)->solve(puzzle, limit_of(0), {{&result, 1}, {}}, nullptr);
  CHECK(result.outcome == Outcome::exhausted);
  return format_count(result.solutions);
}

TEST_CASE("bitmask counts the solutions of puzzles with candidates", "[bitmask][candidates]") {
  const Shape shapes[] = {k9x9, {2, 2}, {2, 3}, {3, 4}, {1, 2}, {1, 3}, {1, 5}, {1, 9}};
  for (const Shape& shape : shapes) {
    BoardSource source(shape, 5);
    for (int i = 0; i < 50; ++i) {
      const Puzzle puzzle = random_puzzle(source, shape, (50 + source.below(200)) / shape.side());
      INFO("puzzle " << i << " of side " << shape.side());
      for (const std::uint64_t limit : {1, 2, 50}) {
        check_against_plain_search({shape, puzzle.cells, puzzle.candidates}, limit);
      }
    }
  }
}

TEST_CASE("bitmask has no solution if a clue is no candidate", "[bitmask][candidates]") {
  for (const Shape& shape : {k9x9, Shape{1, 9}, Shape{2, 3}}) {
    Puzzle puzzle{Cells(shape.cells()), std::vector<Digits>(shape.cells(), all_digits(shape))};
    puzzle.cells[7] = 4;
    puzzle.candidates[7] &= ~digit_bit(4);
    check_against_plain_search({shape, puzzle.cells, puzzle.candidates}, 1);
  }
}

TEST_CASE("bitmask forgets the candidates of the puzzle before", "[bitmask][candidates]") {
  for (const Shape& shape : {k9x9, Shape{1, 7}, Shape{2, 3}}) {
    const Cells cells(shape.cells());
    const std::vector<Digits> none(shape.cells(), 0);
    for (const auto& engine : engines_for(shape)) {
      SolveResult result;
      engine->solve(Board{shape, cells, none}, limit_of(1), {{&result, 1}, {}}, nullptr);
      CHECK((result.solutions == 0));
      engine->solve(Board{shape, cells}, limit_of(1), {{&result, 1}, {}}, nullptr);
      CHECK((result.solutions == 1));
    }
  }
}

TEST_CASE("bitmask counts Latin squares", "[bitmask][latin]") {
  const std::string counts[] = {"2", "12", "576", "161280"};
  for (std::uint8_t order = 2; order <= 5; ++order) {
    const Shape shape{1, order};
    CHECK(count_of({shape, Cells(shape.cells())}) == counts[order - 2]);
  }
}

// Above a thousand solutions, bitmask no longer lists them.
TEST_CASE("bitmask counts many solutions of Latin squares", "[bitmask][latin]") {
  for (const auto& [shape, percent] : {std::pair{Shape{1, 5}, 84}, {Shape{1, 6}, 66}}) {
    BoardSource source(shape, 8);
    int many = 0;
    for (int i = 0; i < 8; ++i) {
      Puzzle puzzle = random_puzzle(source, shape, static_cast<std::size_t>(percent));
      puzzle.cells.assign(shape.cells(), 0);
      const Board board{shape, puzzle.cells, puzzle.candidates};
      const PlainSearch plain(board, 10'000);
      if (plain.solutions() == 10'000) continue;
      many += plain.solutions() > 1000;
      CHECK(count_of(board) == std::to_string(plain.solutions()));
    }
    CHECK(many > 0);
  }
}

TEST_CASE("bitmask solves boards of 64 rows", "[bitmask][latin]") {
  for (const Shape& shape : {Shape{8, 8}, Shape{1, 64}, Shape{1, 33}}) {
    BoardSource source(shape, 3);
    const auto engine = bitmask::make_group_masks(shape);
    for (const std::size_t holes : {shape.cells() / 10, shape.cells() / 5}) {
      const Cells cells = source.puzzle(holes);
      SolveResult result;
      Cells solution(shape.cells());
      engine->solve(Board{shape, cells}, limit_of(1), {{&result, 1}, solution}, nullptr);
      CHECK((result.solutions == 1));
      CHECK(is_solution_of({shape, solution}, {shape, cells}));
    }
  }
}

}  // namespace
}  // namespace sudoku
