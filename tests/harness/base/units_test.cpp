#include "harness/base/units.h"

#include <limits>

#include "tests/catch.h"

namespace sudoku {

using namespace std::chrono_literals;

TEST_CASE("whole numbers are parsed up to a limit, and nothing else", "[units]") {
  CHECK(parse_number("0") == 0U);
  CHECK(parse_number("007") == 7U);
  CHECK(parse_number("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  CHECK(parse_number("16", 16) == 16U);
  CHECK_FALSE(parse_number("17", 16));
  for (const std::string_view text : {"", " ", "-1", "+1", "1 ", " 1", "1.0", "1e3", "0x10",
                                      "1,000", "ten", "18446744073709551616"}) {
    INFO("'" << text << "'");
    CHECK_FALSE(parse_number(text));
  }
}

TEST_CASE("percentages are parsed", "[units]") {
  CHECK(parse_percentage("42%") == 42);
  CHECK(parse_percentage("2.5%") == 2.5);
  CHECK(parse_percentage("0%") == 0);
  CHECK(parse_percentage("100%") == 100);
  for (const std::string_view text :
       {"", "%", "42", "42 %", "42%%", "-1%", "100.1%", "nan%", "1e1%", "0x1%", "inf%", "42% "}) {
    INFO("'" << text << "'");
    CHECK_FALSE(parse_percentage(text));
  }
}

TEST_CASE("durations are parsed in each unit", "[units]") {
  CHECK(parse_duration("17ns") == 17ns);
  CHECK(parse_duration("250us") == 250us);
  CHECK(parse_duration("1.5ms") == 1500us);
  CHECK(parse_duration("10s") == 10s);
  CHECK(parse_duration("0.5s") == 500ms);
  CHECK(parse_duration("2min") == 120s);
  CHECK(parse_duration("1.5h") == 90min);
  CHECK(parse_duration("0s") == 0ns);
  CHECK(parse_duration("0.6ns") == 1ns);
  CHECK(parse_duration("0.0000000001s") == 1ns);
}

TEST_CASE("anything but a duration is rejected, and one that is too long", "[units]") {
  for (const std::string_view text :
       {"",     "s",      "10",       "0",     "10 s",
        " 10s", "10s ",   "10S",      "5m",    "1d",
        "-1s",  "+1s",    "1e3s",     "infs",  "nans",
        "1,5s", "1s30ms", "2562047h", "1e30h", "99999999999999999999s"}) {
    INFO("'" << text << "'");
    CHECK_FALSE(parse_duration(text));
  }
  // The longest duration can be added to the current time.
  const auto century = parse_duration("876600h");
  REQUIRE(century);
  CHECK(std::chrono::steady_clock::now() + *century > std::chrono::steady_clock::now());
}

TEST_CASE("a formatted duration is parsed back", "[units]") {
  CHECK(format_duration(0) == "0s");
  CHECK(format_duration(1'500'000'000) == "1500ms");
  CHECK(format_duration(10'000'000'000) == "10s");
  CHECK(format_duration(7'200'000'000'000) == "2h");
  for (const std::uint64_t ns : {1ULL, 1'000ULL, 61'000'000'000ULL, 123'456'789ULL}) {
    CHECK(parse_duration(format_duration(ns)) == std::chrono::nanoseconds(ns));
  }
}

TEST_CASE("nouns have a singular and a plural", "[units]") {
  CHECK(number_of(0, "invalid line") == "0 invalid lines");
  CHECK(number_of(1, "invalid line") == "1 invalid line");
  CHECK(number_of(1, "guess") == "1 guess");
  CHECK(number_of(2, "guess") == "2 guesses");
}

}  // namespace sudoku
