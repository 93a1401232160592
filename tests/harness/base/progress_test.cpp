#include "harness/base/progress.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("times are formatted in whole seconds, minutes or hours", "[progress]") {
  CHECK(format_seconds(0) == "0s");
  CHECK(format_seconds(12.9) == "12s");
  CHECK(format_seconds(59.999) == "59s");
  CHECK(format_seconds(60) == "1m00s");
  CHECK(format_seconds(185) == "3m05s");
  CHECK(format_seconds(3599) == "59m59s");
  CHECK(format_seconds(3600) == "1h00m");
  CHECK(format_seconds(3725) == "1h02m");
  CHECK(format_seconds(360'000) == "100h00m");
  CHECK(format_seconds(-1) == "0s");
}

}  // namespace sudoku
