#include "harness/stats/confidence_interval.h"

#include <algorithm>
#include <cmath>

#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns 1, 2, ... n in an unsorted order. Each value is its rank.
std::vector<double> ranks(int n) {
  std::vector<double> values;
  for (int i = n; i > 0; --i) values.push_back(i);
  std::rotate(values.begin(), values.begin() + n / 3, values.end());
  return values;
}

}  // namespace

TEST_CASE("the median is the value in the middle or the mean of two", "[confidence_interval]") {
  CHECK(estimate_median({7})->value == 7);
  CHECK(estimate_median({9, 1, 2})->value == 2);
  CHECK(estimate_median({1, 9, 3, 2})->value == 2.5);
  CHECK_FALSE(estimate_median({}));
}

TEST_CASE("the interval's ranks are those of the binomial table", "[confidence_interval]") {
  // The k-th smallest and the k-th largest of n, for the largest k with P(B(n, 1/2) < k) <= 0.025:
  //   n = 6:    P(B < 1) = 1/64        = 0.0156   P(B < 2) = 7/64          = 0.109
  //   n = 8:    P(B < 1) = 1/256       = 0.0039   P(B < 2) = 9/256         = 0.0352
  //   n = 9:    P(B < 2) = 10/512      = 0.0195   P(B < 3) = 46/512        = 0.0898
  //   n = 10:   P(B < 2) = 11/1024     = 0.0107   P(B < 3) = 56/1024       = 0.0547
  //   n = 20:   P(B < 6) = 21700/2^20  = 0.0207   P(B < 7) = 60460/2^20    = 0.0577
  //   n = 100:  P(B < 40)              = 0.0176   P(B < 41)                = 0.0284
  struct Entry {
    int n;
    int k;
  };
  for (const auto& [n, k] : {Entry{6, 1}, {8, 1}, {9, 2}, {10, 2}, {20, 6}, {100, 40}}) {
    INFO("n = " << n);
    const auto estimate = estimate_median(ranks(n));
    REQUIRE(estimate);
    REQUIRE(estimate->interval);
    CHECK(estimate->interval->low == k);
    CHECK(estimate->interval->high == n + 1 - k);
  }
}

TEST_CASE("Wilson's interval is that of the textbooks", "[confidence_interval]") {
  // Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
  struct Entry {
    double successes;
    double trials;
    double low;
    double high;
  };
  for (const auto& [successes, trials, low, high] : {Entry{81, 263, 0.2553, 0.3662},
                                                     {15, 148, 0.0624, 0.1605},
                                                     {0, 20, 0, 0.1611},
                                                     {1, 29, 0.0061, 0.1718}}) {
    const auto interval = wilson_interval(successes / trials, trials);
    CHECK(interval.low == Approx(low).margin(0.00005));
    CHECK(interval.high == Approx(high).margin(0.00005));
  }
}

TEST_CASE("trials count fully in equal units and less in different units",
          "[confidence_interval]") {
  const auto is_interval_of = [](const RepeatedTrials& trials, double share, double worth) {
    const auto estimate = estimate_share(trials);
    REQUIRE(estimate);
    const auto expected = wilson_interval(share, worth);
    CHECK(estimate->value == Approx(share));
    CHECK(estimate->interval->low == Approx(expected.low));
    CHECK(estimate->interval->high == Approx(expected.high));
  };
  // Each of 20 units succeeds 5 times of 10.
  is_interval_of({20, 10, 100, 20 * 25}, 0.5, 200);
  // Half of them always, the others never: the variance of 19 independent trials.
  is_interval_of({20, 10, 100, 10 * 100}, 0.5, 19);
  // None or all: counts units, not trials.
  is_interval_of({20, 10, 0, 0}, 0, 20);
  is_interval_of({20, 10, 200, 20 * 100}, 1, 20);
  is_interval_of({1, 10, 3, 9}, 0.3, 1);
  CHECK_FALSE(estimate_share({0, 10, 0, 0}));
  CHECK_FALSE(estimate_share({5, 0, 0, 0}));
}

TEST_CASE("fewer than six values give no interval", "[confidence_interval]") {
  // n = 5: P(B < 1) = 1/32 = 0.031 is more than 0.025.
  CHECK(kValuesForInterval == 6);
  for (int n = 1; n <= 7; ++n) CHECK(estimate_median(ranks(n))->interval.has_value() == (n >= 6));
}

TEST_CASE("large samples have an interval near the normal approximation", "[confidence_interval]") {
  constexpr int kSize = 100'000;
  const auto interval = estimate_median(ranks(kSize))->interval;
  REQUIRE(interval);
  const double half_width = 1.95996 * std::sqrt(kSize) / 2;
  CHECK(interval->low == Approx(kSize / 2.0 - half_width).margin(3));
  CHECK(interval->high == Approx(kSize / 2.0 + half_width).margin(3));
}

TEST_CASE("an infinite median is unknown", "[confidence_interval]") {
  CHECK_FALSE(estimate_median({1, kInfinity}));
  CHECK(estimate_median({1, 2, kInfinity})->value == 2);
  std::vector<double> sample = {1, 2, 3, 4, 5, 6};
  CHECK(estimate_median(sample)->interval);
  sample.back() = kInfinity;
  CHECK(estimate_median(sample)->value == 3.5);
  CHECK_FALSE(estimate_median(sample)->interval);
}

TEST_CASE("chance rarely exceeds this quantile", "[confidence_interval]") {
  CHECK(most_by_chance(0, 0.05) == 0);
  CHECK(most_by_chance(1, 0.05) == 1);
  CHECK(most_by_chance(1, 0.0005) == 0);
  CHECK(most_by_chance(200, 0.05) == 21);
  CHECK(most_by_chance(200, 0.5) == 122);
  // By the normal distribution: 5000 + 3.09 * sqrt(5000 * 0.95).
  CHECK(most_by_chance(100'000, 0.05) == Approx(5213).margin(5));
}

}  // namespace sudoku
