#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include "harness/base/cpus.h"
#include "harness/base/ordered_pipeline.h"

namespace sudoku {

/// Keeps every thread of an arena on a processor of its own while it works there, at the longest
/// as long as this object lives.
class Pinning : public oneapi::tbb::task_scheduler_observer {
 public:
  explicit Pinning(oneapi::tbb::task_arena& arena);
  ~Pinning() override;
  Pinning(const Pinning&) = delete;
  Pinning& operator=(const Pinning&) = delete;

  void on_scheduler_entry(bool is_worker) override;
  void on_scheduler_exit(bool is_worker) override;

 private:
  std::set<pid_t> pinned_;
  const std::vector<int> cpus_ = allowed_cpus();
};

/// So many threads, and on each of them an `Own` that no other thread touches. As long as they
/// live, TBB starts no more threads than that in this process.
template <typename Own>
class Workers {
 public:
  /// `make` is called once on every thread that works.
  Workers(unsigned threads, std::function<Own()> make)
      : threads_(threads),
        cap_(oneapi::tbb::global_control::max_allowed_parallelism, threads),
        arena_(static_cast<int>(threads)),
        own_(std::move(make)) {}

  /// From now on every thread stays on a processor of its own.
  void pin() { pinning_ = std::make_unique<Pinning>(arena_); }

  /// See run_in_order; `work(Item&, Own&)` is given what belongs to its thread. Two items per
  /// thread are under way.
  template <typename Item, typename Source, typename Work, typename Sink>
  void run(Source&& source, Work&& work, Sink&& sink) {
    run_in_order<Item>(
        arena_, std::size_t{2} * threads_, std::forward<Source>(source),
        [&](Item& item) { work(item, own_.local()); }, std::forward<Sink>(sink));
  }

  /// Calls `work(Own&)` on one of the threads.
  template <typename Work>
  void run_on_one(Work&& work) {
    arena_.execute([&] { work(own_.local()); });
  }

  /// Calls `visit(Own&)` with what each of the threads has, while none of them works.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (Own& own : own_) visit(own);
  }

 private:
  unsigned threads_;
  oneapi::tbb::global_control cap_;
  oneapi::tbb::task_arena arena_;
  std::unique_ptr<Pinning> pinning_;
  oneapi::tbb::enumerable_thread_specific<Own> own_;
};

}  // namespace sudoku
