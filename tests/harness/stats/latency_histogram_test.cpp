#include "harness/stats/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engines/random.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns durations from 1 ns to some seconds. All powers of ten are equally likely.
std::vector<std::int64_t> durations(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<std::int64_t>(
        std::pow(10.0, static_cast<double>(random.below(1'000'000)) * 1e-5)));
  }
  return values;
}

LatencyHistogram histogram_of(const std::vector<std::int64_t>& values) {
  LatencyHistogram histogram;
  for (const std::int64_t value : values) histogram.add(value);
  return histogram;
}

}  // namespace

TEST_CASE("quantiles are exact to 1/64", "[latency_histogram]") {
  auto values = durations(10'000, 6);
  const LatencyHistogram histogram = histogram_of(values);
  std::sort(values.begin(), values.end());
  for (const double fraction : {0.0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
    INFO("fraction " << fraction);
    const double rank = std::ceil(fraction * static_cast<double>(values.size()));
    const std::int64_t exact = values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
    const auto quantile = histogram.quantile(fraction);
    REQUIRE(quantile);
    CHECK(*quantile >= exact);
    CHECK(*quantile - exact <= exact / 64);
  }
  CHECK(histogram.max() == values.back());
}

TEST_CASE("a histogram supports every duration", "[latency_histogram]") {
  constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max();
  CHECK(histogram_of({kLongest}).quantile(0.5) == kLongest);
  CHECK(histogram_of({-5}).quantile(0.5) == 0);
  for (std::int64_t ns = 0; ns < 128; ++ns) CHECK(histogram_of({ns, kLongest}).quantile(0.5) == ns);
  for (int power = 7; power < 63; ++power) {
    const std::int64_t edge = std::int64_t{1} << power;
    for (const std::int64_t value : {edge - 1, edge, edge + 1}) {
      const std::int64_t quantile = histogram_of({value, kLongest}).quantile(0.5).value();
      INFO("value " << value);
      CHECK(quantile >= value);
      CHECK(quantile - value <= value / 64);
    }
  }
}

TEST_CASE("an unsolved puzzle took longer than all others", "[latency_histogram]") {
  LatencyHistogram histogram;
  CHECK_FALSE(histogram.quantile(0.5));
  CHECK_FALSE(histogram.max());
  histogram = histogram_of({10, 20, 30});
  histogram.add_unsolved();
  CHECK(histogram.quantile(0.5) == 20);
  CHECK(histogram.quantile(0.75) == 30);
  CHECK_FALSE(histogram.quantile(0.76));
  CHECK_FALSE(histogram.max());
}

}  // namespace sudoku
