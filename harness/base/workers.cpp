#include "harness/base/workers.h"

#include <mutex>

#include <unistd.h>

namespace sudoku {
namespace {

/// Of every Pinning from before TBB knows it until TBB has forgotten it: what TBB itself does to
/// keep its calls between the two is not seen by the thread sanitizer.
std::mutex pinning;

}  // namespace

Pinning::Pinning(oneapi::tbb::task_arena& arena) : task_scheduler_observer(arena) {
  { const std::lock_guard is_made(pinning); }
  observe(true);
}

// A thread that idles in the arena is still there, and nobody tells when it leaves.
Pinning::~Pinning() {
  observe(false);
  const std::lock_guard lock(pinning);
  for (const pid_t thread : pinned_) keep_thread_on(thread, cpus_);
}

void Pinning::on_scheduler_entry(bool) {
  const auto thread =
      static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index());
  const std::lock_guard lock(pinning);
  pinned_.insert(gettid());
  keep_this_thread_on({cpus_[thread % cpus_.size()]});
}

void Pinning::on_scheduler_exit(bool) {
  const std::lock_guard lock(pinning);
  pinned_.erase(gettid());
  keep_this_thread_on(cpus_);
}

}  // namespace sudoku
