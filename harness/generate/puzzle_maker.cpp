#include "harness/generate/puzzle_maker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/generate/dig.h"
#include "harness/generate/full_grid.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// A puzzle on its way, from its first full grid to the one that gave what was wanted.
struct Undertaking {
  std::uint64_t index;
  Random random;
  Digger digger;
  OwnedBoard full_grid{};  // of the last attempt
  OwnedBoard puzzle{};     // once it is finished
  std::uint64_t attempts = 0;
  std::uint64_t unanswered = 0;  // questions of all attempts
  bool is_finished = false;
};

/// The puzzle with each clue more that no clue forbids, but its only solution.
BoardList with_wrong_clues(const HousesOfShape& houses, const Board& puzzle,
                           const Board& solution) {
  BoardList wrong;
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  const HouseMasks masks(houses, puzzle);
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    if (puzzle[cell] != 0) continue;
    for (std::uint8_t digit = 1; digit <= side; ++digit) {
      const bool is_open = (masks.candidates_of(cell) & masks.mask_of(digit)) != 0;
      if (!is_open || digit == solution[cell]) continue;
      wrong.push_back(puzzle);
      wrong.cells_of(wrong.size() - 1)[cell] = digit;
    }
  }
  return wrong;
}

/// The full grids of a plan.
class GridSource {
 public:
  explicit GridSource(const GeneratePlan& plan) : method_(plan.method) {
    if (plan.shape != k9x9) completer_.emplace(plan.shape);
  }

  /// Nothing if `stop` was set.
  std::optional<OwnedBoard> draw(Random& random, GenerateEffort& effort,
                                 const std::atomic<bool>& stop) {
    if (completer_) return completer_->draw(random, effort, stop);
    return full_grid(method_, random, effort);
  }

 private:
  GridMethod method_;
  std::optional<GridCompleter> completer_;
};

/// Of the search for one answer. Those of 9x9 are never long; of large boards some take years, and
/// where a search is given up has to be the same on every machine.
std::uint64_t most_guesses(const Shape& shape) {
  return shape == k9x9 ? 0 : 10'000;
}

/// All puzzles of one call, in step.
class Workshop {
 public:
  Workshop(const GeneratePlan& plan, Engine& engine, const std::atomic<bool>& stop)
      : plan_(plan),
        engine_(engine),
        stop_(stop),
        grids_(plan),
        houses_(plan.shape),
        orbits_(orbits_of(plan.goal->symmetry, plan.shape)),
        questions_(plan.shape) {
    limits_.stop = &stop;
    limits_.max_solutions = plan.goal->max_solutions + 1;
    limits_.max_guesses = most_guesses(plan.shape);
  }

  /// False if stopped.
  bool make(std::uint64_t first, std::size_t count, MadePuzzles& made) {
    for (std::size_t i = 0; i < count; ++i) {
      undertakings_.push_back(
          {first + i, puzzle_random(plan_.seed, first + i), Digger(*plan_.goal, orbits_, houses_)});
      if (!begin_attempt(undertakings_.back(), made.effort)) return false;
    }
    made.puzzles = BoardList(plan_.shape);
    made.puzzles.resize(count);
    while (collect_questions(first, made)) {
      made.effort.checks += questions_.size();
      if (!answer_questions()) return false;
    }
    return true;
  }

 private:
  /// False if stopped.
  bool begin_attempt(Undertaking& undertaking, GenerateEffort& effort) {
    if (undertaking.attempts++ == plan_.max_attempts) {
      throw RequirementsUnmet(fmt::format(
          "puzzle {}: no suitable puzzle in {} full grids{}; raise --attempts",
          undertaking.index + 1, plan_.max_attempts, describe_unanswered(undertaking.unanswered)));
    }
    ++effort.attempts;
    auto grid = grids_.draw(undertaking.random, effort, stop_);
    if (!grid) return false;
    undertaking.full_grid = std::move(*grid);
    undertaking.digger.begin(undertaking.full_grid, undertaking.random);
    return true;
  }

