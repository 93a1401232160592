#include "harness/dataset/candidate_text.h"

#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku;
using test::kUnique;
using test::read_text;
using test::Strings;
using test::with_shape;

namespace {

/// Returns the candidates of a board of that side: all, except every seventh.
std::string candidates_of(std::size_t side) {
  std::string text;
  for (std::size_t i = 0; i < side * side * side; ++i) {
    text += i % 7 == 3 ? '.' : symbol_of(static_cast<std::uint8_t>(i % side + 1));
  }
  return text;
}

std::string replaced(std::string text, std::size_t offset, char c) {
  text[offset] = c;
  return text;
}

const std::string kNine = candidates_of(9);

}  // namespace

TEST_CASE("a line of candidates is a puzzle", "[candidate_text]") {
  test::check_puzzles(kNine + "\n", {kNine});
  test::check_puzzles("12 " + kNine + " name 7.3\n" + kNine + ",8\n", {kNine, kNine});
  test::check_puzzles("# a puzzle\n\n\"" + kNine + "\"\n", {kNine});
  // Other marks of missing candidates.
  for (const char mark : {'0', '-', '_', '*', 'x'}) {
    std::string text = kNine;
    for (char& c : text) {
      if (c == '.') c = mark;
    }
    test::check_puzzles(text + "\n", {kNine});
  }
  const std::string impossible = std::string(9, '.') + kNine.substr(9);
  test::check_puzzles(impossible + "\n", {impossible});
}

TEST_CASE("candidates of all sizes up to 40x40 are read", "[candidate_text]") {
  for (const std::size_t side : {6, 8, 9, 10, 12, 16, 25, 36, 40}) {
    test::check_puzzles(candidates_of(side) + "\n", {candidates_of(side)});
  }
  for (const Shape& shape : {Shape{1, 2}, Shape{1, 3}, Shape{2, 2}, Shape{1, 9}, Shape{1, 13}}) {
    INFO(to_string(shape));
    const std::string text = candidates_of(shape.side());
    const auto reading = read_text(text + "\n" + text + "\n", with_shape(shape));
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{text, text});
  }
}

TEST_CASE("boards with as many cells are not candidates", "[candidate_text]") {
  const std::string eight = "1" + std::string(62, '.') + "8";
  test::check_puzzles(eight + "\n", {eight});
  CHECK(read_text("1" + std::string(62, '.') + "4\n").puzzles.at(0).size() == 64);
  const std::string large = "R" + std::string(727, '.') + "1";
  test::check_puzzles(large + "\n", {large});
  CHECK(read_text(kNine + "\n", with_shape({3, 9})).puzzles == Strings{kNine});
  DatasetReader reader(test::TemporaryFile(kNine + "\n").path(), with_shape({3, 9}));
  CHECK_FALSE(reader.have_candidates());
}

TEST_CASE("candidates are read with other first symbols", "[candidate_text]") {
  std::string text = candidates_of(16);
  std::string with_zero = text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') with_zero[i] = "0123456789ABCDEF"[i % 16];
  }
  ReadOptions options;
  options.symbols = FirstSymbol::zero;
  CHECK(read_text(with_zero + "\n", options).puzzles == Strings{text});
}

TEST_CASE("CSV and JSON hold candidates", "[candidate_text]") {
  const std::string solution = test::kUniqueSolution;
  std::string text;
  for (const char c : kUnique) {
    for (char digit = '1'; digit <= '9'; ++digit) text += c == '.' || c == digit ? digit : '.';
  }
  for (const std::string& file :
       {"puzzle,count,solution\n" + text + ",1," + solution + "\n",
        "{\"puzzle\": \"" + text + "\", \"count\": 1, \"solution\": \"" + solution + "\"}\n"}) {
    const auto reading = read_text(file);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{text});
    REQUIRE(reading.expectations.size() == 1);
    CHECK(reading.expectations[0].count == SolutionCount{1});
    CHECK(format_line(reading.expectations[0].solution[0]) == solution);
  }
  test::check_puzzles("[\"" + text + "\", \"" + text + "\"]", {text, text});
  const std::string wrong = replaced(text, 4, '.');
  CHECK(read_text("puzzle,solution\n" + wrong + "," + solution + "\n")
            .error.find("the expected solution does not solve the puzzle") != std::string::npos);
}

TEST_CASE("invalid candidates are reported", "[candidate_text]") {
  CHECK(read_text(replaced(kNine, 18, '2') + "\n").error ==
        ":1:19: 2 in the place of candidate 1; use 1 or . here");
  CHECK(read_text(kNine + "\n" + replaced(kNine, 20, '!') + "\n").error ==
        ":2:21: ! in the place of candidate 3; use 3 or . here");
  CHECK(read_text(kNine + "\n" + kNine.substr(1) + "\n").error ==
        ":2:1: 729 candidates expected for 9x9, 728 found");
  CHECK(read_text(kNine + "\n" + kUnique + "\n").error ==
        ":2:1: 729 candidates expected, 81 cells found; either all or no puzzles of a file have "
        "candidates");
  CHECK(read_text(kUnique + "\n" + kNine + "\n").error ==
        ":2:1: 81 cells expected, 729 candidates found; either all or no puzzles of a file have "
        "candidates");
  CHECK(read_text("puzzle\n" + replaced(kNine, 18, '2') + "\n").error ==
        ":2:19: 2 in the place of candidate 1; use 1 or . here");
  CHECK(read_text("[\"" + kNine + "\", \"" + kUnique + "\"]")
            .error.find("729 candidates expected, 81 found") == std::string::npos);
  test::check_skipped(
      kNine + "\n" + replaced(kNine, 18, '2') + "\n" + kUnique + "\n" + kNine + "\n",
      {kNine, kNine}, 2);
}
