#include "harness/dataset/text_cut.h"

#include "tests/catch.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// The parts of a file with that text.
std::vector<std::string> parts(const std::string& path, const std::string& text, TextPosition head,
                               std::uint64_t count) {
  std::vector<std::string> parts;
  std::uint64_t end = 0;
  TextSource source(path);
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

TEST_CASE("a text is cut at the beginnings of lines", "[text_cut]") {
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

TEST_CASE("a long line and a line without its end are in one part", "[text_cut]") {
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

TEST_CASE("compressed text is cut by lines", "[text_cut]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t.gz").string();
  const std::string text = "a\n" + std::string(1000, 'b') + "\nc\nd";
  write_file(path, test::gzip(text));
  CHECK(parts(path, text, {}, 2) == Parts{text.substr(0, 1003), "c\nd"});
  CHECK(parts(path, text, {2, 1}, 3) == Parts{text.substr(0, 1003), "c\n", "d"});
  CHECK(parts(path, text, {}, 9).size() == 9);
}

TEST_CASE("lines are counted up to a byte", "[text_cut]") {
  const TemporaryDirectory directory;
  const std::string path = (directory / "t").string();
  write_file(path, "a\nb\r\n\nc");
  TextSource source(path);
  CHECK(count_lines(source, 7) == 3);
  CHECK(count_lines(source, 2) == 1);
  CHECK(count_lines(source, 0) == 0);
}

}  // namespace sudoku
