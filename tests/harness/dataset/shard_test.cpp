#include "harness/dataset/shard.h"

#include "tests/catch.h"
#include "tests/harness/dataset/compress.h"

namespace sudoku {
namespace {

/// Writes the text to a file, compressed or not, and returns its shards.
std::vector<std::string> parts(const std::string& text, TextPosition head, std::uint64_t count,
                               std::string (*stored)(std::string_view) = nullptr) {
  const test::TemporaryFile file(stored == nullptr ? text : stored(text));
  std::vector<std::string> parts;
  std::uint64_t end = 0;
  PuzzleText source(file.path());
  for (std::uint64_t i = 0; i < count; ++i) {
    const IndexRange range = shard_of_text(source, head, {i, count});
    CHECK(range.begin == end);
    end = range.end;
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  }
  CHECK(end == text.size());
  return parts;
}

using Parts = std::vector<std::string>;

}  // namespace

TEST_CASE("the shards in order make up the whole", "[shard]") {
  for (const std::uint64_t count : {0U, 1U, 2U, 10U, 100U}) {
    for (const std::uint64_t parts : {1U, 3U, 7U}) {
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < parts; ++i) {
        const IndexRange shard = range_of({i, parts}, count);
        CHECK(shard.begin == next);
        CHECK(shard.end - shard.begin <= count / parts + 1);
        next = shard.end;
      }
      CHECK(next == count);
    }
  }
}

TEST_CASE("a text is divided at the start of lines", "[shard]") {
  const std::string text = "aaaa\nbbbb\ncccc\ndddd\n";
  CHECK(parts(text, {}, 1) == Parts{text});
  CHECK(parts(text, {}, 2) == Parts{"aaaa\nbbbb\n", "cccc\ndddd\n"});
  CHECK(parts(text, {}, 3) == Parts{"aaaa\nbbbb\n", "cccc\n", "dddd\n"});
  CHECK(parts(text, {5, 1}, 3) == Parts{"aaaa\nbbbb\n", "cccc\n", "dddd\n"});
  CHECK(parts(text, {}, 100).size() == 100);
}

TEST_CASE("a long line and a line without an end are not divided", "[shard]") {
  const std::string text = "a\n" + std::string(1000, 'b') + "\nc";
  CHECK(parts(text, {}, 4) == Parts{text.substr(0, 1003), "", "", "c"});
}

TEST_CASE("compressed text is divided by lines", "[shard]") {
  const std::string text = "a\n" + std::string(1000, 'b') + "\nc\nd";
  CHECK(parts(text, {}, 2, test::gzip) == Parts{text.substr(0, 1003), "c\nd"});
  CHECK(parts(text, {2, 1}, 3, test::gzip) == Parts{text.substr(0, 1003), "c\n", "d"});
  CHECK(parts(text, {}, 9, test::gzip).size() == 9);
}

TEST_CASE("line ends are counted up to a byte", "[shard]") {
  const test::TemporaryFile file("a\nb\r\n\nc");
  PuzzleText source(file.path());
  CHECK(count_lines(source, 7) == 3);
  CHECK(count_lines(source, 2) == 1);
  CHECK(count_lines(source, 0) == 0);
}

}  // namespace sudoku
