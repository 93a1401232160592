#include "harness/audit/duplicate_index.h"

#include <algorithm>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("every line that equals an earlier one is found", "[duplicate_index]") {
  DuplicateIndex index;
  // Lines 1 to 1000 in a wrong order. Lines 500 to 503 equal line 7, and line 1000 equals line 999.
  for (std::uint64_t line = 1000; line >= 1; --line) {
    const bool is_seven = line >= 500 && line <= 503;
    const std::uint64_t number = is_seven ? 7 : std::min<std::uint64_t>(line, 999);
    index.add(DuplicateIndex::entry_of(numbered_puzzle(number), line));
  }
  const std::vector<Duplicate> expected{{500, 7}, {501, 7}, {502, 7}, {503, 7}, {1000, 999}};
  CHECK(index.find() == expected);
}

TEST_CASE("an empty index has no duplicates", "[duplicate_index]") {
  CHECK(DuplicateIndex().find().empty());
}

}  // namespace sudoku
