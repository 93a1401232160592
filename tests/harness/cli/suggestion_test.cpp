#include "harness/cli/suggestion.h"

#include <array>
#include <string_view>

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr std::array<std::string_view, 7> kWords = {"all", "naive",      "bitmask",     "stack",
                                                    "dlx", "lanes_avx2", "lanes_avx512"};

constexpr std::array<std::string_view, 8> kOptions = {"--seed",    "--sample",      "--out",
                                                      "--dataset", "--max-guesses", "--time-limit",
                                                      "--timeout", "--per-puzzle"};

}  // namespace

TEST_CASE("the nearest word takes the fewest edits", "[suggestion]") {
  CHECK(nearest("bitmask", kWords) == "bitmask");
  CHECK(nearest("bitmsk", kWords) == "bitmask");  // insert
  CHECK(nearest("sttack", kWords) == "stack");    // delete
  CHECK(nearest("naife", kWords) == "naive");     // replace
  CHECK(nearest("dxl", kWords) == "dlx");         // swap
  CHECK(nearest("lx", kWords) == "dlx");
  CHECK(nearest("--datasets", kOptions) == "--dataset");
  CHECK(nearest("--tiemout", kOptions) == "--timeout");
}

TEST_CASE("the first of equally near words is suggested", "[suggestion]") {
  constexpr std::array<std::string_view, 3> kTies = {"abcd", "abce", "abcf"};
  CHECK(nearest("abcx", kTies) == "abcd");
}

TEST_CASE("case makes no difference", "[suggestion]") {
  CHECK(nearest("DLX", kWords) == "dlx");
  CHECK(nearest("BitMsk", kWords) == "bitmask");
  CHECK(nearest("--Seed", kOptions) == "--seed");
}

TEST_CASE("a word with all parts of another is near", "[suggestion]") {
  CHECK(nearest("--guesses", kOptions) == "--max-guesses");
  CHECK(nearest("--limit-time", kOptions) == "--time-limit");
  CHECK(nearest("--out-dir", kOptions) == "--out");
  CHECK(nearest("avx512", kWords) == "lanes_avx512");
  CHECK(nearest("--puzzle-count", kOptions).empty());
}

TEST_CASE("a word that is near to none has no suggestion", "[suggestion]") {
  CHECK(suggestion("naife", kWords) == "; did you mean 'naive'?");
  for (const std::string_view word : {"foo", "", "-", "a", "xyz", "sudoku"}) {
    INFO(word);
    CHECK(suggestion(word, kWords).empty());
  }
  for (const std::string_view option : {"--json", "--list", "--check", "-x", "--", "--dat"}) {
    INFO(option);
    CHECK(suggestion(option, kOptions).empty());
  }
  constexpr std::array<std::string_view, 2> kWithoutDataset = {"--sample", "--seed"};
  CHECK(nearest("--dataset", kWithoutDataset).empty());
  CHECK(
      unknown_word_message("engine", "foo", kOptions).starts_with("unknown engine 'foo'. Choose"));
}

TEST_CASE("an unknown word gets the nearest and all known words", "[suggestion]") {
  constexpr std::array<std::string_view, 2> kFew = {"naive", "bitmask"};
  CHECK(unknown_word_message("engine", "bitmsk", kFew) ==
        "unknown engine 'bitmsk'; did you mean 'bitmask'? Choose from: naive, bitmask");
}

}  // namespace sudoku
