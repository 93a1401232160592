#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

TEST_CASE("the third field of a HoDoKu line is the puzzle", "[hodoku_format]") {
  std::string placed = kUnique;
  placed.replace(2, 1, "+4");
  placed.replace(placed.size() - 3, 1, "+1");
  check_puzzles("# library\n:0000:x:" + kUnique + ":::\n:0100:1:" + placed +
                    ":::\n:1402-1:12:" + kUnique + "::111:a comment\n",
                {kUnique, kUnique, kUnique});
}

TEST_CASE("the fourth field of a HoDoKu line deletes candidates", "[hodoku_format]") {
  const auto reading =
      read_text(":0000:x:" + kUnique + ":::\n:0100:1:" + kUnique + ":113 213 349::\n");
  REQUIRE(reading.puzzles.size() == 2);
  CHECK(reading.puzzles[0].substr(18, 18) == "123456789123456789");
  CHECK(reading.puzzles[1].substr(18, 18) == "..3456789123456789");
  CHECK(reading.puzzles[1].substr(315, 9) == ".........");  // the clue is deleted, too
  CHECK(
      read_text(":0100:1:" + kUnique + ":11::\n").error.starts_with(":1:91: 11 is not a deleted"));
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
        std::pair("\xEF\xBB\xBF<?xml version='1.0'?><html>", ": is an HTML page"),
        std::pair("<?xml version='1.0'?>\n<games>\n<cell row='1' value='5'/>\n</games>",
                  ": is XML"),
        std::pair("<sudoku><row>53..7....</row>\n<row>6..195...</row></sudoku>\n", ": is XML"),
        std::pair("<instance format='XCSP3' type='CSP'>", ": is an XCSP3 instance"),
        std::pair("{\"cells\": [], \"cages\": []}", ": has cages, thermometers or regions"),
        std::pair("<?xml version='1.0'?>\n<instance format='XCSP3'>", ": is an XCSP3 instance"),
        std::pair("c graph\np edge 81 810\ne 1 2\n", ": is a graph to color"),
        std::pair("p col 81 810\ne 1 2\n", ": is a graph to color"),
        std::pair("c made by hand\np cnf 729 8829\n1 0\n", ": is a SAT formula (DIMACS CNF)"),
        std::pair("{\\rtf1\\ansi", ": is rich text (RTF)"),
        std::pair("53..7....  534678912\n6..195...  672195348\n", ": has boards side by side")}) {
    CHECK_THAT(read_text(text).error, Catch::StartsWith(what));
  }
  const std::string wiki = "S9B" + std::string(162, '0');
  for (const std::string& text : {wiki, "Hard: https://www.sudokuwiki.org/sudoku.htm?bd=" + wiki,
                                  "https://sudokupad.app/fpuzN4Ig" + std::string(99, 'x')}) {
    CHECK_THAT(read_text(text).error, Catch::StartsWith(": has a compressed puzzle"));
  }
  std::string tar(512, '\0');
  tar.replace(0, 5, "a.csv").replace(257, 5, "ustar");
  CHECK_THAT(read_text(tar + kUnique).error, Catch::StartsWith(": is a tar archive"));
  for (const std::string& text :
       {kUnique, std::string("| 5 3 . | . 7 . | . . . |"),
        std::string("| 45 4578 3 | 49 2 147 | 6 5789 57 |"), std::string("<game data=\"5\"/>"),
        std::string("| 10 11 12 | 13 14 15 | 16 1 2 |"), std::string("puzzle,solution"),
        std::string("|123|456|789|"), std::string("534678912 7.2"), std::string()}) {
    const std::string error = read_text(text).error;
    CHECK_FALSE((error.starts_with(": is ") || error.starts_with(": has ")));
  }
}
