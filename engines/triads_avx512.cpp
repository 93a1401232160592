#include <cstddef>
#include <cstdint>
#include <memory>

#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/triads/layout.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx512_vbmi2.h"

namespace sudoku {
namespace {
#include "engines/triads/split_avx512.h"
// The search needs them first.
#include "engines/triads/search.h"
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

namespace sudoku {
namespace {

class TriadsEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.size() == 1) {
      SearchMonitor monitor(limits, answers, sink);
      if (monitor.begin(0)) search_.solve_one(puzzles.cells.data(), monitor);
      return;
    }
    SearchMonitor monitors[] = {SearchMonitor(limits, answers, sink),
                                SearchMonitor(limits, answers, sink),
                                SearchMonitor(limits, answers, sink)};
    if (limits.is_over()) {
      for (SearchMonitor& monitor : monitors) monitor.stop();
    }
    search_.solve_block(puzzles, monitors);
  }

 private:
  Search search_;
};

}  // namespace

std::unique_ptr<Engine> make_triads_avx512(const EngineOptions&) {
  if (!isa::runs_avx512_vbmi2()) return nullptr;
  return std::make_unique<TriadsEngine>();
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_triads_avx512(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
