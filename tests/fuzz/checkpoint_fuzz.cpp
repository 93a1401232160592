// Resumes a count from an arbitrary checkpoint.

#include "harness/commands/command.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

constexpr std::string_view kNames[] = {"checkpoint/context.json", "checkpoint/blocks.csv",
                                       "checkpoint/puzzles.csv", "checkpoint/progress.csv"};

void check(std::string_view archive, fuzz::Digests digests) {
  static const fuzz::ScratchDirectory directory;
  fuzz::unpack_results(directory, archive, kNames, digests);
  const std::string path = directory.path().string();
  const std::vector<std::string> arguments = {
      "count",    SUDOKU_FUZZ_PUZZLES, "--per-puzzle", "--checkpoint", path,
      "--resume", "--engine",          "bitmask",      "--threads",    "1",
      "--out",    path + "/out",       "--progress",   "none"};
  const Job job = parse_command_line(arguments);
  fuzz::accepts([&] { job(arguments); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
