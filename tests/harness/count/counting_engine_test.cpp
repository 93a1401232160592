#include "harness/count/counting_engine.h"

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns three puzzles. The last one has so many solutions that the engine counts them without
/// listing.
std::vector<Grid> puzzles() {
  Grid many = kUnique;
  many[28] = 8;
  Grid more = many;
  more[0] = 0;
  return {kFive, many, more};
}

std::vector<GridAnswer> count(const EngineInfo& engine, const SolveLimits& limits) {
  return solve_grids(*make_counting_engine(engine), puzzles(), limits);
}

}  // namespace

TEST_CASE("the fastest engine counts like another one at every limit", "[count]") {
  for (const std::uint64_t max_solutions : {0, 1, 5, 6, 999, 1000, 1001, 1002}) {
    CAPTURE(max_solutions);
    const SolveLimits limits = limit_of(max_solutions);
    const auto expected = count(*find_engine("dlx"), limits);
    const auto results = count(fastest_counting_engine(limits), limits);
    for (std::size_t i = 0; i < results.size(); ++i) {
      CHECK(results[i].solutions == expected[i].solutions);
      CHECK(results[i].outcome == expected[i].outcome);
    }
  }
  CHECK(count(fastest_counting_engine(limit_of(0)), limit_of(0))[2].solutions > 1000);
}

TEST_CASE("every board of other shapes is counted, also with candidates", "[count]") {
  const auto count_board = [](const Board& board) {
    const auto& info = fastest_counting_engine(limit_of(0), board.kind());
    return solve_block(*make_counting_engine(info), board, limit_of(0)).front();
  };
  OwnedBoard board(Shape{2, 2});
  CHECK(count_board(board).solutions == 288);
  board.candidates()[0] = all_digits(board.shape()) & ~digit_bit(1);
  CHECK(count_board(board).solutions == 216);
  CHECK(count_board(OwnedBoard({2, 3})).solutions == 28'200'960);
  CHECK(count_board(OwnedBoard({3, 2})).outcome == Outcome::exhausted);
  CHECK(count_board(OwnedBoard({3, 2})).solutions == 28'200'960);
}

TEST_CASE("digits without clues are counted by symmetry", "[count]") {
  std::uint64_t guesses = 0;
  std::uint64_t guesses_of_all = 0;
  const auto bitmask = find_engine("bitmask")->make({});
  const auto engine = make_counting_engine(*find_engine("bitmask"));
  for (const Shape& shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}}) {
    const std::size_t side = shape.side();
    // Clues of one digit and of two, in a row and apart, and two that clash.
    const std::vector<std::vector<std::pair<std::size_t, std::uint8_t>>> puzzles{
        {{1, 2}, {side, 1}},
        {{0, 3}, {1, 1}, {2, 2}},
        {{0, 3}, {2 * side + 1, 3}, {side * side - 1, 1}},
        {{0, 1}, {side + 2, 2}, {2 * side + 3, 4}},
        {{0, 2}, {side - 1, 2}}};
    for (const auto& clues : puzzles) {
      OwnedBoard board(shape);
      for (const auto& [cell, digit] : clues) board.cells()[cell] = digit;
      const SolveResult counted = solve_block(*engine, Board(board), limit_of(0)).front();
      const SolveResult listed = solve_block(*bitmask, Board(board), limit_of(0)).front();
      CHECK(counted.solutions == listed.solutions);
      guesses += counted.guesses;
      guesses_of_all += listed.guesses;
    }
  }
  CHECK(guesses < guesses_of_all / 2);
}

TEST_CASE("few solutions are listed, many are counted without a list", "[count]") {
  CHECK(fastest_counting_engine(limit_of(2)).id == fastest_on_blocks().id);
  CHECK(fastest_counting_engine(limit_of(1000)).id == fastest_on_blocks().id);
  CHECK(fastest_counting_engine(limit_of(1001)).id == "bandjoin");
  CHECK(fastest_counting_engine(limit_of(0)).id == "bandjoin");
  const BoardKind kind = BoardKind(k9x9).with_candidates();
  for (const std::uint64_t limit : {0U, 1U, 1001U}) {
    CHECK(supports(fastest_counting_engine(limit_of(limit), kind).traits, kind));
  }
}

}  // namespace sudoku
