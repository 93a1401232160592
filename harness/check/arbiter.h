#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// What trusted engines count where the solvers disagree.
struct ArbiterCount {
  std::vector<std::string> arbiter;
  SolutionCount solutions = 0;  ///< all of the puzzle, or as many as the limit
};

/// Engines of this process that count where those of a run differ: of dlx, bitmask, stack, bandjoin
/// and naive the first two that are none of the parties and come to an end, or the only one. They
/// have to agree. Every thread may call it.
class Arbiter {
 public:
  /// How long they may take.
  struct Patience {
    std::chrono::nanoseconds for_a_search = std::chrono::milliseconds(200);
    std::chrono::nanoseconds for_all = std::chrono::seconds(10);
  };

  /// `stop` ends a search once true; it may be null.
  Arbiter(std::uint64_t max_solutions, const std::atomic<bool>* stop, Patience patience);
  Arbiter(std::uint64_t max_solutions, const std::atomic<bool>* stop);

  /// Whether the engine of that name is one of them.
  static bool is_arbiter_engine(std::string_view id);
  /// Whether there is one that takes boards of that shape and is none of the parties.
  static bool is_any_left(const std::vector<std::string>& parties, const Shape& shape);

  /// Nothing where no engine is left, none came to an end, or two differ.
  std::optional<ArbiterCount> count(const Board& puzzle, const std::vector<std::string>& parties);

  /// One that keeps to the rules, for engines that give none. Nothing where no referee finds one.
  std::optional<OwnedBoard> solution_of(const Board& puzzle);

  /// Whether they were asked when the time for all was over.
  bool is_out_of_time() const { return is_out_of_time_; }

 private:
  Engine& engine_of(std::string_view id);
  struct Finding;
  /// What that engine finds, none of it wrong; nothing where it comes to no end.
  std::optional<Finding> search(std::string_view id, const Board& puzzle,
                                std::uint64_t max_solutions);

  std::uint64_t max_solutions_;
  const std::atomic<bool>* stop_;
  Patience patience_;
  std::mutex mutex_;
  std::map<std::string_view, std::unique_ptr<Engine>> engines_;
  std::chrono::nanoseconds spent_{0};
  std::atomic<bool> is_out_of_time_{false};
};

}  // namespace sudoku
