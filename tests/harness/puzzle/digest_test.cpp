// The expected hashes of 9x9 puzzles come from the program xxhsum (`printf %s TEXT | xxhsum -H3`).

#include "harness/puzzle/digest.h"

#include <xxhash.h>

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("the hash of a puzzle is XXH3 of its 81 characters", "[digest]") {
  CHECK(puzzle_hash(kUnique) == 0x344364BEEDC87A04U);
  CHECK(puzzle_hash(Grid{}) == 0xA32A5B8FB94BEE4CU);
  CHECK(puzzles_digest(kUnique) == puzzle_hash(kUnique));
}

TEST_CASE("the hash of an answer is XXH3 of puzzle, comma and count", "[digest]") {
  CHECK(answer_hash(Grid{}, *parse_count("6670903752021072936960")) == 0x3DC623BDBE744920U);
  CHECK(answer_hash(Grid{}, ~SolutionCount{0}) == 0x81C09DF9409BC5D5U);
}

TEST_CASE("other boards are hashed after their shape, as format_line writes them", "[digest]") {
  const auto hash_of = [](const std::string& text) {
    return XXH3_64bits(text.data(), text.size());
  };
  OwnedBoard candidates;
  candidates.candidates()[3] = 0;
  OwnedBoard small_candidates(Shape{2, 3});
  small_candidates.candidates()[3] = 0;
  for (const auto& [board, shape] : {std::pair{candidates, ""},
                                     {small_candidates, "\x02\x03"},
                                     {OwnedBoard(Shape{2, 3}), "\x02\x03"},
                                     {OwnedBoard(Shape{3, 2}), "\x03\x02"},
                                     {OwnedBoard(Shape{8, 8}), "\x08\x08"}}) {
    const std::string text = shape + format_line(board);
    CHECK(puzzle_hash(board) == hash_of(text));
    CHECK(answer_hash(board, 12) == hash_of(text + ",12"));
  }
}

}  // namespace sudoku
