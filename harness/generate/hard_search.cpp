#include "harness/generate/hard_search.h"

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/base/stable_order.h"
#include "harness/base/workers.h"
#include "harness/generate/clue_replacement.h"
#include "harness/generate/dig.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// Parents whose children are made together: enough to fill the lanes of the engine.
constexpr std::size_t kParents = 16;
/// Reduced puzzles of each parent in a round.
constexpr std::size_t kReductions = 8;
constexpr std::size_t kChildrenPerReduction = 8;
/// Reduced puzzles with more solutions are skipped: added clues would rarely leave one solution.
constexpr std::uint64_t kMaxSolutions = 200;
/// A child is rated if a single search takes at least this share of the guesses to exceed.
constexpr double kPromisingShare = 0.5;
constexpr std::size_t kMinFamilies = 20;
/// Random puzzles that are rated for each place in the first pool.
constexpr std::uint64_t kRandomPerPlace = 20;

DigGoal minimal_goal() {
  DigGoal goal;
  goal.min_solutions = goal.max_solutions = 1;
  goal.end = DigEnd::at_last_cell;
  return goal;
}

/// Returns the maximum number of puzzles of one family in the pool.
std::size_t max_family_size(const HardSearchPlan& plan) {
  return std::max<std::size_t>(plan.puzzles / kMinFamilies, 1);
}

struct Parent {
  Grid puzzle;
  std::uint64_t family;
  double threshold;  // a child needs more median guesses than this
  Random random;
};

struct Child {
  std::size_t parent;  // index
  Grid puzzle;
};

/// Collects all solutions of each puzzle of a call.
class SolutionLists final : public SolutionSink {
 public:
  explicit SolutionLists(std::size_t puzzles) : lists_(puzzles) {}
  void on_solution(std::size_t puzzle, const Board& solution) override {
    lists_[puzzle].push_back(as_grid(solution));
  }
  const std::vector<Grid>& operator[](std::size_t puzzle) const { return lists_[puzzle]; }

 private:
  std::vector<std::vector<Grid>> lists_;
};

/// Children of some parents that are hard enough for the pool.
struct RatedChildren {
  std::vector<RatedPuzzle> puzzles;
  HardSearchEffort effort;
};

/// Makes and rates the children of some parents; each thread has its own instance. Every step calls
/// the engine once for the children of all parents. A child does not depend on the other parents.
class ChildMaker {
 public:
  ChildMaker() : engine_(resolve_engine("lanes")->make({})) {}

  /// Returns the children that exceed the thresholds of their parents. The result is meaningless
  /// once `stop` is set.
  RatedChildren make(std::span<Parent> parents, int max_replaced, const std::atomic<bool>& stop) {
    stop_ = &stop;
    RatedChildren rated;
    std::vector<Child> children = replace_clues(parents, max_replaced);
    rated.effort.children = children.size();
    keep_promising(parents, children);
    remove_superfluous_clues(parents, children);
    keep_new(parents, children);
    rated.effort.rated = children.size();
    for (const Child& child : children) {
      const Parent& parent = parents[child.parent];
      if (!meter_.exceeds(child.puzzle, parent.threshold)) continue;
      const double guesses = meter_.median_guesses(child.puzzle);
      rated.puzzles.push_back({child.puzzle, guesses, parent.family});
    }
    return rated;
  }

 private:
  std::vector<Child> replace_clues(std::span<Parent> parents, int max_replaced) {
    std::vector<Grid> reduced;
    std::vector<int> dropped;
    for (std::size_t i = 0; i < kReductions * parents.size(); ++i) {
      Parent& parent = parents[i / kReductions];
      const auto most = static_cast<std::uint64_t>(max_replaced);
      dropped.push_back(1 + static_cast<int>(parent.random.below(most)));
      reduced.push_back(drop_clues(parent.puzzle, dropped.back(), parent.random));
    }
    SolutionLists solutions(reduced.size());
    const std::vector<SolveResult> results = solve(reduced, kMaxSolutions, &solutions);
    std::vector<Child> children;
    for (std::size_t i = 0; i < reduced.size(); ++i) {
      if (results[i].outcome != Outcome::exhausted) continue;
      for (std::size_t child = 0; child < kChildrenPerReduction; ++child) {
        Random& random = parents[i / kReductions].random;
        const auto puzzle = add_clues(reduced[i], solutions[i], dropped[i], random);
        if (puzzle) children.push_back({i / kReductions, *puzzle});
      }
    }
    return children;
  }

