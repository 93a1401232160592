#include "harness/dataset/line_reader.h"

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using sudoku::LineReader;
using sudoku::MemorySource;

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t kChunks[] = {1, 2, 7, LineReader::kChunkBytes};
const std::string kTooLong = "(too long)";

/// Returns the lines of `text` and checks their numbers.
Lines lines_of(std::string_view text, std::size_t chunk_bytes) {
  MemorySource source(text);
  LineReader reader(source, chunk_bytes);
  Lines lines;
  while (const auto line = reader.next()) {
    lines.push_back(line->too_long ? kTooLong : std::string(line->text));
    CHECK(line->number == lines.size());
    CHECK(reader.position().line == lines.size());
  }
  CHECK_FALSE(reader.next().has_value());
  return lines;
}

/// Returns the cleaned text, read `piece` bytes at a time.
std::string cleaned(std::string_view text, std::size_t piece = 4096) {
  const sudoku::test::TemporaryFile file(text);
  sudoku::PuzzleText source(file.path());
  std::string all;
  std::string buffer(piece, '\0');
  while (const std::size_t count = source.read(buffer)) all.append(buffer, 0, count);
  return all;
}

}  // namespace

TEST_CASE("lines end with LF, CRLF or the stream", "[line_reader]") {
  for (const std::size_t chunk : kChunks) {
    CHECK(lines_of("", chunk).empty());
    CHECK(lines_of("one\n\nthree\n", chunk) == Lines{"one", "", "three"});
    CHECK(lines_of("one\r\n\r\nthree\r\n", chunk) == Lines{"one", "", "three"});
    CHECK(lines_of("one\ntwo", chunk) == Lines{"one", "two"});
    CHECK(lines_of("one\ntwo\r", chunk) == Lines{"one", "two"});
    CHECK(lines_of("\n", chunk) == Lines{""});
    CHECK(lines_of("a\rb\n", chunk) == Lines{"a\rb"});
  }
}

TEST_CASE("byte-order marks are skipped", "[line_reader]") {
  for (const std::size_t chunk : kChunks) {
    CHECK(lines_of("\xEF\xBB\xBF\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo", chunk) == Lines{"one", "two"});
    CHECK(lines_of("\xEF\xBB\xBF", chunk).empty());
    CHECK(lines_of("\xEF\xBB", chunk) == Lines{"\xEF\xBB"});
  }
}

TEST_CASE("NUL characters that fill a block after the last line are skipped", "[line_reader]") {
  using namespace std::string_literals;
  for (const std::size_t chunk : kChunks) {
    for (const std::size_t size : {1, 2, 70'000}) {
      CHECK(lines_of("one\ntwo\n" + std::string(size, '\0'), chunk) == Lines{"one", "two"});
    }
    CHECK(lines_of("one\0\0\0"s, chunk) == Lines{"one"});
    CHECK(lines_of("one\n1\0"s, chunk) == Lines{"one", "1\0"s});
    CHECK(lines_of("one\0\0\ntwo\0x\0\0"s, chunk) == Lines{"one\0\0"s, "two\0x"s});
  }
}

TEST_CASE("the longest line is read, a longer one is skipped", "[line_reader]") {
  const std::string longest(LineReader::kMaxLineBytes, 'x');
  const std::string longer = longest + "y";
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{4096}, LineReader::kChunkBytes}) {
    for (const std::string end : {"\n", "\r\n"}) {
      CHECK(lines_of("a" + end + longest + end + "b", chunk) == Lines{"a", longest, "b"});
      CHECK(lines_of("a" + end + longer + end + "b", chunk) == Lines{"a", kTooLong, "b"});
    }
    CHECK(lines_of(longest, chunk) == Lines{longest});
    CHECK(lines_of(longer, chunk) == Lines{kTooLong});
    CHECK(lines_of(longer + "yy\n", chunk) == Lines{kTooLong});
  }
}

TEST_CASE("a line of many megabytes is skipped", "[line_reader]") {
  const std::string endless(10 << 20, '.');
  CHECK(lines_of(endless, LineReader::kChunkBytes) == Lines{kTooLong});
  CHECK(lines_of(endless + "\nb\n", LineReader::kChunkBytes) == Lines{kTooLong, "b"});
}

TEST_CASE("buffering more consumes nothing", "[line_reader]") {
  for (const std::size_t chunk : kChunks) {
    MemorySource source("\xEF\xBB\xBFone\ntwo");
    LineReader reader(source, chunk);
    while (reader.buffer_more()) {
    }
    CHECK(reader.buffered() == "one\ntwo");
    CHECK(reader.next()->text == "one");
    CHECK(reader.next()->text == "two");
    CHECK_FALSE(reader.buffer_more());
  }
  const std::string text(2 * LineReader::kMaxLineBytes, '.');
  MemorySource source(text);
  LineReader reader(source, 1000);
  while (reader.buffer_more()) {
  }
  CHECK(reader.buffered().size() >= LineReader::kMaxLineBytes);
  CHECK(reader.buffered().size() < LineReader::kMaxLineBytes + 1000);
}

TEST_CASE("the position of the next line is known in bytes", "[line_reader]") {
  const std::string long_line(LineReader::kMaxLineBytes + 10, '.');
  const std::string text = "\xEF\xBB\xBFone\r\n\n" + long_line + "\nlast";
  for (const std::size_t chunk : kChunks) {
    MemorySource source(text);
    LineReader reader(source, chunk);
    CHECK(reader.position().byte == 3);
    for (const std::size_t end : {8UL, 9UL, 10 + long_line.size(), text.size()}) {
      reader.next();
      CHECK(reader.position().byte == end);
    }
  }
}

TEST_CASE("characters of old systems are replaced at their place", "[line_reader]") {
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

TEST_CASE("a part of the text is read again", "[line_reader]") {
  const sudoku::test::TemporaryFile file("one\rtwo\x1A");
  sudoku::PuzzleText source(file.path());
  std::string buffer(64, '\0');
  while (source.read(buffer) != 0) {
  }
  source.go_to(4, 7);
  std::string text;
  while (const std::size_t count = source.read(buffer)) text.append(buffer, 0, count);
  CHECK(text == "two");
}
