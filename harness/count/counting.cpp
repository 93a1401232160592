#include "harness/count/counting.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "engines/random.h"
#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/count/counting_engine.h"
#include "harness/count/puzzle_counts.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

std::int64_t process_cpu_ns() { return std::clock() * (1'000'000'000 / CLOCKS_PER_SEC); }

class Counting {
 public:
  using OnBlock = std::function<void(const CountedBlock&, const CountRecord&)>;

  Counting(const CountPlan& plan, DatasetReader& reader, std::uint64_t lines_before,
           CountRecord& record, const OnBlock& on_block)
      : plan_(plan),
        reader_(reader),
        lines_before_(lines_before),
        rejected_before_(record.totals.rejected),
        record_(record),
        on_block_(on_block),
        workers_(plan.threads, [&plan] { return make_counting_engine(*plan.engine); }) {}

  void run() {
    workers_.run<CountedBlock>(
        [this](CountedBlock& item) { return read(item); },
        [this](CountedBlock& item, const std::unique_ptr<Engine>& engine) { count(item, *engine); },
        [this](const CountedBlock& item) { add(item); });
    if (!is_read_ || is_stopped_) return;
    move_end(reader_.position(), reader_.rejected());
    record_.is_whole = true;
  }

 private:
  bool read(CountedBlock& item) {
    if (plan_.limits.is_stop_requested()) return false;
    const bool has_read = reader_.read(item.block, sizer_.size());
    // After a stop, the reader's data may end within a line.
    if (plan_.limits.is_stop_requested()) return false;
    is_read_ = !has_read;
    item.end = reader_.position();
    item.rejected = reader_.rejected();
    item.bytes_read = reader_.file().bytes_read();
    return has_read;
  }

  void count(CountedBlock& item, Engine& engine) {
    const BoardList& puzzles = item.block.puzzles;
    item.results.resize(puzzles.size());
    item.solutions = BoardList(puzzles.shape());
    if (!item.block.expectations.empty()) item.solutions.resize(puzzles.size());
    // If fewer blocks than threads are pending, each engine call may use several threads.
    SolveLimits limits = plan_.limits;
    limits.threads = std::max(plan_.threads / ++pending_blocks_, 1U);
    const auto begin = std::chrono::steady_clock::now();
    engine.solve(puzzles, limits, {item.results, item.solutions.cells()}, nullptr);
    item.wall_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    --pending_blocks_;
    sizer_.note(puzzles.size(), item.wall_ns);
    item.is_stopped = std::ranges::find(item.results, Outcome::stopped, &SolveResult::outcome) !=
                      item.results.end();
    add_to_totals(item);
    if (plan_.per_puzzle) item.rows = puzzle_counts_rows(item.block, item.results, item.totals);
  }

  void add_to_totals(CountedBlock& item) const {
    for (std::size_t i = 0; i < item.results.size(); ++i) {
      const SolveResult& result = item.results[i];
      const auto count = is_solved(result) ? std::optional(result.solutions) : std::nullopt;
      item.totals.add(item.block.puzzles[i], count, result.outcome == Outcome::solution_limit);
      if (item.block.expectations.empty()) continue;
      std::string what = find_unexpected(item.block.expectations[i], result, item.solutions[i],
                                         plan_.limits.max_solutions);
      if (!what.empty()) item.unexpected.push_back({{item.block.lines[i], 0}, std::move(what)});
    }
    item.totals.mismatches = item.unexpected.size();
  }

  /// Records complete blocks up to the first incomplete one.
  void add(const CountedBlock& item) {
    is_stopped_ |= item.is_stopped;
    if (is_stopped_) return;
    record_.totals += item.totals;
    record_.cost.wall_ns += item.wall_ns;
    const std::int64_t cpu_ns = process_cpu_ns();
    record_.cost.cpu_ns += cpu_ns - std::exchange(cpu_ns_, cpu_ns);
    move_end(item.end, item.rejected);
    on_block_(item, record_);
  }

  void move_end(TextPosition end, std::uint64_t rejected) {
    record_.end_byte = end.byte;
    record_.totals.lines = end.line - lines_before_;
    record_.totals.rejected = rejected_before_ + rejected;
  }

  const CountPlan& plan_;
  DatasetReader& reader_;
  std::uint64_t lines_before_;
  std::uint64_t rejected_before_;
  CountRecord& record_;
  const OnBlock& on_block_;
  std::int64_t cpu_ns_ = process_cpu_ns();  // when the last block was added
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

void count_puzzles(const CountPlan& plan, DatasetReader& reader, std::uint64_t lines_before,
                   CountRecord& record,
                   const std::function<void(const CountedBlock&, const CountRecord&)>& on_block) {
  Counting(plan, reader, lines_before, record, on_block).run();
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
