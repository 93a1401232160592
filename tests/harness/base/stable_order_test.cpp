#include "harness/base/stable_order.h"

#include <string>

#include "tests/catch.h"

TEST_CASE("equal elements keep their order", "[stable_order]") {
  const std::vector<std::string> words = {"one", "two", "three", "six", "four", "five", "ten"};
  const auto is_shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  std::vector<std::string> sorted;
  for (const std::string* word : sudoku::stable_order(words, is_shorter)) sorted.push_back(*word);
  CHECK(sorted == std::vector<std::string>{"one", "two", "six", "ten", "four", "five", "three"});
}
