// Compares two arbitrary result directories, and shows the first in all forms.

#include "harness/commands/command.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

constexpr std::string_view kNames[] = {"a/summary.csv",  "a/runs.csv",    "a/blocks.csv",
                                       "a/context.json", "b/summary.csv", "b/runs.csv",
                                       "b/blocks.csv",   "b/context.json"};

void check(std::string_view archive, fuzz::Digests digests) {
  static const fuzz::ScratchDirectory directory;
  fuzz::unpack_results(directory, archive, kNames, digests);
  const std::string first = (directory.path() / "a").string();
  const std::string second = (directory.path() / "b").string();
  for (const std::vector<std::string>& arguments :
       {std::vector{std::string("compare"), first, second},
        {"show", first},
        {"show", first, "--to", "markdown"},
        {"show", first, "--to", "latex"},
        {"show", first, "--to", "csv"},
        {"show", first, "--to", "json"}}) {
    const Job job = parse_command_line(arguments);
    fuzz::accepts([&] { job(arguments); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
