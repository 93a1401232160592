#include "harness/dataset/puzzle_writer.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku;
using test::read_text;
using test::Strings;

namespace {

const std::vector<std::string> kRows = {
    "45     4578   3      | 49     2      147    | 6      5789   57",
    "9      24678  47     | 3      47     5      | 78     278    1",
    "25     257    1      | 8      79     6      | 4      23579  2357",
    "345    345    8      | 1      3456   2      | 9      34567  34567",
    "7      123459 49     | 459    34569  4      | 1      13456  8",
    "1345   13459  6      | 7      3459   8      | 2      1345   345",
    "134    1347   2      | 6      478    9      | 5      1478   47",
    "8      1467   47     | 2      457    3      | 17     1467   9",
    "46     4679   5      | 4      1      47     | 3      24678  2467"};

/// Returns the rows, each between `left` and `right`, with `rule` around the bands.
std::string framed(const std::string& left, const std::string& right, const std::string& rule) {
  std::string text = rule;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    text += left + kRows[i] + right + "\n";
    if (i % 3 == 2) text += rule;
  }
  return text;
}

const std::string kPlain = framed("", "", "");
const std::string kBegin = "...45.......45.78...3......";

}  // namespace

TEST_CASE("grids of candidates are read with and without frames", "[candidate_grid_format]") {
  const auto plain = read_text(kPlain);
  CHECK(plain.error.empty());
  REQUIRE(plain.puzzles.size() == 1);
  CHECK(plain.puzzles[0].substr(0, 27) == kBegin.substr(0, 27));
  CHECK(plain.lines == std::vector<std::uint64_t>{1});
  std::string without_bars = kPlain;
  std::erase(without_bars, '|');
  for (const std::string& text :
       {without_bars, framed("| ", " |", "+---+---+---+\n"),
        framed("| ", " |", ".---------.---------.---------.\n"),
        framed(" | ", " |", " *-----------*\n"), framed("│ ", " │", "├──────┼──────┼──────┤\n"),
        framed("| ", " |", ":---------+---------+---------:\n"),
        "My puzzle\n\n" + framed("", "", "---+---+---\n") + "# end\n"}) {
    test::check_puzzles(text, plain.puzzles);
  }
  const auto two = read_text(kPlain + "\nanother one\n" + kPlain);
  CHECK(two.puzzles == Strings{plain.puzzles[0], plain.puzzles[0]});
  CHECK(two.lines == std::vector<std::uint64_t>{1, 12});
}

TEST_CASE("bars and rules define the boxes of candidates", "[candidate_grid_format]") {
  for (const Shape& shape : {Shape{2, 3}, Shape{3, 2}, Shape{4, 4}}) {
    OwnedBoard board(shape);
    board.candidates()[1] = 1;
    std::string text;
    kCandidateGridWriter.append(board, {}, text);
    const test::TemporaryFile file(text);
    CHECK(DatasetReader(file.path(), {}).shape() == shape);
    CHECK(test::read_file(file.path()).puzzles == Strings{format_line(board)});
  }
}

TEST_CASE("ordinary grids are not grids of candidates", "[candidate_grid_format]") {
  const std::string row = "1 2 3 4 5 6 7 8 9\n";
  std::string grid;
  for (int i = 0; i < 9; ++i) grid += row;
  CHECK(read_text(grid).puzzles.at(0).size() == 81);
  ReadOptions options;
  options.format = DatasetFormat::candidate_grid;
  CHECK(read_text(grid, options).puzzles.at(0).size() == 729);
}

TEST_CASE("damaged grids of candidates are reported", "[candidate_grid_format]") {
  const auto error_of = [](const std::string& from, const std::string& to) {
    std::string text = kPlain + kPlain;
    text.replace(text.rfind(from), from.size(), to);
    return read_text(text).error;
  };
  CHECK(error_of("134    1347", "134    1374") ==
        ":16:8: 1374 is not a list of candidates; write the digits from 1 to 9 in ascending order, "
        "or . if there are none");
  CHECK(error_of("134    1347", "130    1347").find("130 is not a list") != std::string::npos);
  CHECK(error_of("134    1347", "1347") == ":16:1: 9 cells expected, 8 found");
  CHECK(error_of("134    1347", "134 5   1347") == ":16:1: 9 cells expected, 10 found");
  CHECK(read_text(kPlain + "\n" + kPlain.substr(0, kPlain.rfind("46 "))).error ==
        ":19:1: 9 rows expected, 8 found");
  CHECK(read_text(kPlain + kRows[0] + "\nsome words\n" + kPlain).error ==
        ":10:1: 9 rows expected, 10 found");
  std::string text = kPlain;
  CHECK(read_text(text.replace(0, 2, "54")).error.starts_with(":1:1: 54 is not a list"));
  const std::string plain = read_text(kPlain).puzzles.at(0);
  // Later boards keep their places if a row is missing or repeated.
  for (const std::string& board :
       {kPlain + "\n", "A title\n" + kPlain, framed("| ", " |", "+-----+-----+-----+\n")}) {
    for (const std::string& row : kRows) {
      const std::size_t begin = board.rfind('\n', board.find(row)) + 1;
      const std::string whole = board.substr(begin, board.find('\n', begin) + 1 - begin);
      for (const std::string& other : {std::string(), whole + whole}) {
        std::string bad = board;
        bad.replace(begin, whole.size(), other);
        test::check_skipped(board + bad + board, {plain, plain}, 1);
      }
    }
  }
}
