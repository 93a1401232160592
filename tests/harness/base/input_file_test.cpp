#include "harness/base/input_file.h"

#include <csignal>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "tests/catch.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::InputError;
using sudoku::InputFile;

namespace {

/// Returns the decompressed bytes of a file, read `piece` bytes at a time.
std::string contents(const std::string& path, std::size_t piece = 4096) {
  sudoku::TextSource source(path);
  std::string all;
  std::string buffer(piece, '\0');
  while (const std::size_t count = source.read(buffer)) all.append(buffer, 0, count);
  return all;
}

std::string error_of(std::string_view bytes) {
  const TemporaryFile file(bytes);
  try {
    contents(file.path());
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return {};
}

/// Returns compressible text that is longer than the buffers of the decompressors.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 100'003) + "\n";
  return text;
}

}  // namespace

TEST_CASE("a plain file is read unchanged", "[input_file]") {
  for (const std::string_view text : {"", "1", "123", "12345", "a\xFF\nb\r"}) {
    const TemporaryFile file(text);
    for (const std::size_t piece : {1, 3, 4096}) CHECK(contents(file.path(), piece) == text);
  }
}

TEST_CASE("gzip and Zstandard are detected by their first bytes", "[input_file]") {
  const std::string text = long_text();
  for (const std::size_t piece : {7, 4096, 1 << 20}) {
    CHECK(contents(TemporaryFile(gzip(text)).path(), piece) == text);
    CHECK(contents(TemporaryFile(zstd(text)).path(), piece) == text);
  }
  CHECK(contents(TemporaryFile(gzip("")).path()).empty());
  CHECK(contents(TemporaryFile(zstd("")).path()).empty());
}

TEST_CASE("a Zstandard frame without a checksum is read to its end", "[input_file]") {
  const std::string text = long_text();
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  for (const std::size_t piece : {7, 4096, 1 << 20}) {
    CHECK(contents(TemporaryFile(packed).path(), piece) == text);
  }
}

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
    std::string message;
    try {
      read_rest();
    } catch (const InputError& error) {
      message = error.what();
    }
    CHECK(message ==
          file.path() + ": changed while it was read: from 14 bytes to " + std::to_string(size));
  }
}

TEST_CASE("reading a complete range of a changed file is an error", "[input_file]") {
  const TemporaryFile file("one\ntwo\nthree\n");
  sudoku::TextSource source(file.path());
  source.go_to(0, 4);
  std::string buffer(64, '\0');
  REQUIRE(source.read(buffer) == 4);
  REQUIRE(::truncate(file.path().c_str(), 8) == 0);
  CHECK_THROWS_AS(source.read(buffer), InputError);
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

TEST_CASE("a text is read again from the file that was opened", "[input_file]") {
  for (const std::string& stored : {std::string("one two"), gzip("one two"), zstd("one two")}) {
    const TemporaryFile file(stored);
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

TEST_CASE("a text that is compressed twice is an error", "[input_file]") {
  for (const std::string& stored : {gzip(gzip("one two")), zstd(gzip("one two"))}) {
    const TemporaryFile file(stored);
    sudoku::TextSource source(file.path());
    std::string buffer(64, '\0');
    CHECK_THROWS_WITH(source.read(buffer),
                      file.path() + ": is compressed twice; decompress it once");
  }
}

TEST_CASE("concatenated members and frames are one text", "[input_file]") {
  CHECK(contents(TemporaryFile(gzip("one ") + gzip("") + gzip("two")).path()) == "one two");
  CHECK(contents(TemporaryFile(zstd("one ") + zstd("") + zstd("two")).path()) == "one two");
}

TEST_CASE("a skippable Zstandard frame at the start is skipped", "[input_file]") {
  const std::string skippable("\x50\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
  CHECK(contents(TemporaryFile(skippable + zstd("text")).path()) == "text");
}

TEST_CASE("truncated compressed data are an error at every length", "[input_file]") {
  const std::string zipped = gzip("some text of some length");
  for (std::size_t size = 2; size < zipped.size(); ++size) {
    CHECK(error_of(zipped.substr(0, size)) == ": the gzip data end too early");
  }
  const std::string packed = zstd("some text of some length");
  for (std::size_t size = 4; size < packed.size(); ++size) {
    CHECK(error_of(packed.substr(0, size)) == ": the Zstandard data end too early");
  }
}

TEST_CASE("damaged compressed data are an error", "[input_file]") {
  std::string zipped = gzip(long_text());
  zipped[zipped.size() - 6] ^= 1;  // in the checksum
  CHECK(error_of(zipped) == ": the gzip data are damaged: incorrect data check");
  CHECK_THAT(error_of(gzip("text") + "rest"), Catch::StartsWith(": the gzip data are damaged"));

  std::string packed = zstd(long_text());
  packed[packed.size() - 1] ^= 1;
  CHECK_THAT(error_of(packed), Catch::StartsWith(": the Zstandard data are damaged"));
  CHECK_THAT(error_of(zstd("text") + "rest"),
             Catch::StartsWith(": the Zstandard data are damaged"));
}

TEST_CASE("other compression formats are rejected by name", "[input_file]") {
  const std::string message = ": zip, bzip2 and xz are not supported; use gzip or Zstandard";
  CHECK(error_of("PK\x03\x04 and so on") == message);
  CHECK(error_of("BZh91AY&SY") == message);
  CHECK(error_of(std::string("\xFD"
                             "7zXZ\0",
                             6)) == message);
}

TEST_CASE("the error for an unreadable file states the reason", "[input_file]") {
  CHECK_THROWS_WITH(InputFile("/no/such/file"), "/no/such/file: No such file or directory");
  CHECK_THROWS_WITH(InputFile("/"), "/: Is a directory");
  CHECK_THROWS_WITH(InputFile(""), ": No such file or directory");
}

TEST_CASE("the error for a file without read permission says so", "[input_file]") {
  if (geteuid() == 0) return;  // root may read everything
  const TemporaryFile file("text");
  chmod(file.path().c_str(), 0);
  CHECK_THROWS_WITH(InputFile(file.path()), file.path() + ": Permission denied");
}

TEST_CASE("a failed read is not the end of the file", "[input_file]") {
  // The first page of a process's memory is never mapped.
  CHECK_THROWS_WITH(InputFile("/proc/self/mem"), "/proc/self/mem: Input/output error");
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

TEST_CASE("progress is counted in stored bytes", "[input_file]") {
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

TEST_CASE("standard input is read, decompressed and left open", "[input_file]") {
  const int saved = dup(STDIN_FILENO);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const std::string zipped = gzip("from a pipe");
  REQUIRE(write(ends[1], zipped.data(), zipped.size()) == static_cast<ssize_t>(zipped.size()));
  close(ends[1]);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);

  CHECK(contents("-") == "from a pipe");
  CHECK_FALSE(InputFile("-").byte_size().has_value());
  struct stat status {};
  CHECK(fstat(STDIN_FILENO, &status) == 0);

  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST_CASE("an interrupt ends the decompression of a single chunk", "[input_file]") {
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
