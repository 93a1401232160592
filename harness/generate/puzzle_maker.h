#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "engines/engine.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// No puzzle of the wanted kind came out of the attempts that a plan allows.
class RequirementsUnmet : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct MadePuzzles {
  BoardList puzzles;  ///< fewer than asked for if `stop` was set
  GenerateEffort effort;
};

/// How many full grids to dig for a puzzle of that shape and difficulty before it is given up.
std::uint64_t usual_attempts(const GeneratePlan& plan);

/// Makes the puzzles `first`, ..., `first + count - 1` of a plan; each depends on the plan and its
/// number alone. They are dug in step, so that `engine`, which takes boards of the shape, counts
/// the solutions of many at a time. `stop` ends the work early. Throws RequirementsUnmet.
MadePuzzles make_puzzles(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                         Engine& engine, const std::atomic<bool>& stop);

}  // namespace sudoku
