// Resumes a count from an arbitrary checkpoint.

#include "harness/commands/command.h"
#include "harness/count/checkpoint.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

ExitCode go_on(const std::string& directory) {
  const std::vector<std::string> arguments = {
      "count",    SUDOKU_FUZZ_PUZZLES, "--checkpoint", directory,
      "--resume", "--engine",          "bitmask",      "--threads",
      "1",        "--progress",        "none"};
  return parse_command_line(arguments)(arguments);
}

void check(std::string_view csv, fuzz::Digests digests) {
  const std::string checkpoint = fuzz::prepared(csv, digests);
  static const fuzz::ScratchDirectory directory;
  directory.clear();
  directory.write("checkpoint.csv", checkpoint);
  std::optional<StoredRecord> stored;
  const bool is_whole = fuzz::accepts([&] { stored = Checkpoint::load(directory.path()); });
  // A reader removes only an incomplete row.
  const std::string kept = fuzz::read_file(Checkpoint::path_in(directory.path()));
  fuzz::require(checkpoint.starts_with(kept) && kept.size() >= checkpoint.rfind('\n') + 1);
  if (is_whole) fuzz::accepts([] { go_on(directory.path().string()); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
