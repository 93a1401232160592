#include "harness/count/counting.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <exception>
#include <optional>
#include <utility>

#include "harness/base/errors.h"
#include "harness/base/workers.h"
#include "harness/check/answer_checker.h"
#include "harness/count/block_sizer.h"
#include "harness/count/counting_engine.h"
#include "harness/count/puzzle_counts.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {
namespace {

CountTotals totals_of(const PuzzleBlock& block, std::span<const SolveResult> results) {
  CountTotals totals;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const SolveResult& result = results[i];
    const auto count = is_answered(result) ? std::optional(result.solutions) : std::nullopt;
    totals.add(block.puzzles[i], count, result.outcome == Outcome::solution_limit);
  }
  return totals;
}

std::int64_t process_cpu_ns() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

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
    if (failure_) std::rethrow_exception(failure_);
    if (!is_read_ || is_stopped_) return;
    move_end(reader_.position(), reader_.rejected());
    record_.is_whole = true;
  }

 private:
  bool read(CountedBlock& item) {
    if (plan_.limits.is_stop_requested()) return false;
    bool has_read = false;
    try {
      has_read = reader_.read(item.block, sizer_.size());
    } catch (const InputError&) {
      failure_ = std::current_exception();  // thrown once all pending blocks are added
      return false;
    }
    // After a stop, the reader's data may end within a line.
    if (plan_.limits.is_stop_requested()) return false;
    // The position of an invalid line is unknown, so a block that ends there cannot be recorded.
    item.is_recorded = !reader_.has_failed();
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
    const std::int64_t wall_ns = stopwatch_.wall_ns();
    engine.solve(puzzles, limits, {item.results, item.solutions.cells()}, nullptr);
    item.wall_ns = stopwatch_.wall_ns() - wall_ns;
    --pending_blocks_;
    sizer_.note(puzzles.size(), item.wall_ns);
    item.is_stopped =
        std::any_of(item.results.begin(), item.results.end(),
                    [](const SolveResult& result) { return result.outcome == Outcome::stopped; });
    item.totals = totals_of(item.block, item.results);
    if (!item.block.expectations.empty()) compare_with_expectations(item);
    if (!plan_.per_puzzle) return;
    item.rows = puzzle_counts_rows(item.block, item.results);
    item.totals.puzzles_csv_bytes = item.rows.size();
    item.totals.puzzles_csv_digest = puzzle_counts_digest(item.rows);
  }

  void compare_with_expectations(CountedBlock& item) const {
    for (std::size_t i = 0; i < item.results.size(); ++i) {
      std::string what = find_unexpected(item.block.expectations[i], item.results[i],
                                         item.solutions[i], plan_.limits.max_solutions);
      if (!what.empty()) item.unexpected.push_back({item.block.lines[i], std::move(what)});
    }
    item.totals.mismatches = item.unexpected.size();
  }

  /// Records complete blocks up to the first incomplete one.
  void add(const CountedBlock& item) {
    is_stopped_ |= item.is_stopped;
    if (is_stopped_) return;
    if (item.is_recorded) record(item);
    on_block_(item, record_);
  }

  void record(const CountedBlock& item) {
    record_.totals += item.totals;
    record_.cost.wall_ns += item.wall_ns;
    const std::int64_t cpu_ns = process_cpu_ns();
    record_.cost.cpu_ns += cpu_ns - std::exchange(cpu_ns_, cpu_ns);
    move_end(item.end, item.rejected);
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
  SystemStopwatch stopwatch_;
  std::int64_t cpu_ns_ = process_cpu_ns();  // when the last block was added
  std::atomic<unsigned> pending_blocks_{0};
  BlockSizer sizer_;
  std::exception_ptr failure_;  // of the reader
  bool is_read_ = false;        // to the end
  bool is_stopped_ = false;
  Workers<std::unique_ptr<Engine>> workers_;
};

}  // namespace

void count_puzzles(const CountPlan& plan, DatasetReader& reader, std::uint64_t lines_before,
                   CountRecord& record,
                   const std::function<void(const CountedBlock&, const CountRecord&)>& on_block) {
  Counting(plan, reader, lines_before, record, on_block).run();
}

}  // namespace sudoku
