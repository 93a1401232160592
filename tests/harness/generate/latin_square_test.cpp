#include "harness/generate/latin_square.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/harness/generate/chi_square.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNeverStopped{false};

OwnedBoard draw(std::uint8_t order, std::uint64_t seed, GenerateEffort& effort) {
  Random random(seed);
  return *draw_latin_square({1, order}, random, effort, kNeverStopped);
}

}  // namespace

TEST_CASE("all Latin squares of a small order are equally likely", "[latin_square]") {
  const auto [order, squares] =
      GENERATE(table<std::uint8_t, std::size_t>({{2, 2}, {3, 12}, {4, 576}}));
  GenerateEffort effort;
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 50 * squares; ++i) ++seen[format_line(draw(order, i, effort))];
  CHECK(seen.size() == squares);
  CHECK(has_plausible_chi_square(seen));
}

TEST_CASE("Latin squares of each order obey the rules", "[latin_square]") {
  for (const std::uint8_t order : {2, 3, 5, 9, 30, 61, 64}) {
    GenerateEffort effort;
    const OwnedBoard square = draw(order, 1, effort);
    CHECK(square.shape() == Shape{1, order});
    CHECK(is_solution_of(square, OwnedBoard(square.shape())));
    CHECK(draw(order, 1, effort) == square);
    CHECK_FALSE(draw(order, 2, effort) == square);
  }
}

TEST_CASE("the moves of the chain are counted", "[latin_square]") {
  GenerateEffort effort;
  draw(10, 1, effort);
  CHECK(effort.guesses > 10 * 10 * 10);
}

TEST_CASE("a stop ends the chain", "[latin_square]") {
  const std::atomic<bool> stop{true};
  Random random(1);
  GenerateEffort effort;
  CHECK_FALSE(draw_latin_square({1, 64}, random, effort, stop));
}

}  // namespace sudoku
