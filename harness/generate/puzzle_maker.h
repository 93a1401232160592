#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "engines/engine.h"
#include "harness/dataset/shard.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Thrown if no full grid within `max_attempts` yields a puzzle that meets the requirements.
class RequirementsUnmet : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct MadePuzzles {
  /// The finished puzzles. If a puzzle could not be made, only those before it. If `stop` was set,
  /// those that were finished by then, which need not be the first ones.
  BoardList puzzles;
  BoardList solutions;  ///< the full grid from which each puzzle was made
  GenerateEffort effort;
  /// Why the next puzzle could not be made; empty if there was no such puzzle.
  std::string failure{};
};

/// Returns the default of GeneratePlan::max_attempts for the plan's shape and difficulty.
std::uint64_t default_attempts(const GeneratePlan& plan);

/// Makes the puzzles with indices `first` to `first + count - 1`. A puzzle depends only on the plan
/// and its index. All puzzles are dug in step, so that `engine` counts the solutions of many boards
/// per call; it must support the plan's shape, and candidates if the plan has them. Stops early
/// once `stop` is set, and before the first puzzle that cannot be made. Calls `on_puzzle` when a
/// puzzle is finished.
MadePuzzles make_puzzles(
    const GeneratePlan& plan, std::uint64_t first, std::size_t count, Engine& engine,
    const std::atomic<bool>& stop, const std::function<void()>& on_puzzle = [] {});

/// Makes the puzzles of a range of indices on several threads. Calls `sink` with one block of
/// puzzles after the other, in order and from one thread at a time, and `on_puzzle` when a puzzle
/// is finished, from any thread. Returns false if `stop` ended it early; `sink` has then received
/// all puzzles that were finished. Throws RequirementsUnmet at the first puzzle that cannot be
/// made, after `sink` has received all puzzles before it. Throws whatever `sink` throws.
bool make_puzzles_in_parallel(
    const GeneratePlan& plan, IndexRange range, unsigned threads, const std::atomic<bool>& stop,
    const std::function<void(const MadePuzzles&)>& sink,
    const std::function<void()>& on_puzzle = [] {});

}  // namespace sudoku
