#include "engines/solution_count.h"

#include <string>

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr SolutionCount kLargest = ~SolutionCount{0};
const std::string kLargestText = "340282366920938463463374607431768211455";

}  // namespace

TEST_CASE("counts are written as decimal digits, up to 128 bits", "[count]") {
  CHECK(format_count(0) == "0");
  CHECK(format_count(9) == "9");
  CHECK(format_count(10) == "10");
  CHECK(format_count(SolutionCount{1} << 64) == "18446744073709551616");
  CHECK(format_count(kLargest) == kLargestText);
}

TEST_CASE("what is written is read back", "[count]") {
  for (const std::string text : {"0", "1", "295", "18446744073709551615", "18446744073709551616",
                                 "6670903752021072936960"}) {
    const auto count = parse_count(text);
    REQUIRE(count.has_value());
    CHECK(format_count(*count) == text);
  }
  CHECK((parse_count(kLargestText) == kLargest));
}

TEST_CASE("leading zeros do not matter", "[count]") {
  CHECK((parse_count("007") == SolutionCount{7}));
}

TEST_CASE("a number of more than 128 bits is no count", "[count]") {
  std::string text = kLargestText;
  text.back() = '6';
  CHECK_FALSE(parse_count(text).has_value());
  CHECK_FALSE(parse_count(kLargestText + "0").has_value());
  CHECK_FALSE(parse_count(std::string(100, '9')).has_value());
}

TEST_CASE("anything but digits is no count", "[count]") {
  for (const std::string text : {"", " ", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "1,000"}) {
    INFO("text '" << text << "'");
    CHECK_FALSE(parse_count(text).has_value());
  }
}

}  // namespace sudoku
