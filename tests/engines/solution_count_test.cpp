#include "engines/solution_count.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr SolutionCount kLargest = kMostSolutions;
const std::string kLargestText = "340282366920938463463374607431768211455";

}  // namespace

TEST_CASE("counts are written as decimal digits, up to 128 bits", "[count]") {
  CHECK(format_count(SolutionCount{1} << 64) == "18446744073709551616");
  CHECK(format_count(kLargest - 1) == "340282366920938463463374607431768211454");
  CHECK(format_digits(kLargest) == kLargestText);
}

TEST_CASE("the largest count stands for all larger ones, as a lower bound", "[count]") {
  CHECK(format_count(kLargest) == ">=" + kLargestText);
  CHECK((parse_count(">=" + kLargestText) == kLargest));
  std::string text = kLargestText;
  text.back() = '6';
  CHECK((parse_count(text) == kLargest));
  CHECK((parse_count(kLargestText + "0") == kLargest));
  CHECK((parse_count(std::string(100, '9')) == kLargest));
}

TEST_CASE("sums and products do not exceed the largest count", "[count]") {
  CHECK((sum_of(1, 2) == 3));
  CHECK((sum_of(kLargest - 1, 1) == kLargest));
  CHECK((sum_of(kLargest, 1) == kLargest));
  CHECK((sum_of(1, kLargest) == kLargest));
  CHECK((sum_of(kLargest, kLargest) == kLargest));
  CHECK((product_of(0, kLargest) == 0));
  CHECK((product_of(kLargest, 0) == 0));
  CHECK((product_of(kLargest / 3, 3) == kLargest));
  CHECK((product_of(kLargest / 3 + 1, 3) == kLargest));
  CHECK((product_of(SolutionCount{1} << 64, SolutionCount{1} << 63) == SolutionCount{1} << 127));
  CHECK((product_of(SolutionCount{1} << 64, SolutionCount{1} << 64) == kLargest));
}

TEST_CASE("a formatted count is parsed back", "[count]") {
  for (const std::string text : {"0", "9", "10", "295", "18446744073709551615",
                                 "18446744073709551616", "6670903752021072936960"}) {
    const auto count = parse_count(text);
    REQUIRE(count.has_value());
    CHECK(format_count(*count) == text);
  }
  CHECK((parse_count(kLargestText) == kLargest));
  CHECK((parse_count("007") == SolutionCount{7}));
}

TEST_CASE("anything but digits and the largest lower bound is rejected", "[count]") {
  for (const std::string text :
       {"", " ", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "1,000", ">", ">=", ">=1",
        ">=340282366920938463463374607431768211454", ">= 340282366920938463463374607431768211455",
        ">=0340282366920938463463374607431768211455"}) {
    INFO("text '" << text << "'");
    CHECK_FALSE(parse_count(text).has_value());
  }
}

}  // namespace sudoku
