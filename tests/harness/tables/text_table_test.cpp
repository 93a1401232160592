#include "harness/tables/text_table.h"

#include <string>
#include <vector>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("times have three digits and a unit", "[text_table]") {
  CHECK(format_time(0) == "0.00 ns");
  CHECK(format_time(1.234) == "1.23 ns");
  CHECK(format_time(12.34) == "12.3 ns");
  CHECK(format_time(123.4) == "123 ns");
  CHECK(format_time(999.4) == "999 ns");
  CHECK(format_time(999.6) == "1.00 us");
  CHECK(format_time(9.996e3) == "10.0 us");
  CHECK(format_time(99.96e3) == "100 us");
  CHECK(format_time(1.25e6) == "1.25 ms");
  CHECK(format_time(7.5e9) == "7.50 s");
  CHECK(format_time(1e13) == "10000 s");
}

TEST_CASE("rates have three digits and a unit", "[text_table]") {
  CHECK(format_rate(0) == "0.00 /s");
  CHECK(format_rate(335) == "335 /s");
  CHECK(format_rate(3350) == "3.35 k/s");
  CHECK(format_rate(191'000) == "191 k/s");
  CHECK(format_rate(1.5e6) == "1.50 M/s");
}

TEST_CASE("sizes of memory have three digits and a unit", "[text_table]") {
  CHECK(format_bytes(0) == "0.00 B");
  CHECK(format_bytes(999) == "999 B");
  CHECK(format_bytes(1536) == "1.50 KiB");
  CHECK(format_bytes(25'165'824) == "24.0 MiB");
  CHECK(format_bytes(5'368'709'120) == "5.00 GiB");
}

TEST_CASE("factors have three digits and commas", "[text_table]") {
  CHECK(format_factor(0.98149) == "0.981");
  CHECK(format_factor(0.0052) == "0.00520");
  CHECK(format_factor(1) == "1.00");
  CHECK(format_factor(9.994) == "9.99");
  CHECK(format_factor(9.996) == "10.0");
  CHECK(format_factor(99.96) == "100");
  CHECK(format_factor(123.4) == "123");
  CHECK(format_factor(999.6) == "1,000");
  CHECK(format_factor(19'345) == "19,300");
  CHECK(format_factor(1'234'567) == "1,230,000");
  CHECK(format_factor(0) == "0");
}

TEST_CASE("columns are as wide as their widest cell", "[text_table]") {
  const TextTable table{
      {{.name = "name", .is_text = true}, {.name = "n"}, {.name = "end", .is_text = true}},
      {{"a", "100", "last"}, {"longer", "5", ""}}};
  CHECK(align_columns(table) == std::vector<std::string>{"  name      n  end",  //
                                                         "  a       100  last", "  longer    5  "});
}

TEST_CASE("a narrow table loses the columns of the highest rank first", "[text_table]") {
  const TextTable table{{{.name = "aa"}, {.name = "bb", .rank = 2}, {.name = "cc", .rank = 1}},
                        {{"1", "2", "3"}}};
  const auto lines = [&table](std::size_t width) {
    return align_columns(fit_columns(table, width));
  };
  CHECK(lines(12) == std::vector<std::string>{"  aa  bb  cc", "   1   2   3"});
  CHECK(lines(11) == std::vector<std::string>{"  aa  cc", "   1   3"});
  CHECK(lines(8) == std::vector<std::string>{"  aa  cc", "   1   3"});
  CHECK(lines(7) == std::vector<std::string>{"  aa", "   1"});
  CHECK(lines(0) == std::vector<std::string>{"  aa", "   1"});
}

}  // namespace sudoku
