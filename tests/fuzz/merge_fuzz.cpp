// Merges two arbitrary shards of `count` or of `bench`.

#include "harness/commands/command.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

constexpr std::string_view kNames[] = {"a/counts.csv",  "b/counts.csv",   "a/puzzles.csv",
                                       "b/puzzles.csv", "a/context.json", "b/context.json",
                                       "a/summary.csv", "b/summary.csv",  "a/runs.csv",
                                       "b/runs.csv",    "a/blocks.csv",   "b/blocks.csv"};

/// Merges two shards. Returns whether they were accepted.
bool merge(const std::filesystem::path& shards, const std::filesystem::path& out) {
  const std::vector<std::string> arguments = {"merge", shards / "a", shards / "b",
                                              "--out", out,          "--force"};
  const Job job = parse_command_line(arguments);
  return fuzz::accepts([&] { job(arguments); });
}

void check(std::string_view archive, fuzz::Digests digests) {
  static const fuzz::ScratchDirectory directory;
  fuzz::unpack_results(directory, archive, kNames, digests);
  const auto out = directory.path() / "out";
  // Earlier results must be unchanged or completely replaced.
  directory.write("out/context.json", "old");
  const bool is_whole = merge(directory.path(), out);
  fuzz::require((fuzz::read_file(out / "context.json") == "old") != is_whole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
