#include "harness/count/counting_engine.h"

#include <utility>

#include "harness/base/errors.h"
#include "harness/count/interchangeable_digits.h"

namespace sudoku {

const EngineInfo& fastest_counting_engine(const SolveLimits& limits, const Shape& shape) {
  if (shape != k9x9) return default_engine(shape);
  // Up to about here bandjoin lists solutions as the others do, but has to build its tables before.
  constexpr std::uint64_t kFew = 1000;
  const bool are_few = limits.max_solutions != 0 && limits.max_solutions <= kFew;
  return are_few ? fastest_on_blocks() : *find_engine("bandjoin");
}

std::unique_ptr<Engine> make_counting_engine(const EngineInfo& engine) {
  std::unique_ptr<Engine> made = engine.make({});
  if (!made) throw UsageError(unavailable_message(engine));
  return with_interchangeable_digits(std::move(made));
}

}  // namespace sudoku
