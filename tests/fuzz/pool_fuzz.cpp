// Reads arbitrary bytes as a pool of hard puzzles.

#include "harness/generate/hard_search.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

/// A pool that was read is written and read back unchanged.
void check(std::string_view json, fuzz::Digests digests) {
  static const fuzz::ScratchDirectory directory;
  directory.write("pool.json", fuzz::prepared(json, digests));
  std::optional<PoolFile> file;
  if (!fuzz::accepts([&] { file = read_pool(directory.path() / "pool.json"); })) return;
  fuzz::require(file.has_value());
  const auto again = directory.path() / "again.json";
  write_pool(again, file->plan, file->pool);
  const std::string text = fuzz::read_file(again);
  const PoolFile same = read_pool(again).value();
  write_pool(again, same.plan, same.pool);
  fuzz::require(fuzz::read_file(again) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
