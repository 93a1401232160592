#include "harness/dataset/puzzle_text.h"

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

namespace {

/// Returns the cleaned text, read `piece` bytes at a time.
std::string cleaned(std::string_view text, std::size_t piece = 4096) {
  const TemporaryFile file(text);
  sudoku::PuzzleText source(file.path());
  std::string all;
  std::string buffer(piece, '\0');
  while (const std::size_t count = source.read(buffer)) all.append(buffer, 0, count);
  return all;
}

}  // namespace

TEST_CASE("characters of old systems are replaced at their place", "[puzzle_text]") {
  using namespace std::string_literals;
  for (const std::size_t piece : {1, 2, 3, 4096}) {
    CHECK(cleaned("one\ntwo\tthree", piece) == "one\ntwo\tthree");
    CHECK(cleaned("one\r\ntwo\r\n", piece) == "one\r\ntwo\r\n");
    CHECK(cleaned("one\rtwo\r", piece) == "one\ntwo\n");
    CHECK(cleaned("one\r\rtwo", piece) == "one\n\ntwo");
    CHECK(cleaned("one\ftwo\vthree\0"s, piece) == "one two three\0"s);
    CHECK(cleaned("one\r\n\x1A", piece) == "one\r\n\n");
    CHECK(cleaned("one\x1A\0\0two"s, piece) == "one\n\0\0two"s);
    CHECK(cleaned("one\r\x1Atwo", piece) == "one\n\ntwo");
  }
}

TEST_CASE("a part of the text is read again", "[puzzle_text]") {
  const TemporaryFile file("one\rtwo\x1A");
  sudoku::PuzzleText source(file.path());
  std::string buffer(64, '\0');
  while (source.read(buffer) != 0) {
  }
  source.go_to(4, 7);
  std::string text;
  while (const std::size_t count = source.read(buffer)) text.append(buffer, 0, count);
  CHECK(text == "two");
}
