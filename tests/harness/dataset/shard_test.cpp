#include "harness/dataset/shard.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("shards tile the whole in their order", "[shard]") {
  for (const std::uint64_t count : {0U, 1U, 2U, 10U, 100U}) {
    for (const std::uint64_t parts : {1U, 3U, 7U}) {
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < parts; ++i) {
        const IndexRange shard = range_of({i, parts}, count);
        CHECK(shard.first == next);
        CHECK(shard.end - shard.first <= count / parts + 1);
        next = shard.end;
      }
      CHECK(next == count);
    }
  }
}

}  // namespace sudoku
