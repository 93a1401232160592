#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <unistd.h>

#include "harness/base/cpus.h"
#include "harness/base/threads.h"

namespace sudoku {

/// Pins each thread of an arena to its own CPU while it works there and this object lives.
class ArenaPinning : public oneapi::tbb::task_scheduler_observer {
 public:
  explicit ArenaPinning(oneapi::tbb::task_arena& arena) : task_scheduler_observer(arena) {
    { const std::lock_guard is_made(mutex); }
    observe(true);
  }
  /// Unpins idle threads too: they stay in the arena, and TBB does not report when they leave.
  ~ArenaPinning() override {
    observe(false);
    const std::lock_guard lock(mutex);
    for (const pid_t thread : pinned_) pin_thread(thread, cpus_);
  }
  ArenaPinning(const ArenaPinning&) = delete;
  ArenaPinning& operator=(const ArenaPinning&) = delete;

  void on_scheduler_entry(bool /*is_worker*/) override {
    const auto slot =
        static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index());
    const std::lock_guard lock(mutex);
    pinned_.insert(::gettid());
    pin_thread(0, {cpus_[slot % cpus_.size()]});
  }
  void on_scheduler_exit(bool /*is_worker*/) override {
    const std::lock_guard lock(mutex);
    pinned_.erase(::gettid());
    pin_thread(0, cpus_);
  }

 private:
  /// TBB orders construction, callbacks and destruction too, but the thread sanitizer does not see
  /// that.
  static inline std::mutex mutex;
  std::set<pid_t> pinned_;
  const std::vector<int> cpus_ = allowed_cpus();
};

/// Orders the stages of a pipeline for the thread sanitizer. TBB orders them too, but inside its
/// library, which the sanitizer does not see. Costs four atomic operations per stage.
class StageFence {
 public:
  /// Acquires, then releases. The sanitizer checks fetch_add for races before its acquire takes
  /// effect, so a load comes first.
  void synchronize() {
    count_.load(std::memory_order_acquire);
    count_.fetch_add(1, std::memory_order_release);
  }

  /// Synchronizes before and after `stage`, also if it throws.
  template <typename Stage>
  auto run(Stage&& stage) {
    struct AtEnd {
      StageFence& fence;
      ~AtEnd() { fence.synchronize(); }
    };
    synchronize();
    const AtEnd at_end{*this};
    return stage();
  }

 private:
  std::atomic<std::uint64_t> count_{0};
};

/// A pool of threads, each with an `Own` object that no other thread uses. While a pool lives, TBB
/// starts no more threads than that in this process.
template <typename Own>
class Workers {
 public:
  /// Each thread calls `make` once, before its first work. Throws std::system_error if the system
  /// refuses one of the threads.
  Workers(unsigned threads, std::function<Own()> make)
      : threads_(threads),
        cap_(oneapi::tbb::global_control::max_allowed_parallelism, threads),
        arena_(static_cast<int>(threads)),
        own_(std::move(make)) {
    require_threads(threads - 1);  // the calling thread is one of `threads`
  }

  /// Pins each thread to its own CPU from now on.
  void pin() { pinning_ = std::make_unique<ArenaPinning>(arena_); }

  /// Runs items through three stages. `source(Item&)` fills an item or returns false at the end.
  /// `work(Item&, Own&)` runs on any thread with the object of that thread. `sink(Item&)` consumes
  /// the item. Source and sink run one at a time, in the order of the items, on any thread. At most
  /// two items per thread are in flight. An exception of `work` or `sink` cancels the run and is
  /// rethrown. An exception of `source` is rethrown after `sink` has consumed all earlier items.
  /// Items are reused: each is cleared before `source`, by its member clear() if it has one.
  template <typename Item, typename Source, typename Work, typename Sink>
  void run(Source&& source, Work&& work, Sink&& sink) {
    namespace tbb = oneapi::tbb;
    // The last stage is in order, so the items in flight are consecutive and never share a slot.
    std::vector<Item> slots(std::size_t{2} * threads_);
    std::size_t item_count = 0;
    std::exception_ptr source_error;
    StageFence fence;
    const auto read_next = [&]() -> Item* {
      Item& slot = slots[item_count++ % slots.size()];
      if constexpr (requires { slot.clear(); }) {
        slot.clear();
      } else {
        slot = {};
      }
      try {
        return source(slot) ? &slot : nullptr;
      } catch (...) {
        source_error = std::current_exception();  // thrown here, it would cancel items in flight
        return nullptr;
      }
    };
    const auto read = [&](tbb::flow_control& control) {
      Item* const slot = fence.run(read_next);
      if (slot == nullptr) control.stop();
      return slot;
    };
    const auto process = [&](Item* slot) {
      fence.run([&] { work(*slot, own_.local()); });
      return slot;
    };
    const auto write = [&](Item* slot) { fence.run([&] { sink(*slot); }); };
    fence.run([&] {
      arena_.execute([&] {
        tbb::parallel_pipeline(
            slots.size(),
            tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, read) &
                tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, process) &
                tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, write));
      });
    });
    if (source_error) std::rethrow_exception(source_error);
  }

  /// Calls `work(Own&)` on one of the threads.
  template <typename Work>
  void run_on_one(Work&& work) {
    arena_.execute([&] { work(own_.local()); });
  }

  /// Calls `visit(Own&)` for the object of each thread. No thread may be working.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (Own& own : own_) visit(own);
  }

 private:
  unsigned threads_;
  oneapi::tbb::global_control cap_;
  oneapi::tbb::task_arena arena_;
  std::unique_ptr<ArenaPinning> pinning_;
  oneapi::tbb::enumerable_thread_specific<Own> own_;
};

}  // namespace sudoku
