#include "harness/generate/puzzle_maker.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/base/workers.h"
#include "harness/generate/dig.h"
#include "harness/generate/full_grid.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Makes the puzzles of one call in step: every engine call serves all unfinished puzzles.
/// `Builder` is Digger or CandidateRestorer.
template <typename Builder>
class PuzzleMaker {
 public:
  /// Each puzzle gets a copy of `builder`.
  PuzzleMaker(const GeneratePlan& plan, const HousesOfShape& houses, const Builder& builder,
              Engine& engine, const std::atomic<bool>& stop, const std::function<void()>& on_puzzle)
      : plan_(plan),
        houses_(houses),
        builder_(builder),
        engine_(engine),
        stop_(stop),
        on_puzzle_(on_puzzle) {
    limits_.stop = &stop;
    limits_.max_solutions = builder.enough_solutions();
    // On large boards, a search may take years. A limit of time would give different puzzles on
    // different machines.
    if (plan.shape != k9x9) limits_.max_guesses = 10'000;
  }

  MadePuzzles make(std::uint64_t first, std::size_t count) {
    for (std::uint64_t index = first; index < first + count; ++index) {
      pending_.push_back({index, puzzle_random(plan_.seed, index), builder_});
      begin_attempt(pending_.back());
    }
    while (!stop_.load() && ask_all()) {
    }
    MadePuzzles made{BoardList(plan_.shape), BoardList(plan_.shape), effort_, failure_};
    for (const Pending& pending : pending_) {
      if (!pending.is_finished) continue;
      made.puzzles.push_back(pending.puzzle);
      made.solutions.push_back(pending.full_grid);
    }
    return made;
  }

 private:
  /// A puzzle in progress.
  struct Pending {
    std::uint64_t index;
    Random random;
    Builder builder;
    OwnedBoard full_grid{};  // of the current attempt
    OwnedBoard puzzle{};     // valid once finished
    std::uint64_t attempts = 0;
    std::uint64_t unsolved = 0;  // questions in all attempts
    bool is_finished = false;
  };

  /// Returns false if stopped or after the last attempt.
  bool begin_attempt(Pending& pending) {
    if (pending.attempts++ == plan_.max_attempts) {
      const std::string unsolved =
          pending.unsolved == 0
              ? ""
              : fmt::format(", and {} took more than {} guesses",
                            number_of(pending.unsolved, "board"), limits_.max_guesses);
      failure_ = fmt::format("puzzle {}: no suitable puzzle in {} full grids{}; raise --attempts",
                             pending.index + 1, plan_.max_attempts, unsolved);
      return false;
    }
    ++effort_.attempts;
    auto grid = grids_.draw(pending.random, effort_, stop_);
    if (!grid) return false;
    pending.full_grid = std::move(*grid);
    pending.builder.begin(pending.full_grid, pending.random);
    return true;
  }

  /// Asks one question per unfinished puzzle. Returns false if there is none. If a puzzle has used
  /// up its attempts, drops this puzzle and all later ones.
  bool ask_all() {
    questions_.clear();
    std::vector<Pending*> askers;
    for (auto pending = pending_.begin(); pending != pending_.end(); ++pending) {
      if (is_finished(*pending)) continue;
      if (pending->attempts > plan_.max_attempts) {
        pending_.erase(pending, pending_.end());
        break;
      }
      questions_.push_back(pending->builder.question());
      askers.push_back(&*pending);
    }
    effort_.checks += questions_.size();
    const std::vector<SolveResult> results = solve_block(engine_, questions_, limits_);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (is_solved(results[i])) {
        askers[i]->builder.answer(static_cast<std::uint64_t>(results[i].solutions));
      } else {
        ++askers[i]->unsolved;
        askers[i]->builder.leave();
      }
    }
    return !results.empty();
  }

  /// Advances a puzzle to its next question or its end. Returns true at its end, false at a
  /// question, after the last attempt or if stopped.
  bool is_finished(Pending& pending) {
    while (!pending.is_finished && !pending.builder.advance()) {
      pending.puzzle = pending.builder.puzzle();
      pending.is_finished = pending.builder.succeeded() && has_difficulty(pending.puzzle) &&
                            (!plan_.is_impossible || add_wrong_clue(pending));
      if (pending.is_finished) {
        on_puzzle_();
      } else if (!begin_attempt(pending)) {
        return false;
      }
    }
    return pending.is_finished;
  }

  bool has_difficulty(const Board& puzzle) {
    return plan_.difficulty == Difficulty::any || rater_.rate(as_grid(puzzle)) == plan_.difficulty;
  }

  /// Adds the wrong clue that no other clue rules out and that takes the most guesses to refute.
  /// Returns false if there is none.
  bool add_wrong_clue(Pending& pending) {
    BoardList wrong;
    const HouseMasks masks(houses_, pending.puzzle);
    const auto side = static_cast<std::uint8_t>(plan_.shape.side());
    for (std::size_t cell = 0; cell < plan_.shape.cells(); ++cell) {
      if (pending.puzzle.cells()[cell] != 0) continue;
      for (std::uint8_t digit = 1; digit <= side; ++digit) {
        const bool is_open = (masks.candidates_of(cell) & masks.mask_of(digit)) != 0;
        if (!is_open || digit == pending.full_grid.cells()[cell]) continue;
        wrong.push_back(pending.puzzle);
        wrong.cells_of(wrong.size() - 1)[cell] = digit;
      }
    }
    if (wrong.empty()) return false;
    const std::vector<SolveResult> results = solve_block(engine_, wrong, limits_);
    effort_.checks += wrong.size();
    if (stop_.load()) return false;  // the results may be incomplete
    const auto hardest = std::ranges::max_element(results, {}, &SolveResult::guesses);
    pending.puzzle = wrong[static_cast<std::size_t>(hardest - results.begin())];
    return true;
  }

  const GeneratePlan& plan_;
  const HousesOfShape& houses_;
  const Builder& builder_;
  Engine& engine_;
  const std::atomic<bool>& stop_;
  const std::function<void()>& on_puzzle_;
  GridSource grids_{plan_};
  SolveLimits limits_;
  GenerateEffort effort_;
  std::string failure_;
  DifficultyRater rater_;
  std::vector<Pending> pending_;
  BoardList questions_{plan_.shape};
};

