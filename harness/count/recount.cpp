#include "harness/count/recount.h"

#include <algorithm>
#include <utility>

#include "engines/random.h"
#include "harness/base/workers.h"
#include "harness/count/counting_engine.h"
#include "harness/count/puzzle_counts.h"
#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

bool has_smaller_key(const CountSample::Entry& a, const CountSample::Entry& b) {
  return std::pair(a.key, a.line) < std::pair(b.key, b.line);
}

/// Returns whether the counts contradict each other. An incomplete count is a lower bound.
bool differ(const SolveResult& result, const SolveResult& other) {
  if (is_answered(result) && is_answered(other)) return result.solutions != other.solutions;
  if (is_answered(result)) return other.solutions > result.solutions;
  return is_answered(other) && result.solutions > other.solutions;
}

}  // namespace

void CountSample::add(const PuzzleBlock& block, std::span<const SolveResult> results) {
  if (size_ == 0) return;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::uint64_t key = Random(seed_ ^ puzzle_hash(block.puzzles[i])).next();
    Entry entry{key, block.lines[i], {}, results[i]};
    if (entries_.size() == size_) {
      if (!has_smaller_key(entry, entries_.front())) continue;
      std::pop_heap(entries_.begin(), entries_.end(), has_smaller_key);
      entries_.pop_back();
    }
    entry.puzzle.push_back(block.puzzles[i]);
    entries_.push_back(std::move(entry));
    std::push_heap(entries_.begin(), entries_.end(), has_smaller_key);
  }
}

std::vector<CountSample::Entry> CountSample::take() {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.line < b.line; });
  return std::exchange(entries_, {});
}

Recount count_again(const std::vector<CountSample::Entry>& sample, const EngineInfo& engine,
                    const SolveLimits& limits, unsigned threads) {
  struct Item {
    std::size_t index = 0;
    SolveResult result;
  };
  Workers<std::unique_ptr<Engine>> workers(threads,
                                           [&engine] { return make_counting_engine(engine); });
  Recount recount;
  std::size_t next = 0;
  workers.run<Item>(
      [&](Item& item) { return (item.index = next++) < sample.size(); },
      [&](Item& item, const std::unique_ptr<Engine>& own) {
        own->solve(sample[item.index].puzzle, limits, {{&item.result, 1}, {}}, nullptr);
      },
      [&](const Item& item) {
        const CountSample::Entry& entry = sample[item.index];
        const bool is_decided = is_answered(entry.result) && is_answered(item.result);
        ++(is_decided ? recount.checked : recount.undecided);
        if (differ(entry.result, item.result)) {
          recount.differences.push_back({entry, item.result.solutions});
        }
      });
  return recount;
}

}  // namespace sudoku