  void keep_promising(std::span<const Parent> parents, std::vector<Child>& children) {
    const std::vector<SolveResult> results = solve(puzzles_of(children), 2, nullptr);
    std::vector<Child> promising;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const auto guesses = static_cast<double>(results[i].guesses);
      if (guesses >= kPromisingShare * parents[children[i].parent].threshold)
        promising.push_back(children[i]);
    }
    children = std::move(promising);
  }

  void remove_superfluous_clues(std::span<Parent> parents, std::vector<Child>& children) {
    static const DigGoal goal = minimal_goal();
    static const std::vector<Orbit> cells = orbits_of(Symmetry::none);
    static const HousesOfShape houses(k9x9);
    std::vector<Digger> diggers;
    for (const Child& child : children) {
      diggers.emplace_back(goal, cells, houses).begin(child.puzzle, parents[child.parent].random);
    }
    dig_in_step(diggers);
    for (std::size_t i = 0; i < children.size(); ++i) {
      children[i].puzzle = as_grid(diggers[i].puzzle());
    }
  }

  void dig_in_step(std::vector<Digger>& diggers) {
    std::vector<Digger*> asking;
    std::vector<Grid> questions;
    do {
      asking.clear();
      questions.clear();
      for (Digger& digger : diggers) {
        if (!digger.advance()) continue;
        asking.push_back(&digger);
        questions.push_back(as_grid(digger.question()));
      }
      const std::vector<SolveResult> results = solve(questions, 2, nullptr);
      for (std::size_t i = 0; i < asking.size(); ++i) {
        asking[i]->answer(static_cast<std::uint64_t>(results[i].solutions));
      }
    } while (!questions.empty() && !stop_->load());
  }

  /// Removes children that equal their parent or an earlier child of it.
  static void keep_new(std::span<const Parent> parents, std::vector<Child>& children) {
    std::vector<Child> fresh;
    std::set<std::pair<std::size_t, std::string>> seen;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      seen.emplace(i, format_line(parents[i].puzzle));
    }
    for (const Child& child : children) {
      if (seen.emplace(child.parent, format_line(child.puzzle)).second) fresh.push_back(child);
    }
    children = std::move(fresh);
  }

  static std::vector<Grid> puzzles_of(const std::vector<Child>& children) {
    std::vector<Grid> puzzles;
    for (const Child& child : children) puzzles.push_back(child.puzzle);
    return puzzles;
  }

  std::vector<SolveResult> solve(std::span<const Grid> puzzles, std::uint64_t max_solutions,
                                 SolutionSink* sink) {
    std::vector<SolveResult> results(puzzles.size());
    SolveLimits limits;
    limits.max_solutions = max_solutions;
    limits.stop = stop_;
    if (!puzzles.empty()) engine_->solve(boards_of(puzzles), limits, {results, {}}, sink);
    return results;
  }

  std::unique_ptr<Engine> engine_;
  GuessMeter meter_;
  const std::atomic<bool>* stop_ = nullptr;
};

/// Returns whether the puzzle has one solution, and several if any clue is removed.
bool is_minimal(const Grid& puzzle) {
  const auto engine = resolve_engine("bitmask")->make({});
  SolveLimits limits;
  limits.max_solutions = 2;
  const auto has_one_solution = [&](const Grid& grid) {
    SolveResult result;
    engine->solve(grid, limits, {{&result, 1}, {}}, nullptr);
    return result.solutions == 1;
  };
  if (!has_one_solution(puzzle)) return false;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == 0) continue;
    Grid less = puzzle;
    less[cell] = 0;
    if (has_one_solution(less)) return false;
  }
  return true;
}

/// Runs the rounds of one search.
class HardSearch {
 public:
  HardSearch(const HardSearchPlan& plan, PuzzlePool& pool, unsigned threads,
             const std::atomic<bool>& stop)
      : plan_(plan), pool_(pool), threads_(threads), stop_(stop), workers_(threads, [] {
          return ChildMaker();
        }) {}

  /// Fills the pool with the hardest of many random puzzles. Returns false if stopped.
  bool fill() {
    GeneratePlan start;
    start.seed = plan_.seed;
    start.goal = minimal_goal();
    GuessMeter meter;
    std::vector<RatedPuzzle> puzzles;
    const auto rate = [&](const MadePuzzles& made) {
      for (const Grid& puzzle : grids_of(made.puzzles)) {
        puzzles.push_back({puzzle, meter.median_guesses(puzzle), puzzles.size()});
      }
    };
    const IndexRange range{0, kRandomPerPlace * plan_.puzzles};
    if (!make_puzzles_in_parallel(start, range, threads_, stop_, rate)) return false;
    select(std::move(puzzles));
    return true;
  }

  /// Returns false if stopped; the pool is then unchanged.
  bool run_round() {
    struct Item {
      std::vector<Parent> parents;
      RatedChildren children;
    };
    const auto thresholds = family_thresholds();
    RatedChildren all;
    std::size_t next = 0;
    workers_.run<Item>(
        [&](Item& item) {
          for (; item.parents.size() < kParents && next < pool_.puzzles.size(); ++next) {
            item.parents.push_back(parent(next, thresholds));
          }
          return !item.parents.empty() && !stop_.load();
        },
        [&](Item& item, ChildMaker& maker) {
          item.children = maker.make(item.parents, plan_.max_replaced, stop_);
        },
        [&](Item& item) {
          for (const RatedPuzzle& child : item.children.puzzles) all.puzzles.push_back(child);
          all.effort += item.children.effort;
        });
    if (stop_.load()) return false;
    select(std::move(all.puzzles));
    pool_.effort += all.effort;
    ++pool_.rounds;
    return true;
  }

