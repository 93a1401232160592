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

/// Counts the puzzles of a block with one engine.
void count_block(const CountPlan& plan, const SolveLimits& limits, Engine& engine,
                 CountedBlock& counted) {
  PuzzleBlock& block = counted.sample.block;
  block.digest = puzzles_digest(block.puzzles);
  counted.sample.engines.resize(1);
  EngineSample& sample = counted.sample.engines.front();
  sample.results.resize(block.puzzles.size());
  sample.puzzle_ns.assign(block.puzzles.size(), EngineSample::kNotTimed);
  sample.solutions = BoardList(block.puzzles.shape());
  if (!block.expectations.empty()) sample.solutions.resize(block.puzzles.size());
  const auto begin = std::chrono::steady_clock::now();
  engine.solve(block.puzzles, limits, sample.answers(), nullptr);
  sample.wall_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  counted.is_stopped = has_stopped(sample);
  // Guesses can depend on the other puzzles of a block, whose size depends on times.
  for (SolveResult& result : sample.results) result.has_guesses = false;
  for (std::size_t i = 0; i < block.expectations.size(); ++i) {
    std::string what = find_unexpected(block.expectations[i], sample.results[i],
                                       sample.solutions[i], limits.max_solutions);
    if (!what.empty()) {
      counted.sample.faults.push_back({FaultKind::wrong, 0, i, std::move(what)});
    }
  }
  counted.rows = block_rows(counted.sample, plan.names);
  if (plan.per_puzzle) counted.puzzle_rows = puzzle_csv(counted.sample, plan.names);
}

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
  Workers<std::unique_ptr<Engine>> workers(plan.threads,
                                           [&] { return make_counting_engine(*plan.engine); });
  BlockSizer sizer;
  std::uint64_t puzzles = plan.first_puzzle;  // before the next block
  std::atomic<unsigned> pending_blocks{0};
  bool is_read = false;  // the dataset, to its end
  bool is_stopped = false;
  const auto read = [&](CountedBlock& item) {
    if (plan.limits.is_stop_requested()) return false;
    PuzzleBlock& block = item.sample.block;
    const bool has_read = reader.read(block, sizer.size());
    // After a stop, the reader's data may end within a line.
    if (plan.limits.is_stop_requested()) return false;
    is_read = !has_read;
    block.first_index = std::exchange(puzzles, puzzles + block.puzzles.size());
    item.end_byte = reader.position().byte;
    item.stored_bytes = reader.stored_bytes_before_next();
    return has_read;
  };
  const auto count = [&](CountedBlock& item, const std::unique_ptr<Engine>& engine) {
    // If fewer blocks than threads are pending, each engine call may use several threads.
    SolveLimits limits = plan.limits;
    limits.threads = std::max(plan.threads / ++pending_blocks, 1U);
    count_block(plan, limits, *engine, item);
    --pending_blocks;
    sizer.note(item.sample.block.puzzles.size(), item.sample.engines.front().wall_ns);
  };
  // Passes blocks on until one is incomplete.
  const auto pass_on = [&](const CountedBlock& item) {
    is_stopped |= item.is_stopped;
    if (!is_stopped) on_block(item);
  };
  workers.run<CountedBlock>(read, count, pass_on);
  return is_read && !is_stopped;
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
