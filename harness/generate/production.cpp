#include "harness/generate/production.h"

#include <algorithm>
#include <memory>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "engines/registry.h"
#include "harness/ordered_pipeline.h"

namespace sudoku {
namespace {

namespace tbb = oneapi::tbb;

/// Puzzles that are dug in step: many, so that the engine has its lanes full, but several blocks
/// for each thread.
std::size_t block_size(PuzzleRange range, unsigned threads) {
  constexpr std::uint64_t kSmallest = 32;
  constexpr std::uint64_t kLargest = 1024;
  constexpr std::uint64_t kBlocksPerThread = 4;
  const std::uint64_t share = (range.end - range.first) / (kBlocksPerThread * threads);
  return std::clamp(share, kSmallest, kLargest);
}

}  // namespace

PuzzleRange shard_of(std::uint64_t count, std::uint64_t shard, std::uint64_t shard_count) {
  const std::uint64_t size = count / shard_count;
  const std::uint64_t longer = count % shard_count;  // the first so many have one more
  const auto begin = [&](std::uint64_t part) { return part * size + std::min(part, longer); };
  return {begin(shard), begin(shard + 1)};
}

bool produce(const GeneratePlan& plan, PuzzleRange range, unsigned threads,
             const std::atomic<bool>& stop, const std::function<void(const MadePuzzles&)>& sink) {
  const std::size_t size = block_size(range, threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Engine>> engines(
      [] { return resolve_engine("lanes")->make({}); });
  std::uint64_t next = range.first;
  struct Item {
    PuzzleRange block;
    MadePuzzles made;
  };
  const auto begin = [&](Item& item) {
    item.block = {next, std::min<std::uint64_t>(next + size, range.end)};
    next = item.block.end;
    return item.block.first != item.block.end && !stop.load();
  };
  const auto make = [&](Item& item) {
    const std::size_t count = item.block.end - item.block.first;
    item.made = make_puzzles(plan, item.block.first, count, *engines.local(), stop);
  };
  const auto hand_out = [&](const Item& item) {
    if (!stop.load()) sink(item.made);
  };
  const tbb::global_control thread_cap(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  run_in_order<Item>(arena, std::size_t{2} * threads, begin, make, hand_out);
  return !stop.load();
}

}  // namespace sudoku
