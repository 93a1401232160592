#include "harness/generate/puzzle_maker.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "harness/generate/dig.h"
#include "harness/generate/full_grid.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/cell_masks.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// A puzzle on its way, from its first full grid to the one that gave what was wanted.
struct Undertaking {
  std::uint64_t index;
  Random random;
  Digger digger;
  Grid full_grid;  // of the last attempt
  Grid puzzle;     // once it is finished
  std::uint64_t attempts = 0;
  bool is_finished = false;
};

/// The puzzle with each clue more that no clue forbids, but its only solution.
std::vector<Grid> with_wrong_clues(const Grid& puzzle, const Grid& solution) {
  std::vector<Grid> wrong;
  const HouseMasks houses(puzzle);
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) continue;
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      const bool is_open = (houses.candidates_of(cell) & mask_of(digit)) != 0;
      if (!is_open || digit == solution[cell]) continue;
      wrong.push_back(puzzle);
      wrong.back()[cell] = digit;
    }
  }
  return wrong;
}

/// All puzzles of one call, in step.
class Workshop {
 public:
  Workshop(const GeneratePlan& plan, Engine& engine, const std::atomic<bool>& stop)
      : plan_(plan), engine_(engine), orbits_(orbits_of(plan.goal->symmetry)) {
    limits_.stop = &stop;
    limits_.max_solutions = plan.goal->max_solutions + 1;
  }

  /// False if stopped.
  bool make(std::uint64_t first, std::size_t count, MadePuzzles& made) {
    for (std::size_t i = 0; i < count; ++i) {
      undertakings_.push_back(
          {first + i, puzzle_random(plan_.seed, first + i), Digger(*plan_.goal, orbits_), {}, {}});
      begin_attempt(undertakings_.back(), made.effort);
    }
    made.puzzles.resize(count);
    while (collect_questions(first, made)) {
      made.effort.checks += questions_.size();
      if (!answer_questions()) return false;
    }
    return true;
  }

 private:
  void begin_attempt(Undertaking& undertaking, GenerateEffort& effort) {
    if (undertaking.attempts++ == plan_.max_attempts) {
      throw WishUnreached(fmt::format(
          "puzzle {}: none of {} full grids gave a puzzle of the wanted kind; --attempts allows "
          "more",
          undertaking.index, plan_.max_attempts));
    }
    ++effort.attempts;
    undertaking.full_grid = full_grid(plan_.method, undertaking.random, effort);
    undertaking.digger.begin(undertaking.full_grid, undertaking.random);
  }

  /// One question of each puzzle that is not finished. False if there is none.
  bool collect_questions(std::uint64_t first, MadePuzzles& made) {
    questions_.clear();
    asking_.clear();
    for (Undertaking& undertaking : undertakings_) {
      if (undertaking.is_finished) continue;
      undertaking.is_finished = finish(undertaking, made.effort);
      if (undertaking.is_finished) {
        made.puzzles[undertaking.index - first] = undertaking.puzzle;
      } else {
        questions_.push_back(undertaking.digger.question());
        asking_.push_back(&undertaking);
      }
    }
    return !questions_.empty();
  }

  /// Goes on as far as no question is open. True if the puzzle is as wanted.
  bool finish(Undertaking& undertaking, GenerateEffort& effort) {
    const Digger& digger = undertaking.digger;
    while (!undertaking.digger.advance()) {
      undertaking.puzzle = digger.puzzle();
      if (digger.succeeded() && rater_.is_of(digger.puzzle(), plan_.difficulty) &&
          (!plan_.is_impossible || add_wrong_clue(undertaking, effort))) {
        return true;
      }
      begin_attempt(undertaking, effort);
    }
    return false;
  }

  /// The one that takes most guesses to refute. False if there is none.
  bool add_wrong_clue(Undertaking& undertaking, GenerateEffort& effort) {
    const std::vector<Grid> wrong = with_wrong_clues(undertaking.puzzle, undertaking.full_grid);
    if (wrong.empty()) return false;
    std::vector<SolveResult> results(wrong.size());
    engine_.solve(boards_of(wrong), limits_, {results, {}}, nullptr);
    effort.checks += wrong.size();
    const auto hardest = std::max_element(
        results.begin(), results.end(),
        [](const SolveResult& a, const SolveResult& b) { return a.guesses < b.guesses; });
    undertaking.puzzle = wrong[static_cast<std::size_t>(hardest - results.begin())];
    return true;
  }

  bool answer_questions() {
    results_.resize(questions_.size());
    engine_.solve(boards_of(questions_), limits_, {results_, {}}, nullptr);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].outcome == Outcome::stopped) return false;
      asking_[i]->digger.answer(static_cast<std::uint64_t>(results_[i].solutions));
    }
    return true;
  }

  const GeneratePlan& plan_;
  Engine& engine_;
  std::vector<Orbit> orbits_;
  SolveLimits limits_;
  DifficultyRater rater_;
  std::vector<Undertaking> undertakings_;
  std::vector<Grid> questions_;
  std::vector<Undertaking*> asking_;
  std::vector<SolveResult> results_;
};

MadePuzzles make_grids(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                       const std::atomic<bool>& stop) {
  MadePuzzles made;
  for (std::uint64_t index = first; index < first + count && !stop.load(); ++index) {
    Random random = puzzle_random(plan.seed, index);
    made.puzzles.push_back(full_grid(plan.method, random, made.effort));
    ++made.effort.attempts;
  }
  return made;
}

}  // namespace

MadePuzzles make_puzzles(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                         Engine& engine, const std::atomic<bool>& stop) {
  if (!plan.goal) return make_grids(plan, first, count, stop);
  MadePuzzles made;
  if (!Workshop(plan, engine, stop).make(first, count, made)) made.puzzles.clear();
  return made;
}

}  // namespace sudoku
