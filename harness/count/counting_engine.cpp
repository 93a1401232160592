#include "harness/count/counting_engine.h"

#include <utility>

#include "harness/base/errors.h"
#include "harness/count/interchangeable_digits.h"

namespace sudoku {

const EngineInfo& fastest_counting_engine(const SolveLimits& limits, const Shape& shape) {
  if (shape != k9x9) return usual_engine(shape);
  // Up to about here bandjoin lists solutions as lanes does, but has to build its tables before. On
  // blocks lanes is at least level with triads, whatever the limit and the puzzles.
  constexpr std::uint64_t kFew = 1000;
  const bool are_few = limits.max_solutions != 0 && limits.max_solutions <= kFew;
  return *resolve_engine(are_few ? "lanes" : "bandjoin");
}

std::unique_ptr<Engine> make_counting_engine(const EngineInfo& engine) {
  std::unique_ptr<Engine> made = engine.make({});
  if (!made) throw UsageError(unavailable_message(engine));
  return with_interchangeable_digits(std::move(made));
}

}  // namespace sudoku
