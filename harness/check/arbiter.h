#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engines/engine.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

struct ArbiterCount {
  std::vector<std::string> engines;  ///< that found the number
  SolutionCount solutions = 0;       ///< up to the limit
};

struct ArbiterTime {
  std::chrono::nanoseconds per_search = std::chrono::milliseconds(200);
  std::chrono::nanoseconds total = std::chrono::seconds(10);
};

/// Settles disagreements: counts solutions if the solvers of a run disagree. Uses built-in engines
/// that are not involved: the first two of dlx, bitmask, stack, bandjoin and naive that finish, or
/// the only one that finishes. They must agree. Thread-safe.
class Arbiter {
 public:
  /// A search ends when `stop` becomes true; it may be null.
  Arbiter(std::uint64_t max_solutions, const std::atomic<bool>* stop, ArbiterTime time = {})
      : max_solutions_(max_solutions), stop_(stop), time_(time) {}

  /// Returns whether the arbiter may use the engine with that id.
  static bool is_arbiter_engine(std::string_view id);
  /// Returns whether the arbiter has an engine for such boards that is not involved.
  static bool can_count(const BoardKind& kind, const std::vector<std::string>& involved);

  /// Counts the solutions. Nullopt if no engine is left, none finishes, or two differ.
  std::optional<ArbiterCount> count(const Board& puzzle, const std::vector<std::string>& involved);

  /// Returns a valid solution; nullopt if no engine finds one. For solvers that return none.
  std::optional<OwnedBoard> solution_of(const Board& puzzle);

  /// Returns whether `count` was called after the total time was used up.
  bool is_out_of_time() const { return is_out_of_time_; }

 private:
  struct Answer {
    SolutionCount solutions = 0;
    std::optional<OwnedBoard> solution{};
  };
  /// Returns a valid answer; nullopt if the engine does not finish.
  std::optional<Answer> search(std::string_view id, const Board& puzzle,
                               std::uint64_t max_solutions);

  std::uint64_t max_solutions_;
  const std::atomic<bool>* stop_;
  ArbiterTime time_;
  std::mutex mutex_;
  std::map<std::string_view, std::unique_ptr<Engine>> engines_;
  std::chrono::nanoseconds spent_{0};
  std::atomic<bool> is_out_of_time_{false};
};

}  // namespace sudoku
