#include "engines/random.h"

#include <array>
#include <set>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("the numbers are those of SplitMix64", "[random]") {
  // Output of the reference implementation (Vigna, splitmix64.c).
  Random zero(0);
  for (const std::uint64_t expected :
       {0xE220A8397B1DCDAFU, 0x6E789E6AA1B965F4U, 0x06C45D188009454FU, 0xF88BB8A8724C81ECU}) {
    CHECK(zero.next() == expected);
  }
  Random other(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U}) {
    CHECK(other.next() == expected);
  }
}

TEST_CASE("numbers below a bound include all values below it", "[random]") {
  Random random(3);
  for (const std::uint64_t bound : {1U, 2U, 3U, 10U, 81U}) {
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 2000; ++i) seen.insert(random.below(bound));
    INFO("bound " << bound);
    CHECK(seen.size() == bound);
    CHECK(*seen.rbegin() == bound - 1);
  }
}

TEST_CASE("numbers below a bound are equally likely", "[random]") {
  // For a bound of two thirds of the range, a plain remainder would return the lower half twice as
  // often. The limits are five standard deviations of a binomial distribution.
  constexpr std::uint64_t kBound = 0xAAAAAAAAAAAAAAABU;
  Random random(4);
  int low = 0;
  for (int i = 0; i < 10000; ++i) low += random.below(kBound) < kBound / 2 ? 1 : 0;
  CHECK(low > 4750);
  CHECK(low < 5250);
}

}  // namespace sudoku
