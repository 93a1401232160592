#include "harness/base/input_file.h"

#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::InputError;
using sudoku::InputFile;

TEST_CASE("a file that changes its size while it is read is an error", "[input_file]") {
  for (const off_t size : {4, 8, 100}) {
    const TemporaryFile file("one\ntwo\nthree\n");
    InputFile input(file.path());
    std::string buffer(8, '\0');
    REQUIRE(input.read(buffer) == 4);  // the bytes that identify the compression
    REQUIRE(::truncate(file.path().c_str(), size) == 0);
    const auto read_rest = [&] {
      while (input.read(buffer) != 0) {
      }
    };
    CHECK_THROWS_WITH(read_rest(), file.path() + ": changed while it was read: from 14 bytes to " +
                                       std::to_string(size));
  }
}

TEST_CASE("the digest of a file depends on its size and bytes", "[input_file]") {
  const auto digest = [](const std::string& text) {
    return InputFile(TemporaryFile(text).path()).digest();
  };
  const std::string large(1'000'000, 'x');
  CHECK(digest("") != digest("a"));
  CHECK(digest("ab") != digest("ac"));
  CHECK(digest(large) == digest(large));
  CHECK(digest(large) != digest(large + 'x'));
  std::string other_end = large;
  other_end.back() = 'y';
  CHECK(digest(other_end) != digest(large));
}

TEST_CASE("a digest keeps the read position and detects a change", "[input_file]") {
  const TemporaryFile file("one\ntwo\nthree\n");
  InputFile input(file.path());
  std::string buffer(6, '\0');
  REQUIRE(input.read(buffer) == 4);
  CHECK(input.digest() == InputFile(file.path()).digest());
  REQUIRE(input.read(buffer) == 6);
  CHECK(buffer == "two\nth");
  REQUIRE(::truncate(file.path().c_str(), 8) == 0);
  CHECK_THROWS_AS(input.digest(), InputError);
}

TEST_CASE("a text in memory is read like a file", "[input_file]") {
  InputFile input({"a name", "one\ntwo\n"});
  CHECK(input.path() == "a name");
  CHECK(input.byte_size() == 8);
  CHECK(input.magic() == "one\n");
  for (int i = 0; i < 2; ++i) {
    std::string text(8, ' ');
    std::size_t filled = 0;
    while (filled < text.size()) filled += input.read(std::span(text).subspan(filled));
    CHECK(text == "one\ntwo\n");
    input.seek(0);
  }
  std::string rest(1, ' ');
  CHECK(InputFile({"empty", ""}).read(rest) == 0);
}

TEST_CASE("the error for an unreadable file states the reason", "[input_file]") {
  CHECK_THROWS_WITH(InputFile("/no/such/file"), "/no/such/file: No such file or directory");
  CHECK_THROWS_WITH(InputFile("/"), "/: Is a directory");
  CHECK_THROWS_WITH(InputFile(""), ": No such file or directory");
  // The first page of a process's memory is never mapped. A failed read is not the end of the file.
  CHECK_THROWS_WITH(InputFile("/proc/self/mem"), "/proc/self/mem: Input/output error");
  if (geteuid() == 0) return;  // root may read everything
  const TemporaryFile file("text");
  chmod(file.path().c_str(), 0);
  CHECK_THROWS_WITH(InputFile(file.path()), file.path() + ": Permission denied");
}

TEST_CASE("a whole file must be regular and at most 64 MiB", "[input_file]") {
  const TemporaryFile file("text");
  CHECK(sudoku::read_whole(file.path()) == "text");
  REQUIRE(::truncate(file.path().c_str(), (64 << 20) + 1) == 0);
  CHECK_THROWS_WITH(sudoku::read_whole(file.path()), file.path() + ": is larger than 64 MiB");
  REQUIRE(::unlink(file.path().c_str()) == 0);
  REQUIRE(::mkfifo(file.path().c_str(), 0600) == 0);
  CHECK_THROWS_WITH(sudoku::read_whole(file.path()), file.path() + ": is not a regular file");
  CHECK_THROWS_WITH(sudoku::read_whole("/"), "/: Is a directory");
}
