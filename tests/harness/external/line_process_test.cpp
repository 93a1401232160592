#include "harness/external/line_process.h"

#include <cstdint>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("a time of more than twice the median is replaced by it", "[line_process]") {
  OutlierFilter outliers;
  for (const std::int64_t ns : {8000, 9000, 7000, 8100, 7900}) CHECK(outliers.filter(ns) == ns);
  CHECK(outliers.filter(60'000) == 8100);
  CHECK(outliers.filter(15'000) == 15'000);
}

TEST_CASE("the median includes only the last times", "[line_process]") {
  OutlierFilter outliers;
  for (int i = 0; i < 15; ++i) outliers.filter(8000);
  for (int i = 0; i < 7; ++i) CHECK(outliers.filter(20'000) == 8000);
  for (int i = 0; i < 15; ++i) CHECK(outliers.filter(20'000) == 20'000);
}

}  // namespace sudoku
