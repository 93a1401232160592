#include "harness/base/text_digest.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("a digest is written with leading zeros", "[text_digest]") {
  CHECK(format_digest(0) == "0000000000000000");
  CHECK(format_digest(0xABC) == "0000000000000abc");
  CHECK(format_digest(0xFEDCBA9876543210U) == "fedcba9876543210");
}

TEST_CASE("only the written form of a digest is read", "[text_digest]") {
  CHECK(parse_digest("0000000000000abc") == 0xABC);
  for (const char* text :
       {"", "abc", "0000000000000ABG", "00000000000000abc", " 000000000000abc"}) {
    CHECK_FALSE(parse_digest(text));
  }
}

TEST_CASE("an incremental digest equals the digest of the whole text", "[text_digest]") {
  TextDigest whole;
  whole.add("puzzles");
  TextDigest parts;
  for (const char* part : {"", "puz", "z", "les"}) parts.add(part);
  CHECK(parts.value() == whole.value());
  parts.add("s");
  CHECK(parts.value() != whole.value());
}

}  // namespace sudoku