 private:
  /// Returns the guesses that a child must exceed to enter the pool, for each family of maximum
  /// size.
  std::unordered_map<std::uint64_t, double> family_thresholds() const {
    std::unordered_map<std::uint64_t, std::size_t> sizes;
    std::unordered_map<std::uint64_t, double> thresholds;
    for (const RatedPuzzle& rated : pool_.puzzles) {
      if (++sizes[rated.family] == max_family_size(plan_)) thresholds[rated.family] = rated.guesses;
    }
    return thresholds;
  }

  Parent parent(std::size_t place,
                const std::unordered_map<std::uint64_t, double>& thresholds) const {
    const RatedPuzzle& rated = pool_.puzzles[place];
    const auto threshold = thresholds.find(rated.family);
    return {rated.puzzle, rated.family,
            threshold == thresholds.end() ? pool_.puzzles.back().guesses : threshold->second,
            puzzle_random(puzzle_random(plan_.seed, place).next(), pool_.rounds)};
  }

  /// Replaces the pool by the hardest puzzles of the pool and of `puzzles`, hardest first.
  void select(std::vector<RatedPuzzle> puzzles) {
    puzzles.insert(puzzles.begin(), pool_.puzzles.begin(), pool_.puzzles.end());
    const auto hardest_first = stable_order(
        puzzles, [](const RatedPuzzle& a, const RatedPuzzle& b) { return a.guesses > b.guesses; });
    std::unordered_map<std::uint64_t, std::size_t> family_sizes;
    std::unordered_set<std::string> canonical_forms;
    pool_.puzzles.clear();
    for (const RatedPuzzle* rated : hardest_first) {
      if (pool_.puzzles.size() == plan_.puzzles) break;
      std::size_t& family_size = family_sizes[rated->family];
      if (family_size == max_family_size(plan_)) continue;
      if (!canonical_forms.insert(format_line(canonical_form(rated->puzzle))).second) continue;
      ++family_size;
      pool_.puzzles.push_back(*rated);
    }
  }

  const HardSearchPlan& plan_;
  PuzzlePool& pool_;
  unsigned threads_;
  const std::atomic<bool>& stop_;
  Workers<ChildMaker> workers_;
};

}  // namespace

std::string find_defect(const HardSearchPlan& plan, const PuzzlePool& pool) {
  const HardSearchEffort& effort = pool.effort;
  const std::uint64_t most_children = kReductions * kChildrenPerReduction * plan.puzzles;
  if (pool.puzzles.empty()) return "has no puzzle";
  if (plan.max_replaced < 1) return "has max_replaced 0";
  const bool is_of_rounds =
      effort.children == 0 || (effort.children - 1) / most_children < pool.rounds;
  if (effort.rated > effort.children || !is_of_rounds) {
    return "its recorded cost does not match its rounds";
  }
  GuessMeter meter;
  std::unordered_map<std::uint64_t, std::size_t> family_sizes;
  std::unordered_set<std::string> canonical_forms;
  for (std::size_t i = 0; i < pool.puzzles.size(); ++i) {
    const RatedPuzzle& rated = pool.puzzles[i];
    const auto defect = [&](std::string_view what) {
      return fmt::format("puzzle {} {}: {}", i + 1, what, format_line(rated.puzzle));
    };
    if (!is_minimal(rated.puzzle)) return defect("is not minimal with one solution");
    if (meter.median_guesses(rated.puzzle) != rated.guesses) {
      return defect("does not take the recorded guesses");
    }
    if (i > 0 && rated.guesses > pool.puzzles[i - 1].guesses) return defect("is out of order");
    if (!canonical_forms.insert(format_line(canonical_form(rated.puzzle))).second) {
      return defect("is an isomorph of another");
    }
    if (rated.family >= kRandomPerPlace * plan.puzzles ||
        ++family_sizes[rated.family] > max_family_size(plan)) {
      return defect("has an invalid family");
    }
  }
  return {};
}

bool search_hard_puzzles(const HardSearchPlan& plan, PuzzlePool& pool, unsigned threads,
                         const std::atomic<bool>& stop, const std::function<bool()>& after_round) {
  HardSearch search(plan, pool, threads, stop);
  if (pool.puzzles.empty() && !search.fill()) return false;
  while (!after_round() && pool.rounds < plan.rounds) {
    if (!search.run_round()) return false;
  }
  return true;
}

}  // namespace sudoku
