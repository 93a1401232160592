#include "harness/external/line_trip.h"

#include <cstdint>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("a time that is much too long counts as a usual one", "[line_trip]") {
  UsualTime usual;
  for (const std::int64_t ns : {8000, 9000, 7000, 8100, 7900}) CHECK(usual.of(ns) == ns);
  CHECK(usual.of(60'000) == 8100);
  CHECK(usual.of(15'000) == 15'000);
}

TEST_CASE("what is usual follows what there was of late", "[line_trip]") {
  UsualTime usual;
  for (int i = 0; i < 15; ++i) usual.of(8000);
  for (int i = 0; i < 7; ++i) CHECK(usual.of(20'000) == 8000);
  for (int i = 0; i < 15; ++i) CHECK(usual.of(20'000) == 20'000);
}

}  // namespace sudoku
