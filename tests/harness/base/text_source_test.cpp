#include "harness/base/text_source.h"

#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/catch.h"
#include "tests/harness/base/read_text_source.h"
#include "tests/harness/dataset/compress.h"

using namespace sudoku::test;
using sudoku::InputError;

TEST_CASE("a plain file is read unchanged", "[text_source]") {
  for (const std::string_view text : {"", "1", "123", "12345", "a\xFF\nb\r"}) {
    const TemporaryFile file(text);
    for (const std::size_t piece : {1, 3, 4096}) CHECK(contents(file.path(), piece) == text);
  }
}

TEST_CASE("reading a complete range of a changed file is an error", "[text_source]") {
  const TemporaryFile file("one\ntwo\nthree\n");
  sudoku::TextSource source(file.path());
  source.go_to(0, 4);
  std::string buffer(64, '\0');
  REQUIRE(source.read(buffer) == 4);
  REQUIRE(::truncate(file.path().c_str(), 8) == 0);
  CHECK_THROWS_AS(source.read(buffer), InputError);
}

TEST_CASE(
    "compressed text is read again from the file that was opened, but not if compressed twice",
    "[text_source]") {
  for (const auto compress : {gzip, zstd, xz, bzip2}) {
    const std::string packed = compress("one two");
    CHECK(error_of(compress(packed)) == ": is compressed twice; decompress it once");
    const TemporaryFile file(packed);
    sudoku::TextSource source(file.path());
    REQUIRE(::unlink(file.path().c_str()) == 0);
    std::string buffer(3, '\0');
    for (int i = 0; i < 2; ++i) {
      source.go_to(4, 7);
      REQUIRE(source.read(buffer) == 3);
      CHECK(buffer == "two");
    }
  }
}

TEST_CASE("progress is counted in stored bytes", "[text_source]") {
  const std::string zipped = gzip(long_text());
  const TemporaryFile temporary(zipped);
  sudoku::TextSource source(temporary.path());
  CHECK(source.file().byte_size() == zipped.size());
  CHECK(source.file().bytes_read() == 4);
  std::string buffer(1 << 20, '\0');
  while (source.read(buffer) != 0) {
  }
  CHECK(source.file().bytes_read() == zipped.size());
}

TEST_CASE("standard input is read, decompressed and left open", "[text_source]") {
  const int saved = dup(STDIN_FILENO);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const std::string zipped = gzip("from a pipe");
  REQUIRE(write(ends[1], zipped.data(), zipped.size()) == static_cast<ssize_t>(zipped.size()));
  close(ends[1]);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);

  CHECK(contents("-") == "from a pipe");
  CHECK_FALSE(sudoku::InputFile("-").byte_size().has_value());
  struct stat status {};
  CHECK(fstat(STDIN_FILENO, &status) == 0);

  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST_CASE("the error for a file that is not text says what it is", "[text_source]") {
  using namespace std::string_view_literals;
  const std::string utf16 = ": is UTF-16 text; convert it with iconv -f UTF-16";
  const std::pair<std::string_view, std::string> files[] = {
      {"PAR1 and so on", ": is a Parquet file; save the table as CSV"},
      {"SQLite format 3", ": is a SQLite database; export the puzzles as CSV"},
      {"%PDF-1.7", ": is a PDF document; copy its puzzles to a text file"},
      {"7z\xBC\xAF\x27\x1C", ": is a 7z archive; extract the file with the puzzles"},
      {"\xFF\xFE\65\0\63\0"sv, utf16 + " -t UTF-8"},
      {"\xFE\xFF\0\65"sv, utf16 + " -t UTF-8"},
      {"\65\0\63\0.\0.\0"sv, utf16 + "LE -t UTF-8"},
      {"\0\65\0\63\0.\0."sv, utf16 + "BE -t UTF-8"},
      {"\xFF\xFE\0\0\65\0\0\0"sv, ": is UTF-32 text; convert it with iconv -f UTF-32 -t UTF-8"}};
  for (const auto& [bytes, error] : files) CHECK(error_of(bytes) == error);
}

TEST_CASE("an interrupt ends the decompression of a single chunk", "[text_source]") {
  const TemporaryFile file(zstd(std::string(1'000'000, '\n')));
  constexpr int kInterrupted = 7;
  // In a child process, because the interrupt is for the whole process.
  const pid_t child = ::fork();
  if (child == 0) {
    sudoku::watch_interrupts();
    sudoku::TextSource source(file.path());
    std::string buffer(4096, '\0');
    source.read(buffer);
    std::raise(SIGTERM);
    try {
      source.read(buffer);
    } catch (const sudoku::Interrupted&) {
      ::_exit(kInterrupted);
    }
    ::_exit(0);
  }
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == kInterrupted));
}
