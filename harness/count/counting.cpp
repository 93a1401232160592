#include "harness/count/counting.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

#include "engines/random.h"
#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/count/counting_engine.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/solving.h"
#include "harness/results/row_columns.h"

namespace sudoku {
namespace {

class Counting {
 public:
  using OnBlock = std::function<void(const CountedBlock&)>;

  Counting(const CountPlan& plan, DatasetReader& reader, const OnBlock& on_block)
      : plan_(plan),
        reader_(reader),
        on_block_(on_block),
        puzzles_(plan.first_puzzle),
        workers_(plan.threads, [&plan] { return make_counting_engine(*plan.engine); }) {}

  bool run() {
    workers_.run<CountedBlock>(
        [this](CountedBlock& item) { return read(item); },
        [this](CountedBlock& item, const std::unique_ptr<Engine>& engine) { count(item, *engine); },
        [this](const CountedBlock& item) { add(item); });
    return is_read_ && !is_stopped_;
  }

 private:
  bool read(CountedBlock& item) {
    if (plan_.limits.is_stop_requested()) return false;
    PuzzleBlock& block = item.sample.block;
    const bool has_read = reader_.read(block, sizer_.size());
    // After a stop, the reader's data may end within a line.
    if (plan_.limits.is_stop_requested()) return false;
    is_read_ = !has_read;
    block.first_index = std::exchange(puzzles_, puzzles_ + block.puzzles.size());
    item.end_byte = reader_.position().byte;
    item.bytes_read = reader_.file().bytes_read();
    return has_read;
  }

  void count(CountedBlock& item, Engine& engine) {
    PuzzleBlock& block = item.sample.block;
    block.digest = puzzles_digest(block.puzzles);
    item.sample.engines.resize(1);
    EngineSample& sample = item.sample.engines.front();
    sample.results.resize(block.puzzles.size());
    sample.puzzle_ns.assign(block.puzzles.size(), EngineSample::kNotTimed);
    sample.solutions = BoardList(block.puzzles.shape());
    if (!block.expectations.empty()) sample.solutions.resize(block.puzzles.size());
    // If fewer blocks than threads are pending, each engine call may use several threads.
    SolveLimits limits = plan_.limits;
    limits.threads = std::max(plan_.threads / ++pending_blocks_, 1U);
    const auto begin = std::chrono::steady_clock::now();
    engine.solve(block.puzzles, limits, sample.answers(), nullptr);
    sample.wall_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    --pending_blocks_;
    sizer_.note(block.puzzles.size(), sample.wall_ns);
    item.is_stopped = has_stopped(sample);
    // Guesses can depend on the other puzzles of a block, whose size depends on times.
    for (SolveResult& result : sample.results) result.has_guesses = false;
    find_faults(item.sample);
    item.rows = block_rows(item.sample, plan_.names);
    if (plan_.per_puzzle) item.puzzle_rows = puzzle_csv(item.sample, plan_.names);
  }

  void find_faults(BlockSample& sample) const {
    const EngineSample& engine = sample.engines.front();
    for (std::size_t i = 0; i < sample.block.expectations.size(); ++i) {
      std::string what = find_unexpected(sample.block.expectations[i], engine.results[i],
                                         engine.solutions[i], plan_.limits.max_solutions);
      if (!what.empty()) sample.faults.push_back({FaultKind::wrong, 0, i, std::move(what)});
    }
  }

  /// Passes blocks on, in order, until one is incomplete.
  void add(const CountedBlock& item) {
    is_stopped_ |= item.is_stopped;
    if (!is_stopped_) on_block_(item);
  }

  const CountPlan& plan_;
  DatasetReader& reader_;
  const OnBlock& on_block_;
  std::uint64_t puzzles_;  // before the next block
  std::atomic<unsigned> pending_blocks_{0};
  BlockSizer sizer_;
  bool is_read_ = false;  // to the end
  bool is_stopped_ = false;
  Workers<std::unique_ptr<Engine>> workers_;
};

/// Returns whether the counts contradict each other. An incomplete count is a lower bound.
bool differ(const SolveResult& a, const SolveResult& b) {
  return (is_solved(a) && b.solutions > a.solutions) || (is_solved(b) && a.solutions > b.solutions);
}

}  // namespace

void CountedBlock::clear() {
  PuzzleBlock& block = sample.block;
  block.puzzles.clear();
  block.lines.clear();
  sample.faults.clear();
  puzzle_rows.clear();
  is_stopped = false;
}

bool count_puzzles(const CountPlan& plan, DatasetReader& reader,
                   const std::function<void(const CountedBlock&)>& on_block) {
  return Counting(plan, reader, on_block).run();
}

void CountSample::add(const PuzzleBlock& block, std::span<const SolveResult> results) {
  if (size_ == 0) return;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::uint64_t line = block.lines[i];
    const std::pair key{Random(seed_ ^ puzzle_hash(block.puzzles[i])).next(), line};
    if (entries_.size() == size_ && key > entries_.rbegin()->first) continue;
    entries_.emplace(key, Entry{line, block.puzzles[i], results[i]});
    if (entries_.size() > size_) entries_.erase(std::prev(entries_.end()));
  }
}

std::vector<CountSample::Entry> CountSample::entries() const {
  std::vector<Entry> entries;
  for (const auto& [key, entry] : entries_) entries.push_back(entry);
  std::ranges::sort(entries, {}, &Entry::line);
  return entries;
}

Recount count_again(const std::vector<CountSample::Entry>& sample, const EngineInfo& engine,
                    const SolveLimits& limits, unsigned threads) {
  struct Item {
    const CountSample::Entry* entry = nullptr;
    SolveResult result;
  };
  Workers<std::unique_ptr<Engine>> workers(threads, [&] { return make_counting_engine(engine); });
  Recount recount;
  auto next = sample.begin();
  const auto take = [&](Item& item) {
    if (next == sample.end()) return false;
    item.entry = &*next++;
    return true;
  };
  const auto count = [&](Item& item, const std::unique_ptr<Engine>& own) {
    item.result = solve_block(*own, Board(item.entry->puzzle), limits).front();
  };
  const auto compare = [&](const Item& item) {
    const bool is_decided = is_solved(item.entry->result) && is_solved(item.result);
    ++(is_decided ? recount.checked : recount.undecided);
    if (!differ(item.entry->result, item.result)) return;
    recount.differences.push_back({*item.entry, item.result.solutions});
  };
  workers.run<Item>(take, count, compare);
  return recount;
}

}  // namespace sudoku
