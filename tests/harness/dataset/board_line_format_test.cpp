#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

namespace {

const std::string kFull = "1234341221434321";
const std::string kSparse = "1..4..1..4..2..3";

std::string error_of(const std::string& text) { return read_text(text).error; }

}  // namespace

TEST_CASE("lines of other shapes support separators, quotes and comments", "[board_line_format]") {
  const auto reading =
      read_text("# four\n" + kSparse + " a note\r\n\n\"" + kFull + "\",x\n" + kSparse + ",1234\n");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == std::vector<std::string>{kSparse, kFull, kSparse});
  CHECK(reading.lines == std::vector<std::uint64_t>{2, 4, 5});
}

TEST_CASE("nothing may follow a line of integers", "[board_line_format]") {
  const std::string numbers = "1 0 0 4 0 0 1 0 0 4 0 0 2 0 0 3";
  CHECK(read_text(numbers + "\n" + numbers).puzzles == std::vector<std::string>{kSparse, kSparse});
  CHECK(error_of(numbers + "\n" + numbers + " 3\n") ==
        ":2:33: 16 cells expected for 4x4, 17 found");
  CHECK(error_of("# integers\n" + numbers + "\n" + numbers.substr(2) + "\n") ==
        ":3:30: 16 cells expected for 4x4, 15 found");
}

TEST_CASE("81 numbers are a 9x9 board", "[board_line_format]") {
  std::string numbers;
  for (const char c : kEscargot) numbers += std::string(c == '.' ? "-1" : std::string(1, c)) + ' ';
  CHECK(read_text(numbers + "\n").puzzles == std::vector<std::string>{kEscargot});
}

TEST_CASE("invalid pencilmarks are not a 27x27 board", "[board_line_format]") {
  CHECK(error_of(std::string(729, '1') + "\n") == ":1:82: 81 cells expected, 729 found");
}

TEST_CASE("invalid lines of other shapes are skipped", "[board_line_format]") {
  const auto reading = read_text(kSparse + "\n" + kSparse.substr(1) + "\n" + kSparse + "!\n" +
                                     std::string(81, '.') + "\n" + kFull + "\n",
                                 skipping());
  CHECK(reading.puzzles == std::vector<std::string>{kSparse, kFull});
  CHECK(reading.rejected == 3);
}