/// Makes full grids.
MadePuzzles make_grids(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                       const std::atomic<bool>& stop, const std::function<void()>& on_puzzle) {
  MadePuzzles made;
  GridSource grids(plan);
  for (std::uint64_t index = first; index < first + count && !stop.load(); ++index) {
    Random random = puzzle_random(plan.seed, index);
    const auto grid = grids.draw(random, made.effort, stop);
    if (!grid) break;
    made.puzzles.push_back(*grid);
    ++made.effort.attempts;
    on_puzzle();
  }
  made.solutions = made.puzzles;
  return made;
}

/// Returns the number of puzzles to dig in step: enough to fill an engine that solves many boards
/// at once, but several blocks for every thread.
std::size_t block_size(const Shape& shape, IndexRange range, unsigned threads) {
  const std::uint64_t smallest = shape == k9x9 ? 32 : 1;
  constexpr std::uint64_t kLargest = 1024;
  constexpr std::uint64_t kBlocksPerThread = 4;
  const std::uint64_t share = (range.end - range.begin) / (kBlocksPerThread * threads);
  return std::clamp(share, smallest, kLargest);
}

}  // namespace

std::uint64_t default_attempts(const GeneratePlan& plan) {
  // Attempts on larger boards are slow.
  constexpr std::size_t kLastQuickSide = 16;
  if (plan.shape.side() > kLastQuickSide) return 100;
  return plan.difficulty == Difficulty::extreme ? 1'000'000 : 10'000;
}

MadePuzzles make_puzzles(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                         Engine& engine, const std::atomic<bool>& stop,
                         const std::function<void()>& on_puzzle) {
  if (!plan.goal) return make_grids(plan, first, count, stop, on_puzzle);
  const HousesOfShape houses(plan.shape);
  if (plan.has_candidates) {
    const CandidateRestorer restorer(plan.shape);
    return PuzzleMaker(plan, houses, restorer, engine, stop, on_puzzle).make(first, count);
  }
  const std::vector<Orbit> orbits = orbits_of(plan.goal->symmetry, plan.shape);
  const Digger digger(*plan.goal, orbits, houses);
  return PuzzleMaker(plan, houses, digger, engine, stop, on_puzzle).make(first, count);
}

bool make_puzzles_in_parallel(const GeneratePlan& plan, IndexRange range, unsigned threads,
                              const std::atomic<bool>& stop,
                              const std::function<void(const MadePuzzles&)>& sink,
                              const std::function<void()>& on_puzzle) {
  struct Item {
    IndexRange block;
    MadePuzzles made;
  };
  const std::size_t size = block_size(plan.shape, range, threads);
  Workers<std::unique_ptr<Engine>> workers(
      threads, [&plan] { return uniqueness_engine(plan.kind()).make({}); });
  std::uint64_t next = range.begin;
  std::atomic<bool> has_failed{false};
  std::string failure;
  const auto take_block = [&](Item& item) {
    item.block = {next, std::min<std::uint64_t>(next + size, range.end)};
    next = item.block.end;
    return item.block.begin != item.block.end && !stop.load() && !has_failed.load();
  };
  const auto make = [&](Item& item, const std::unique_ptr<Engine>& engine) {
    const std::size_t count = item.block.end - item.block.begin;
    item.made = make_puzzles(plan, item.block.begin, count, *engine, stop, on_puzzle);
    if (!item.made.failure.empty()) has_failed = true;
  };
  const auto hand_over = [&](const Item& item) {
    if (!failure.empty()) return;
    sink(item.made);
    failure = item.made.failure;
  };
  workers.run<Item>(take_block, make, hand_over);
  if (stop.load()) return false;
  if (!failure.empty()) throw RequirementsUnmet(failure);
  return true;
}

}  // namespace sudoku