  /// One question of each puzzle that is not finished. False if there is none.
  bool collect_questions(std::uint64_t first, MadePuzzles& made) {
    questions_.clear();
    asking_.clear();
    for (Undertaking& undertaking : undertakings_) {
      if (undertaking.is_finished) continue;
      undertaking.is_finished = finish(undertaking, made.effort);
      if (undertaking.is_finished) {
        made.puzzles.set(undertaking.index - first, undertaking.puzzle);
      } else {
        questions_.push_back(undertaking.digger.question());
        asking_.push_back(&undertaking);
      }
    }
    return !questions_.empty();
  }

  /// Goes on as far as no question is open, or is stopped. True if the puzzle is as wanted.
  bool finish(Undertaking& undertaking, GenerateEffort& effort) {
    const Digger& digger = undertaking.digger;
    while (!undertaking.digger.advance()) {
      undertaking.puzzle = digger.puzzle();
      if (digger.succeeded() && is_of_difficulty(digger.puzzle()) &&
          (!plan_.is_impossible || add_wrong_clue(undertaking, effort))) {
        return true;
      }
      if (!begin_attempt(undertaking, effort)) return false;
    }
    return false;
  }

  std::string describe_unanswered(std::uint64_t boards) const {
    if (boards == 0) return {};
    return fmt::format(", and {} took more than {} guesses", number_of(boards, "board"),
                       limits_.max_guesses);
  }

  bool is_of_difficulty(const Board& puzzle) {
    return plan_.difficulty == Difficulty::any || rater_.is_of(as_grid(puzzle), plan_.difficulty);
  }

  /// The one that takes most guesses to refute. False if there is none.
  bool add_wrong_clue(Undertaking& undertaking, GenerateEffort& effort) {
    const BoardList wrong = with_wrong_clues(houses_, undertaking.puzzle, undertaking.full_grid);
    if (wrong.empty()) return false;
    std::vector<SolveResult> results(wrong.size());
    engine_.solve(wrong, limits_, {results, {}}, nullptr);
    effort.checks += wrong.size();
    const auto hardest = std::max_element(
        results.begin(), results.end(),
        [](const SolveResult& a, const SolveResult& b) { return a.guesses < b.guesses; });
    undertaking.puzzle = wrong[static_cast<std::size_t>(hardest - results.begin())];
    return true;
  }

  bool answer_questions() {
    results_.resize(questions_.size());
    engine_.solve(questions_, limits_, {results_, {}}, nullptr);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].outcome == Outcome::stopped) return false;
      if (is_answered(results_[i])) {
        asking_[i]->digger.answer(static_cast<std::uint64_t>(results_[i].solutions));
      } else {
        ++asking_[i]->unanswered;
        asking_[i]->digger.leave();
      }
    }
    return true;
  }

  const GeneratePlan& plan_;
  Engine& engine_;
  const std::atomic<bool>& stop_;
  GridSource grids_;
  const HousesOfShape houses_;
  const std::vector<Orbit> orbits_;
  SolveLimits limits_;
  DifficultyRater rater_;
  std::vector<Undertaking> undertakings_;
  BoardList questions_;
  std::vector<Undertaking*> asking_;
  std::vector<SolveResult> results_;
};

MadePuzzles make_grids(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                       const std::atomic<bool>& stop) {
  MadePuzzles made;
  GridSource grids(plan);
  for (std::uint64_t index = first; index < first + count && !stop.load(); ++index) {
    Random random = puzzle_random(plan.seed, index);
    const auto grid = grids.draw(random, made.effort, stop);
    if (!grid) break;
    made.puzzles.push_back(*grid);
    ++made.effort.attempts;
  }
  return made;
}

}  // namespace

std::uint64_t usual_attempts(const GeneratePlan& plan) {
  // Of boards of 25x25, a hundred take minutes.
  constexpr std::size_t kLastQuickSide = 16;
  if (plan.shape.side() > kLastQuickSide) return 100;
  return plan.difficulty == Difficulty::extreme ? 1'000'000 : 10'000;
}

MadePuzzles make_puzzles(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                         Engine& engine, const std::atomic<bool>& stop) {
  if (!plan.goal) return make_grids(plan, first, count, stop);
  MadePuzzles made;
  if (!Workshop(plan, engine, stop).make(first, count, made)) made.puzzles.clear();
  return made;
}

}  // namespace sudoku
