#include "harness/output_file.h"

#include <csignal>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "harness/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// As long as it lives, no file of this process may grow beyond a size.
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

TEST_CASE("rows are in the file once they have been appended", "[output_file]") {
  const TemporaryDirectory directory;
  AppendFile file(directory / "rows.csv");
  CHECK(read_file(directory / "rows.csv").empty());
  file.append("a,b\n");
  CHECK(read_file(directory / "rows.csv") == "a,b\n");
  file.append("1,2\n3,4\n");
  file.append("");
  CHECK(read_file(directory / "rows.csv") == "a,b\n1,2\n3,4\n");
}

TEST_CASE("an old file is emptied", "[output_file]") {
  const TemporaryDirectory directory;
  write_file(directory / "rows.csv", "old\n");
  const AppendFile file(directory / "rows.csv");
  CHECK(read_file(directory / "rows.csv").empty());
}

TEST_CASE("a file that cannot be created is an output error with its path", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "missing/rows.csv";
  CHECK(message_of<OutputError>([&] { AppendFile{path}; }) ==
        path.string() + ": No such file or directory");
  CHECK(message_of<OutputError>([&] { AppendFile{directory.path()}; }) ==
        directory.path().string() + ": Is a directory");
}

TEST_CASE("rows that do not fit leave whole rows only", "[output_file]") {
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

TEST_CASE("a full device is an output error", "[output_file]") {
  AppendFile file("/dev/full");
  CHECK(message_of<OutputError>([&] { file.append("row\n"); }) ==
        "/dev/full: No space left on device");
}

TEST_CASE("a file is replaced and no temporary is left", "[output_file]") {
  const TemporaryDirectory directory;
  replace_file(directory / "summary.csv", "first\n");
  replace_file(directory / "summary.csv", "second\n");
  CHECK(read_file(directory / "summary.csv") == "second\n");
  CHECK(directory.names() == std::vector<std::string>{"summary.csv"});
}

TEST_CASE("a replacement that does not fit leaves the old file", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "summary.csv";
  replace_file(path, "old\n");
  std::string message;
  {
    const FileSizeLimit limit(10);
    message = message_of<OutputError>([&] { replace_file(path, std::string(11, 'x')); });
  }
  CHECK(message == path.string() + ": File too large");
  CHECK(read_file(path) == "old\n");
  CHECK(directory.names() == std::vector<std::string>{"summary.csv"});
}

TEST_CASE("what cannot be replaced leaves no temporary", "[output_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "summary.csv";
  std::filesystem::create_directory(path);
  CHECK(message_of<OutputError>([&] { replace_file(path, "rows\n"); }) ==
        path.string() + ": Is a directory");
  CHECK(directory.names() == std::vector<std::string>{"summary.csv"});
  CHECK_THROWS_AS(replace_file(directory / "missing/summary.csv", "rows\n"), OutputError);
}

TEST_CASE("a file is gone on with behind what is kept", "[output_file]") {
  const TemporaryDirectory directory;
  write_file(directory / "rows.csv", "a\nb\ntorn");
  AppendFile(directory / "rows.csv", 4).append("c\n");
  CHECK(read_file(directory / "rows.csv") == "a\nb\nc\n");
  CHECK_THROWS_AS(AppendFile(directory / "missing.csv", 0), OutputError);
}

TEST_CASE("a pending file takes its place once it is complete", "[output_file]") {
  const TemporaryDirectory directory;
  write_file(directory / "puzzles.txt", "old");
  {
    PendingFile file(directory / "puzzles.txt");
    file.append("a\n");
    file.append("b\n");
    CHECK(read_file(directory / "puzzles.txt") == "old");
    file.complete();
  }
  CHECK(read_file(directory / "puzzles.txt") == "a\nb\n");
  CHECK(directory.names() == std::vector<std::string>{"puzzles.txt"});
}

TEST_CASE("a pending file that is not completed goes away", "[output_file]") {
  const TemporaryDirectory directory;
  { PendingFile(directory / "puzzles.txt").append("a\n"); }
  CHECK(directory.names().empty());
}

}  // namespace sudoku
