#include "harness/count/count_histogram.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("the bins of the count histogram tile all numbers of 128 bits", "[count]") {
  CHECK(CountHistogram::range(0).low == 0);
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    const auto [low, high] = CountHistogram::range(bin);
    CAPTURE(bin);
    CHECK(CountHistogram::bin_of(low) == bin);
    CHECK(CountHistogram::bin_of(high) == bin);
    if (bin != 0) CHECK(CountHistogram::range(bin - 1).high + 1 == low);
  }
  CHECK(CountHistogram::range(CountHistogram::kBins - 1).high == ~SolutionCount{0});
}

TEST_CASE("the columns of the count histogram are named by their numbers", "[count]") {
  CHECK(CountHistogram::column_name(0) == "n_0");
  CHECK(CountHistogram::column_name(1) == "n_1");
  CHECK(CountHistogram::column_name(2) == "n_2_9");
  CHECK(CountHistogram::column_name(3) == "n_10_99");
  CHECK(CountHistogram::column_name(40) ==
        "n_100000000000000000000000000000000000000_340282366920938463463374607431768211455");
  CHECK(CountHistogram::column_name(24) == "n_10000000000000000000000_99999999999999999999999");
}

TEST_CASE("count histograms add up", "[count]") {
  CountHistogram one;
  one.add(0);
  one.add(9);
  CountHistogram other;
  other.add(9);
  other.add(10);
  one += other;
  CHECK(one[0] == 1);
  CHECK(one[2] == 2);
  CHECK(one[3] == 1);
}

}  // namespace sudoku
