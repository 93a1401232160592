#include "harness/base/output_file.h"

#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Limits the size of files that this process writes while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_action_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_limit_);
    rlimit limit = old_limit_;
    limit.rlim_cur = bytes;
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) throw std::runtime_error("setrlimit");
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_action_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_action_)(int);
};

}  // namespace

TEST_CASE("appended rows are in the file at once, after the kept bytes", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "rows.csv";
  write_file(path, "old\n");
  AppendFile file(path);
  CHECK(read_file(path).empty());
  file.append("a,b\n");
  CHECK(read_file(path) == "a,b\n");
  file.append("1,2\n3,4\n");
  file.append("");
  CHECK(read_file(path) == "a,b\n1,2\n3,4\n");
  AppendFile(path, 4).append("c\n");
  CHECK(read_file(path) == "a,b\nc\n");
}

TEST_CASE("a file that cannot be written is an output error with its path", "[output_file]") {
  const TemporaryDirectory directory;
  const std::string path = directory / "missing/rows.csv";
  const std::string error = path + ": No such file or directory";
  CHECK_THROWS_WITH(AppendFile{path}, error);
  CHECK_THROWS_WITH(AppendFile(path, 0), error);
  CHECK_THROWS_WITH(AppendFile{directory.path()}, directory.path().string() + ": Is a directory");
  CHECK_THROWS_AS(AppendFile("/dev/full", 4), OutputError);  // cannot be cut
  AppendFile full("/dev/full");
  CHECK_THROWS_WITH(full.append("row\n"), "/dev/full: No space left on device");
}

TEST_CASE("rows that do not fit leave only whole rows", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "rows.csv";
  AppendFile file(path);
  std::string message;
  bool went_on = false;
  {
    const FileSizeLimit limit(10);
    file.append("1,2\n");
    message = message_of<OutputError>([&] { file.append("3,4\n5,6\n7,8\n"); });
    file.append("9\n");
    went_on = true;
  }
  CHECK(message == path.string() + ": File too large");
  CHECK(went_on);
  CHECK(read_file(path) == "1,2\n9\n");
}

TEST_CASE("a file is replaced or kept, and no temporary file is left", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / std::string(255, 'x');  // the longest name
  replace_file(path, "first\n");
  replace_file(path, "second\n");
  CHECK(read_file(path) == "second\n");
  std::string message;
  {
    const FileSizeLimit limit(10);
    message = message_of<OutputError>([&] { replace_file(path, std::string(11, 'x')); });
  }
  CHECK(message == path.string() + ": File too large");
  CHECK(read_file(path) == "second\n");
  std::filesystem::create_directory(directory / "folder");
  CHECK(message_of<OutputError>([&] { replace_file(directory / "folder", "rows\n"); }) ==
        (directory / "folder").string() + ": Is a directory");
  CHECK(directory.names() == std::vector<std::string>{"folder", std::string(255, 'x')});
  CHECK_THROWS_AS(replace_file(directory / "missing/summary.csv", "rows\n"), OutputError);
}

TEST_CASE("pending files appear once they are complete, whatever their names", "[output_file]") {
  const TemporaryDirectory directory;
  write_file(directory / "puzzles.txt", "old");
  write_file(directory / "puzzles.txt.tmp", "mine");
  PendingFile one(directory / "puzzles.txt", OldOutput::replaced);
  PendingFile other(directory / "puzzles.txt", OldOutput::replaced);
  one.append("a\n");
  other.append("b\n");
  one.append("c\n");
  CHECK(read_file(directory / "puzzles.txt") == "old");
  other.complete();
  CHECK(read_file(directory / "puzzles.txt") == "b\n");
  one.complete();
  CHECK(read_file(directory / "puzzles.txt") == "a\nc\n");
  CHECK(read_file(directory / "puzzles.txt.tmp") == "mine");
  PendingFile(directory / "incomplete", OldOutput::refused).append("a\n");
  CHECK(directory.names() == std::vector<std::string>{"puzzles.txt", "puzzles.txt.tmp"});
}

