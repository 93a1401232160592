// Compares two arbitrary result directories.

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
  const std::vector<std::string> arguments = {"compare", (directory.path() / "a").string(),
                                              (directory.path() / "b").string()};
  const Job job = parse_command_line(arguments);
  fuzz::accepts([&] { job(arguments); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
