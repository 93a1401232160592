#include "harness/suggestion.h"

#include <array>
#include <string_view>

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"naive", "bitmask", "stack", "dlx"};

}  // namespace

TEST_CASE("the nearest word takes the fewest edits", "[suggestion]") {
  CHECK(nearest("bitmask", kWords) == "bitmask");
  CHECK(nearest("bitmsk", kWords) == "bitmask");  // insert
  CHECK(nearest("sttack", kWords) == "stack");    // delete
  CHECK(nearest("naife", kWords) == "naive");     // replace
  CHECK(nearest("lx", kWords) == "dlx");
}

TEST_CASE("of words equally near, the first is taken", "[suggestion]") {
  constexpr std::array<std::string_view, 3> kTies = {"abcd", "abce", "abcf"};
  CHECK(nearest("abcx", kTies) == "abcd");
  CHECK(nearest("", kTies) == "abcd");
}

TEST_CASE("a word that is near to none has no suggestion", "[suggestion]") {
  CHECK(suggestion("naife", kWords) == "; did you mean 'naive'?");
  CHECK(suggestion("foo", kWords).empty());
  CHECK(suggestion("", kWords).empty());
  CHECK(unknown_word_message("engine", "foo", kWords) ==
        "unknown engine 'foo'. Known are: naive, bitmask, stack, dlx");
}

TEST_CASE("an unknown word is answered with the nearest and all known ones", "[suggestion]") {
  CHECK(unknown_word_message("engine", "bitmsk", kWords) ==
        "unknown engine 'bitmsk'; did you mean 'bitmask'? Known are: naive, bitmask, stack, dlx");
}

}  // namespace sudoku