TEST_CASE("an existing file is not replaced, even if it was created in the meantime",
          "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "puzzles.txt";
  {
    PendingFile file(path, OldOutput::refused);
    file.append("new\n");
    write_file(path, "old\n");
    const std::string message = message_of<OutputError>([&] { file.complete(); });
    const std::string name = message.substr(message.rfind(' ') + 1);
    CHECK(message.starts_with(path.string() + ": was created in the meantime"));
    CHECK(read_file(name) == "new\n");
  }
  CHECK(read_file(path) == "old\n");
  const auto refusal = path.string() + " already exists; use --force to replace it";
  CHECK(message_of<UsageError>([&] { PendingFile(path, OldOutput::refused); }) == refusal);
  CHECK(message_of<UsageError>([&] { refuse_old_output(path); }) == refusal);
  CHECK_NOTHROW(refuse_old_output(directory / "other.txt"));
}

TEST_CASE("an output keeps its mode, and links to it are followed", "[output_file]") {
  namespace fs = std::filesystem;
  const TemporaryDirectory directory;
  const auto path = directory / "puzzles.txt";
  write_file(path, "old\n");
  fs::permissions(path, fs::perms(0640));
  fs::create_symlink("puzzles.txt", directory / "link");
  fs::create_symlink(directory / "link", directory / "second");
  write_output(directory / "second", "new\n");
  CHECK(read_file(path) == "new\n");
  CHECK(fs::status(path).permissions() == fs::perms(0640));
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(fs::is_symlink(directory / "second"));
  fs::create_symlink("nothing", directory / "dangling");
  write_output(directory / "dangling", "new\n");
  CHECK(read_file(directory / "nothing") == "new\n");
  fs::create_symlink("loop", directory / "loop");
  CHECK_THROWS_AS(write_output(directory / "loop", "new\n"), OutputError);
}

TEST_CASE("a replaced file keeps its mode, and links are replaced", "[output_file]") {
  namespace fs = std::filesystem;
  const TemporaryDirectory directory;
  const auto path = directory / "rows.csv";
  write_file(path, "old\n");
  fs::permissions(path, fs::perms(0640));
  replace_file(path, "new\n");
  CHECK(fs::status(path).permissions() == fs::perms(0640));
  write_file(directory / "precious", "precious\n");
  for (const char* target : {"precious", "nothing", "link", "/dev/full"}) {
    fs::remove(directory / "link");
    fs::create_symlink(target, directory / "link");
    CHECK_THROWS_AS(AppendFile(directory / "link"), OutputError);
    CHECK_THROWS_AS(AppendFile(directory / "link", 0), OutputError);
    replace_file(directory / "link", "new\n");
    CHECK(fs::symlink_status(directory / "link").type() == fs::file_type::regular);
    CHECK(read_file(directory / "link") == "new\n");
  }
  CHECK(read_file(directory / "precious") == "precious\n");
  CHECK_FALSE(fs::exists(directory / "nothing"));
  REQUIRE(::mkfifo((directory / "fifo").c_str(), 0600) == 0);
  replace_file(directory / "fifo", "new\n");
  CHECK(read_file(directory / "fifo") == "new\n");
}

TEST_CASE("anything but a regular file is written directly", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "fifo";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  {
    PendingFile file(path, OldOutput::refused);
    CHECK(file.is_direct());
    file.append("row\n");
    file.complete();
  }
  char text[8] = {};
  CHECK(::read(reader, text, sizeof text) == 4);
  ::close(reader);
  CHECK(std::filesystem::is_fifo(path));
  CHECK_NOTHROW(write_output("/dev/null", "row\n"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(message_of<OutputError>([] { write_output("/dev/full", "row\n"); }) ==
        "/dev/full: No space left on device");
}

TEST_CASE("an open stream is continued", "[output_file]") {
  const TemporaryDirectory directory;
  const int stream = ::open((directory / "log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  REQUIRE(::write(stream, "first\n", 6) == 6);
  write_output("/dev/fd/" + std::to_string(stream), "second\n");
  ::close(stream);
  CHECK(read_file(directory / "log") == "first\nsecond\n");
}

TEST_CASE("a file is linked or copied", "[output_file]") {
  const TemporaryDirectory directory;
  write_file(directory / "a", "row\n");
  link_or_copy(directory / "a", directory / "b");
  CHECK(read_file(directory / "b") == "row\n");
  CHECK_THROWS_AS(link_or_copy(directory / "missing", directory / "c"), OutputError);
}

}  // namespace sudoku
