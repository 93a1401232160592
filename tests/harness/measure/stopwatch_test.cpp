#include "harness/measure/stopwatch.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// A clock with a constant cost of each reading, except one.
class SlowStopwatch : public FakeStopwatch {
 public:
  std::int64_t wall_ns() override { return now_ns_ += ++looks_ == 500 ? 100'000 : 25; }
  std::int64_t thread_cpu_ns() override { return now_ns_ += 400; }

 private:
  std::int64_t now_ns_ = 0;
  int looks_ = 0;
};

}  // namespace

TEST_CASE("the cost of the clock is the usual time of one reading", "[stopwatch]") {
  SlowStopwatch slow;
  CHECK(clock_costs(slow).wall_ns == 25);
  CHECK(clock_costs(slow).thread_cpu_ns == 400);
  FakeStopwatch still;
  CHECK(clock_costs(still).wall_ns == 0);
  CHECK(clock_costs(still).thread_cpu_ns == 0);
}

TEST_CASE("the fixed piece of work takes CPU time", "[stopwatch]") {
  SystemStopwatch stopwatch;
  CHECK(reference_work_ns(stopwatch) > 0);
  FakeStopwatch still;
  CHECK(reference_work_ns(still) == 0);
}

}  // namespace sudoku
