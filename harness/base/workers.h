#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include "harness/base/cpus.h"

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

/// Marks where one thread hands over to the next. TBB orders the stages of the pipeline, but inside
/// its library, where the thread sanitizer sees nothing: this says it again in plain sight, for two
/// atomic operations a stage.
class HandOver {
 public:
  void take() { turns_.load(std::memory_order_acquire); }
  void give() { turns_.fetch_add(1, std::memory_order_release); }

 private:
  std::atomic<std::uint64_t> turns_{0};
};

/// A stage at work: from taking over to handing over.
class Turn {
 public:
  explicit Turn(HandOver& hand_over) : hand_over_(hand_over) { hand_over_.take(); }
  ~Turn() { hand_over_.give(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  HandOver& hand_over_;
};

/// All stages, for the thread that starts them: it has its turn before them and after them, even
/// where one of them throws.
class AllTurns {
 public:
  explicit AllTurns(HandOver& hand_over) : hand_over_(hand_over) { hand_over_.give(); }
  ~AllTurns() { hand_over_.take(); }
  AllTurns(const AllTurns&) = delete;
  AllTurns& operator=(const AllTurns&) = delete;

 private:
  HandOver& hand_over_;
};

/// Takes items from `source(Item&)` until it returns false, gives each to `work(Item&)` on any
/// thread of the arena, and then to `sink(Item&)`. Source and sink are called one at a time and in
/// the order of the items, from any thread; at most `max_items` are under way. What `work` and
/// `sink` throw ends the run and is thrown here; so is what `source` throws, once `sink` has been
/// given the items before. An item is like new when `source` gets it; one that has much memory to
/// keep does so by a member clear().
template <typename Item, typename Source, typename Work, typename Sink>
void run_in_order(oneapi::tbb::task_arena& arena, std::size_t max_items, Source&& source,
                  Work&& work, Sink&& sink) {
  namespace tbb = oneapi::tbb;
  HandOver hand_over;
  // The last stage is in order, so the items under way are consecutive and never share a slot.
  std::vector<Item> slots(max_items);
  std::size_t item_count = 0;
  std::exception_ptr source_error;
  const auto read = [&](tbb::flow_control& control) -> Item* {
    const Turn turn(hand_over);
    Item& slot = slots[item_count++ % slots.size()];
    if constexpr (requires { slot.clear(); }) {
      slot.clear();
    } else {
      slot = {};
    }
    try {
      if (source(slot)) return &slot;
    } catch (...) {
      // Let out of here, it would cancel the items that are under way.
      source_error = std::current_exception();
    }
    control.stop();
    return nullptr;
  };
  const auto process = [&](Item* slot) {
    const Turn turn(hand_over);
    work(*slot);
    return slot;
  };
  const auto write = [&](Item* slot) {
    const Turn turn(hand_over);
    sink(*slot);
  };
  {
    const AllTurns turns(hand_over);
    arena.execute([&] {
      tbb::parallel_pipeline(
          max_items, tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, read) &
                         tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, process) &
                         tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, write));
    });
  }
  if (source_error) std::rethrow_exception(source_error);
}

}  // namespace sudoku
