#include "harness/generate/production.h"

#include <algorithm>
#include <memory>

#include "harness/base/workers.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Puzzles that are dug in step: many, so that an engine of lanes has them full, but several blocks
/// for each thread.
std::size_t block_size(const Shape& shape, IndexRange range, unsigned threads) {
  const std::uint64_t smallest = shape == k9x9 ? 32 : 1;
  constexpr std::uint64_t kLargest = 1024;
  constexpr std::uint64_t kBlocksPerThread = 4;
  const std::uint64_t share = (range.end - range.first) / (kBlocksPerThread * threads);
  return std::clamp(share, smallest, kLargest);
}

}  // namespace

bool produce(const GeneratePlan& plan, IndexRange range, unsigned threads,
             const std::atomic<bool>& stop, const std::function<void(const MadePuzzles&)>& sink) {
  const std::size_t size = block_size(plan.shape, range, threads);
  Workers<std::unique_ptr<Engine>> workers(
      threads, [&plan] { return uniqueness_engine(plan.shape).make({}); });
  std::uint64_t next = range.first;
  struct Item {
    IndexRange block;
    MadePuzzles made;
  };
  const auto begin = [&](Item& item) {
    item.block = {next, std::min<std::uint64_t>(next + size, range.end)};
    next = item.block.end;
    return item.block.first != item.block.end && !stop.load();
  };
  const auto make = [&](Item& item, const std::unique_ptr<Engine>& engine) {
    const std::size_t count = item.block.end - item.block.first;
    item.made = make_puzzles(plan, item.block.first, count, *engine, stop);
  };
  const auto hand_out = [&](const Item& item) {
    if (!stop.load()) sink(item.made);
  };
  workers.run<Item>(begin, make, hand_out);
  return !stop.load();
}

}  // namespace sudoku
