#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "harness/base/system.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Returns the script that writes the page: the installed one, or else the one in the source tree.
/// Throws UsageError if there is none.
fs::path find_script() {
  std::error_code error;
  const fs::path installed =
      (program_path().parent_path() / SUDOKU_INSTALLED_REPORT).lexically_normal();
  for (const fs::path& script : {installed, fs::path(SUDOKU_SOURCE_REPORT)}) {
    if (fs::exists(script, error)) return script;
  }
  throw UsageError(fmt::format(
      "the script of the report is missing: {}. Install sudoku-bench again", installed.string()));
}

/// Replaces this process by the script. Returns only by an exception.
[[noreturn]] void start(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setenv("SUDOKU_BENCH", program_path().c_str(), 1);  // the script asks this program for speedups
  ::execv(arguments.front(), arguments.data());
  if (errno == ENOENT) {
    throw UsageError("report needs Python. On Debian: apt-get install python3");
  }
  throw std::system_error(errno, std::generic_category(), words.front());
}

std::vector<std::string> words_of(const OptionValues& values) {
  std::vector<std::string> words;
  for (const char* name : {"out", "baseline"}) {
    if (values.has(name)) words.push_back(fmt::format("--{}={}", name, values.text(name)));
  }
  for (const std::string& directory : values.list("scaling")) {
    words.push_back("--scaling=" + directory);
  }
  words.push_back("--");
  words.push_back(values.list(kArgument).front());
  return words;
}

}  // namespace

OptionTable report_option_table() {
  return OptionTable("sudoku-bench report DIR [--out FILE]",
                     "Writes saved results of bench or count as an HTML page with pictures. The\n"
                     "page needs no network. The command needs Python and some of its libraries,\n"
                     "and names the Debian package of a missing one.")
      .value("out,o", "FILE", "output file (report.html in DIR)")
      .value("baseline", "ID", "engine to compare the others with (the fastest of each dataset)")
      .list("scaling", "DIR",
            "results of the same run with another number of threads, for a picture of the "
            "scaling; may be repeated");
}

Job prepare_report(const OptionValues& values) {
  if (values.list(kArgument).size() != 1) throw UsageError("report needs one directory of results");
  return [words = words_of(values)](auto) -> ExitCode {
    std::vector<std::string> all = {find_script().string()};
    all.insert(all.end(), words.begin(), words.end());
    start(std::move(all));
  };
}

}  // namespace sudoku
