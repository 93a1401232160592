// The expected hashes come from the program xxhsum (`printf %s TEXT | xxhsum -H3`).

#include "harness/puzzle/digest.h"

#include <string>
#include <vector>

#include <xxhash.h>

#include "harness/base/text_digest.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kPuzzle =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");

}  // namespace

TEST_CASE("the hash of a puzzle is XXH3 of its 81 characters", "[digest]") {
  CHECK(puzzle_hash(kPuzzle) == 0x344364BEEDC87A04U);
  CHECK(puzzle_hash(Grid{}) == 0xA32A5B8FB94BEE4CU);
}

TEST_CASE("the hash of a puzzle does not depend on how it was written", "[digest]") {
  CHECK(puzzle_hash(grid_of("800000000003600000070090200050007000000045700000100030001000068008500"
                            "010090000400")) == puzzle_hash(kPuzzle));
}

TEST_CASE("the hash of an answer is XXH3 of puzzle, comma and count", "[digest]") {
  CHECK(answer_hash(kPuzzle, 1) == 0x3A0CFEB1F49FB5C4U);
  CHECK(answer_hash(kPuzzle, 295) == 0x3FFA1149E6BFFFD7U);
}

TEST_CASE("counts beyond 64 bits are hashed with all their digits", "[digest]") {
  CHECK(answer_hash(Grid{}, *parse_count("6670903752021072936960")) == 0x3DC623BDBE744920U);
  CHECK(answer_hash(Grid{}, ~SolutionCount{0}) == 0x81C09DF9409BC5D5U);
}

TEST_CASE("boards of other shapes have other digests", "[digest]") {
  const std::vector<std::uint8_t> cells(36);
  const Board wide{{2, 3}, cells};
  const Board high{{3, 2}, cells};
  CHECK(puzzle_hash(wide) != puzzle_hash(high));
  CHECK(answer_hash(wide, 1) != answer_hash(high, 1));
  // The symbols after the two bytes of the shape.
  const std::string text = std::string("\x02\x03") + std::string(36, '.');
  CHECK(puzzle_hash(wide) == XXH3_64bits(text.data(), text.size()));
  CHECK(answer_hash(wide, 12) == XXH3_64bits((text + ",12").data(), text.size() + 3));
}

TEST_CASE("candidates and numbers are hashed as format_line writes them", "[digest]") {
  const auto hash_of = [](const std::string& text) {
    return XXH3_64bits(text.data(), text.size());
  };
  OwnedBoard candidates;
  candidates.candidates()[3] = 0;
  const std::string line = format_line(candidates);
  CHECK(puzzle_hash(candidates) == hash_of(line));
  CHECK(answer_hash(candidates, 12) == hash_of(line + ",12"));
  const OwnedBoard large(Shape{8, 8});
  CHECK(puzzle_hash(large) == hash_of("\x08\x08" + format_line(large)));
  CHECK(answer_hash(large, 5) == hash_of("\x08\x08" + format_line(large) + ",5"));
}

}  // namespace sudoku
