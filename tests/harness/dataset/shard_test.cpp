#include "harness/dataset/shard.h"

#include "tests/catch.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns the parts of a file with that text.
std::vector<std::string> parts(const std::string& path, const std::string& text, TextPosition head,
                               std::uint64_t count) {
  std::vector<std::string> parts;
  std::uint64_t end = 0;
  PuzzleText source(path);
  for (std::uint64_t i = 0; i < count; ++i) {
    const TextRange range = shard_of_text(source, head, {i, count});
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
        CHECK(shard.first == next);
        CHECK(shard.end - shard.first <= count / parts + 1);
        next = shard.end;
      }
      CHECK(next == count);
    }
  }
}

TEST_CASE("a text is divided at the start of lines", "[shard]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t").string();
  const std::string text = "aaaa\nbbbb\ncccc\ndddd\n";
  write_file(path, text);
  CHECK(parts(path, text, {}, 1) == Parts{text});
  CHECK(parts(path, text, {}, 2) == Parts{"aaaa\nbbbb\n", "cccc\ndddd\n"});
  CHECK(parts(path, text, {}, 3) == Parts{"aaaa\nbbbb\n", "cccc\n", "dddd\n"});
  CHECK(parts(path, text, {5, 1}, 3) == Parts{"aaaa\nbbbb\n", "cccc\n", "dddd\n"});
  CHECK(parts(path, text, {}, 100).size() == 100);
}

TEST_CASE("a long line and a line without an end are not divided", "[shard]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t").string();
  const std::string text = "a\n" + std::string(1000, 'b') + "\nc";
  write_file(path, text);
  const auto cut = parts(path, text, {}, 4);
  CHECK(cut[0] == text.substr(0, 1003));
  CHECK(cut[1].empty());
  CHECK(cut[2].empty());
  CHECK(cut[3] == "c");
}

TEST_CASE("compressed text is divided by lines", "[shard]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t.gz").string();
  const std::string text = "a\n" + std::string(1000, 'b') + "\nc\nd";
  write_file(path, test::gzip(text));
  CHECK(parts(path, text, {}, 2) == Parts{text.substr(0, 1003), "c\nd"});
  CHECK(parts(path, text, {2, 1}, 3) == Parts{text.substr(0, 1003), "c\n", "d"});
  CHECK(parts(path, text, {}, 9).size() == 9);
}

TEST_CASE("line ends are counted up to a byte", "[shard]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t").string();
  write_file(path, "a\nb\r\n\nc");
  PuzzleText source(path);
  CHECK(count_lines(source, 7) == 3);
  CHECK(count_lines(source, 2) == 1);
  CHECK(count_lines(source, 0) == 0);
}

}  // namespace sudoku
