#include "harness/stats/solution_histogram.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns the bins with puzzles.
std::string bins_of(SolutionCount solutions) {
  SolutionHistogram histogram;
  histogram.add(solutions);
  return to_string(histogram);
}

}  // namespace

TEST_CASE("the bins of a histogram of solutions tile all numbers of 128 bits", "[histogram]") {
  CHECK(SolutionHistogram::range(0).low == 0);
  for (std::size_t bin = 0; bin < SolutionHistogram::kBins; ++bin) {
    const auto [low, high] = SolutionHistogram::range(bin);
    CAPTURE(bin);
    CHECK(bins_of(low) == format_digits(low) + ":1");
    CHECK(bins_of(high) == format_digits(low) + ":1");
    if (bin != 0) CHECK(SolutionHistogram::range(bin - 1).high + 1 == low);
  }
  CHECK(SolutionHistogram::range(SolutionHistogram::kBins - 1).high == ~SolutionCount{0});
}

TEST_CASE("a histogram of solutions is read as it is written", "[histogram]") {
  SolutionHistogram histogram;
  CHECK(SolutionHistogram::parse(to_string(histogram)) == histogram);
  for (const std::uint64_t solutions : {0U, 9U, 9U, 10U, 5000U}) histogram.add(solutions);
  histogram.add(kMostSolutions);
  CHECK(to_string(histogram) == "0:1 2:2 10:1 1000:1 100000000000000000000000000000000000000:1");
  CHECK(SolutionHistogram::parse(to_string(histogram)) == histogram);
  CHECK(histogram.puzzles() == 6);
  for (const char* text : {"0", "0:", ":1", "3:1", "0:1,1:1", "0:1  1:1", "0:-1", "x:1"}) {
    INFO(text);
    CHECK_FALSE(SolutionHistogram::parse(text));
  }
}

TEST_CASE("histograms of solutions add up", "[histogram]") {
  SolutionHistogram sum = *SolutionHistogram::parse("0:1 2:1");
  sum += *SolutionHistogram::parse("2:1 10:1");
  CHECK(to_string(sum) == "0:1 2:2 10:1");
}

}  // namespace sudoku
