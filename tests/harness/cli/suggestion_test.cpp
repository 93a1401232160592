#include "harness/cli/suggestion.h"

#include <array>
#include <utility>

#include "tests/catch.h"

namespace sudoku {

namespace {
using Pair = std::pair<std::string_view, std::string_view>;
}  // namespace

TEST_CASE("the nearest word takes the fewest edits, or has all parts of the other",
          "[suggestion]") {
  constexpr std::array<std::string_view, 16> kWords = {
      "all",          "naive",         "bitmask",      "stack",     "dlx",  "lanes_avx2",
      "--seed",       "--sample",      "--out",        "--dataset", "abcd", "abce",
      "lanes_avx512", "--max-guesses", "--time-limit", "--timeout"};
  for (const auto& [word, expected] :
       {Pair{"bitmask", "bitmask"}, Pair{"bitmsk", "bitmask"},  // insert
        Pair{"sttack", "stack"},                                // delete
        Pair{"naife", "naive"},                                 // replace
        Pair{"dxl", "dlx"},                                     // swap
        Pair{"lx", "dlx"}, Pair{"--datasets", "--dataset"}, Pair{"--tiemout", "--timeout"},
        Pair{"abcx", "abcd"},  // the first of equally near words
        Pair{"DLX", "dlx"}, Pair{"BitMsk", "bitmask"}, Pair{"--Seed", "--seed"},
        Pair{"--guesses", "--max-guesses"}, Pair{"--limit-time", "--time-limit"},
        Pair{"--out-dir", "--out"}, Pair{"avx512", "lanes_avx512"}}) {
    INFO(word);
    CHECK(nearest(word, kWords) == expected);
  }
  for (const std::string_view word : {"--puzzle-count", "foo", "", "-", "a", "xyz", "--json",
                                      "--list", "--check", "-x", "--", "--dat"}) {
    INFO(word);
    CHECK(nearest(word, kWords).empty());
  }
}

TEST_CASE("an unknown word gets the nearest and all known words", "[suggestion]") {
  constexpr std::array<std::string_view, 2> kFew = {"naive", "bitmask"};
  CHECK(unknown_word_message("engine", "bitmsk", kFew) ==
        "unknown engine 'bitmsk'; did you mean 'bitmask'? Choose from: naive, bitmask");
  CHECK(unknown_word_message("engine", "foo", kFew) ==
        "unknown engine 'foo'. Choose from: naive, bitmask");
}

}  // namespace sudoku
