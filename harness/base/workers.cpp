#include "harness/base/workers.h"

#include <mutex>

#include <unistd.h>

namespace sudoku {
namespace {

/// Guards every ArenaPinning. TBB orders construction, callbacks and destruction too, but the
/// thread sanitizer does not see that.
std::mutex pinning;

}  // namespace

ArenaPinning::ArenaPinning(oneapi::tbb::task_arena& arena) : task_scheduler_observer(arena) {
  { const std::lock_guard is_made(pinning); }
  observe(true);
}

// Unpins idle threads too: they stay in the arena, and TBB does not report when they leave.
ArenaPinning::~ArenaPinning() {
  observe(false);
  const std::lock_guard lock(pinning);
  for (const pid_t thread : pinned_) pin_thread(thread, cpus_);
}

void ArenaPinning::on_scheduler_entry(bool) {
  const auto thread =
      static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index());
  const std::lock_guard lock(pinning);
  pinned_.insert(gettid());
  pin_this_thread({cpus_[thread % cpus_.size()]});
}

void ArenaPinning::on_scheduler_exit(bool) {
  const std::lock_guard lock(pinning);
  pinned_.erase(gettid());
  pin_this_thread(cpus_);
}

}  // namespace sudoku
