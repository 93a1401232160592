#include "harness/dataset/import/foreign_text.h"

#include <string>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::describe_foreign_text;

TEST_CASE("other texts are rejected with a reason", "[foreign_text]") {
  const auto is_named = [](std::string_view text, std::string_view name) {
    return describe_foreign_text(text).find(name) != std::string_view::npos;
  };
  CHECK(is_named("<!DOCTYPE html>\n<html>", "HTML"));
  CHECK(is_named("\n  <HTML lang=en>", "HTML"));
  CHECK(is_named("version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 3\n", "Git LFS"));
  CHECK(is_named("c made by hand\np cnf 729 8829\n1 0\n", "DIMACS"));
  CHECK(is_named("{\\rtf1\\ansi", "RTF"));
  CHECK(is_named("53..7....  534678912\n6..195...  672195348\n", "side by side"));
}

TEST_CASE("boards are not rejected", "[foreign_text]") {
  for (const std::string& text :
       {kUnique, std::string("| 5 3 . | . 7 . | . . . |"),
        std::string("| 45 4578 3 | 49 2 147 | 6 5789 57 |"), std::string("<game data=\"5\"/>"),
        std::string("| 10 11 12 | 13 14 15 | 16 1 2 |"), std::string("puzzle,solution"),
        std::string("|123|456|789|"), std::string("534678912 7.2"), std::string()}) {
    CHECK(describe_foreign_text(text).empty());
  }
}

TEST_CASE("the error of such a file says what to do", "[foreign_text]") {
  CHECK(read_text("version https://git-lfs.github.com/spec/v1\n").error ==
        ": is a Git LFS pointer; fetch the file with git lfs pull");
}
