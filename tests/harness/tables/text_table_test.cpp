#include "harness/tables/text_table.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns the texts of the numbers, with separators.
std::string all(std::string (*format)(double), std::initializer_list<double> numbers) {
  std::string texts;
  for (const double number : numbers) texts += (texts.empty() ? "" : "; ") + format(number);
  return texts;
}

}  // namespace

TEST_CASE("times, rates, sizes and factors have three digits", "[text_table]") {
  CHECK(all(format_time, {0, 1.234, 12.34, 999.4, 999.6, 9.996e3, 99.96e3, 1.25e6, 7.5e9, 1e13}) ==
        "0.00 ns; 1.23 ns; 12.3 ns; 999 ns; 1.00 us; 10.0 us; 100 us; 1.25 ms; 7.50 s; 10000 s");
  CHECK(all(format_rate, {0, 3350, 191'000, 1.5e6}) == "0.00 /s; 3.35 k/s; 191 k/s; 1.50 M/s");
  CHECK(all(format_bytes, {999, 1536, 25'165'824, 5'368'709'120}) ==
        "999 B; 1.50 KiB; 24.0 MiB; 5.00 GiB");
  CHECK(all(format_factor, {0.98149, 0.0052, 9.996, 123.4, 999.6, 19'345, 1'234'567, 0}) ==
        "0.981; 0.00520; 10.0; 123; 1,000; 19,300; 1,230,000; 0");
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
