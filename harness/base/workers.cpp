#include "harness/base/workers.h"

namespace sudoku {

Pinning::Pinning(oneapi::tbb::task_arena& arena) : task_scheduler_observer(arena) {
  observe(true);
}

Pinning::~Pinning() {
  observe(false);
  const std::lock_guard lock(leaving_);
}

void Pinning::on_scheduler_entry(bool) {
  const auto thread =
      static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index());
  keep_this_thread_on({cpus_[thread % cpus_.size()]});
}

void Pinning::on_scheduler_exit(bool) {
  const std::lock_guard lock(leaving_);
  keep_this_thread_on(cpus_);
}

}  // namespace sudoku
