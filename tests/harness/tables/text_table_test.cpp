#include "harness/tables/text_table.h"

#include <utility>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("times, rates, sizes and factors have three digits", "[text_table]") {
  const std::pair<std::string, const char*> cases[] = {{format_time(0), "0.00 ns"},
                                                       {format_time(1.234), "1.23 ns"},
                                                       {format_time(12.34), "12.3 ns"},
                                                       {format_time(999.4), "999 ns"},
                                                       {format_time(999.6), "1.00 us"},
                                                       {format_time(9.996e3), "10.0 us"},
                                                       {format_time(99.96e3), "100 us"},
                                                       {format_time(1.25e6), "1.25 ms"},
                                                       {format_time(7.5e9), "7.50 s"},
                                                       {format_time(1e13), "10000 s"},
                                                       {format_rate(0), "0.00 /s"},
                                                       {format_rate(3350), "3.35 k/s"},
                                                       {format_rate(191'000), "191 k/s"},
                                                       {format_rate(1.5e6), "1.50 M/s"},
                                                       {format_bytes(999), "999 B"},
                                                       {format_bytes(1536), "1.50 KiB"},
                                                       {format_bytes(25'165'824), "24.0 MiB"},
                                                       {format_bytes(5'368'709'120), "5.00 GiB"},
                                                       {format_factor(0.98149), "0.981"},
                                                       {format_factor(0.0052), "0.00520"},
                                                       {format_factor(9.996), "10.0"},
                                                       {format_factor(123.4), "123"},
                                                       {format_factor(999.6), "1,000"},
                                                       {format_factor(19'345), "19,300"},
                                                       {format_factor(1'234'567), "1,230,000"},
                                                       {format_factor(0), "0"}};
  for (const auto& [text, expected] : cases) CHECK(text == expected);
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
