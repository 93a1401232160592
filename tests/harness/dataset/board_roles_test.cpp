#include "harness/dataset/board_roles.h"

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::ReadOptions;

namespace {

const std::string kEscargotSolution =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";

/// Returns the cells of a board as a line of numbers.
std::string numbers_of(const std::string& board) {
  std::string text;
  for (const char cell : board) text += std::string(1, cell == '.' ? '0' : cell) + " ";
  return text + "\n";
}

/// Returns the notes of a reader of the text.
std::string notes_of(const std::string& text) {
  std::string notes;
  ReadOptions options;
  options.on_note = [&](const std::string& note) {
    notes += note.substr(note.find(": ") + 2) + "\n";
  };
  CHECK(read_text(text, options).error.empty());
  return notes;
}

const std::string kPairs =
    kUnique + "\n" + kUniqueSolution + "\n" + kEscargot + "\n" + kEscargotSolution + "\n";

}  // namespace

TEST_CASE("the board after each puzzle may be its solution", "[board_roles]") {
  for (const std::string& text :
       {kPairs,
        "1: " + kUnique + "\n1s: " + kUniqueSolution + "\n2: " + kEscargot +
            "\n2s: " + kEscargotSolution + "\n",
        numbers_of(kUnique) + numbers_of(kUniqueSolution) + numbers_of(kEscargot) +
            numbers_of(kEscargotSolution),
        rows_of(kUnique) + "\n" + rows_of(kUniqueSolution) + "\n" + rows_of(kEscargot) +
            "Solution\n" + rows_of(kEscargotSolution),
        "{\"columns\":[\"puzzle\",\"solution\"],\"index\":[0,1],\"data\":[[\"" + kUnique + "\",\"" +
            kUniqueSolution + "\"],[\"" + kEscargot + "\",\"" + kEscargotSolution + "\"]]}"}) {
    for (const std::size_t block : {1, 2, 64}) {
      check_solutions(text, {kUnique, kEscargot}, {kUniqueSolution, kEscargotSolution}, {}, block);
    }
    CHECK_THAT(notes_of(text), Catch::Contains("every second board is read as the solution"));
  }
}

TEST_CASE("a damaged pair of a puzzle and its solution is invalid", "[board_roles]") {
  std::string text;
  for (int i = 0; i < 16; ++i) text += kPairs;
  const std::string more = kUnique + "\n";
  CHECK(read_text(text + more + kEscargotSolution + "\n").error ==
        ":66:1: this board must be the solution of the board before it, as in earlier lines");
  CHECK(read_text(text + kEscargotSolution + "\n" + more).error ==
        ":65:1: this solution has no puzzle before it, unlike the others; add the puzzle");
  const std::string damaged = more.substr(5) + kUniqueSolution + "\n" + kPairs;
  const auto reading = read_text(text + damaged, skipping());
  CHECK(reading.puzzles.size() == 34);
  CHECK(reading.rejected == 2);
  CHECK(format_line(reading.expectations.at(33).solution[0]) == kEscargotSolution);
}

TEST_CASE("boards that are not pairs stay puzzles, with a note about complete boards",
          "[board_roles]") {
  const std::string mixed =
      kUnique + "\n" + kEscargot + "\n" + kUniqueSolution + "\n" + kEscargotSolution + "\n";
  CHECK(read_text(mixed).puzzles.size() == 4);
  CHECK(read_text(kPairs + kUnique + "\n").puzzles.size() == 5);
  CHECK(notes_of(mixed) == "boards without empty cells, which may be solutions: 2 of 4\n");
  CHECK(notes_of(kUnique + "\n" + kEscargot + "\n").empty());
}

TEST_CASE("regions of a jigsaw sudoku are not a puzzle", "[board_roles]") {
  std::string boxes;
  for (int i = 0; i < 81; ++i) boxes += static_cast<char>('1' + i / 27 * 3 + i % 9 / 3);
  std::string from_zero = boxes;
  for (char& c : from_zero) --c;
  for (const std::string& regions : {boxes, from_zero}) {
    for (const std::string& text :
         {rows_of(kUnique) + "\n" + rows_of(regions), kUnique + "\n" + regions + "\n"}) {
      CHECK_THAT(read_text(text).error, Catch::StartsWith(": has the regions of a jigsaw"));
    }
  }
  std::string letters = boxes;
  for (char& c : letters) c = static_cast<char>(c - '1' + 'a');
  CHECK_THAT(read_text(kUnique + " " + letters + "\n").error,
             Catch::Contains("regions and other rules"));
  CHECK_FALSE(read_text(rows_of(kUnique) + rows_of(letters)).error.empty());
}

TEST_CASE("text after the cells of rows is noted", "[board_roles]") {
  CHECK(notes_of(rows_of(kUnique, " aabbccdde\n")) ==
        "9 rows have text after their cells, which was skipped, the first in line 1\n");
  CHECK(notes_of(rows_of(kUnique, " # a comment\n")).empty());
}
