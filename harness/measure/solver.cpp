#include "harness/measure/solver.h"

#include "harness/measure/in_process_executor.h"

namespace sudoku {

std::unique_ptr<Executor> make_executor(const Solver& solver, const Measuring& measuring) {
  if (solver.is_external()) return solver.make_executor(measuring);
  auto executor = std::make_unique<InProcessExecutor>(solver, measuring);
  if (!executor->has_engine()) return nullptr;
  return executor;
}

void discard_unknown(const Solver& solver, EngineSample& sample) {
  if (!solver.is_cpu_time_known) {
    sample.cpu_ns = 0;
    sample.events = {};
  }
  if (!solver.is_memory_known) sample.peak_bytes.reset();
}

}  // namespace sudoku
