#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

TEST_CASE("the third field of a HoDoKu line is the puzzle", "[hodoku_format]") {
  std::string placed = kUnique;
  placed.replace(2, 1, "+4");
  placed.replace(placed.size() - 3, 1, "+1");
  check_puzzles("# library\n:0000:x:" + kUnique + ":::\n:0100:1:" + placed +
                    ":115 216::\n:1402-1:12:" + kUnique + "::111:a comment\n",
                {kUnique, kUnique, kUnique});
}

TEST_CASE("a damaged HoDoKu line is reported with its position", "[hodoku_format]") {
  const std::string good = ":0000:x:" + kUnique + ":::\n";
  CHECK(read_text(good + ":0000:x:" + kUnique.substr(1) + ":::\n").error ==
        ":2:89: 81 cells expected, 80 found");
  std::string placed = kUnique;
  placed[4] = 'k';
  placed.replace(2, 1, "+4");
  CHECK(read_text(good + ":0000:x:" + placed + ":::\n").error.starts_with(":2:14: k is not"));
  CHECK(read_text(good + kUnique + "\n").error ==
        ":2:1: no board between the third and the fourth colon of a HoDoKu line");
}

TEST_CASE("ids of Solo are read", "[solo_format]") {
  const std::string board = "1..4..1..4..2..3";
  for (const std::string id : {"2x2:1b4b1b4b2b3", "2x2dt:1b4b1b4b2b3", "  2x2r2m4ade:1b4b1b4b2b3 ",
                               "2x2:1b4b1b4_b2b3", "2x2dx:1aa4b1b4b2b3"}) {
    check_puzzles(id + "\n", {board});
  }
  CHECK(read_text("4x4:zzzzzzzzzv\n").error == "");
  check_puzzles("2x2:1_2_3_4_3_4_1_2d1_2_3_4\n", {"12343412....1234"});
}

TEST_CASE("an invalid id is reported with its position", "[solo_format]") {
  const auto error_of = [](const std::string& text) { return read_text(text).error; };
  CHECK(error_of("2x2:1b4b1b4b2b\n") == ":1:15: 16 cells expected for 4x4, 15 found");
  CHECK(error_of("2x2:1b4b1b4b2b5\n") ==
        ":1:15: 5 is not a cell of an id; use 1 to 4, or a to z for 1 to 26 empty cells");
  CHECK(error_of("2x2:1b4b!b4b2b5\n") ==
        ":1:9: ! is not a cell of an id; use 1 to 4, or a to z for 1 to 26 empty cells");
  CHECK(error_of("2x2:p\n\n2x3:p\n") ==
        ":3:1: boxes of 2x2 expected, 2x3 found; all boards must have the same shape");
  CHECK(error_of("2x2:p\npqr\n") ==
        ":2:1: an id of Solo begins with the shape of the boxes and a colon, as in 3x3:");
}

TEST_CASE("other texts are rejected with a reason", "[foreign_text]") {
  for (const auto& [text, what] :
       {std::pair("<!DOCTYPE html>\n<html>", ": is an HTML page"),
        std::pair("\n  <HTML lang=en>", ": is an HTML page"),
        std::pair("version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 3\n",
                  ": is a Git LFS pointer; fetch the file with git lfs pull"),
        std::pair("c made by hand\np cnf 729 8829\n1 0\n", ": is a SAT formula (DIMACS CNF)"),
        std::pair("{\\rtf1\\ansi", ": is rich text (RTF)"),
        std::pair("53..7....  534678912\n6..195...  672195348\n", ": has boards side by side")}) {
    CHECK_THAT(read_text(text).error, Catch::StartsWith(what));
  }
  for (const std::string& text :
       {kUnique, std::string("| 5 3 . | . 7 . | . . . |"),
        std::string("| 45 4578 3 | 49 2 147 | 6 5789 57 |"), std::string("<game data=\"5\"/>"),
        std::string("| 10 11 12 | 13 14 15 | 16 1 2 |"), std::string("puzzle,solution"),
        std::string("|123|456|789|"), std::string("534678912 7.2"), std::string()}) {
    const std::string error = read_text(text).error;
    CHECK_FALSE((error.starts_with(": is ") || error.starts_with(": has ")));
  }
}
