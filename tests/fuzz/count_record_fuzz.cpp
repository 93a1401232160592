// Reads arbitrary rows of counts.csv, unchanged and with corrected digests.

#include "harness/count/count_record.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

/// A record that was read is written and read back unchanged.
void check(std::string_view csv, fuzz::Digests digests) {
  const fuzz::MemoryFile file(fuzz::prepared(csv, digests));
  StoredRecord stored;
  if (!fuzz::accepts([&] { stored = read_last_record(file.path()); })) return;
  const std::string row = to_csv(stored.record);
  const fuzz::MemoryFile again(counts_header() + row);
  fuzz::require(to_csv(read_last_record(again.path()).record) == row);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
