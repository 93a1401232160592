#include "harness/generate/mine.h"

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
#include "harness/generate/production.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// Puzzles of the pool whose children are made together: enough to fill the lanes of an engine.
constexpr std::size_t kParents = 16;
/// Of each puzzle in a round.
constexpr std::size_t kReductions = 8;
constexpr std::size_t kChildrenOfReduction = 8;
/// A reduced puzzle with more solutions is passed over: clues would hardly leave one of them.
constexpr std::uint64_t kMaxSolutions = 200;
/// A child is rated if one search took it at least this part of the guesses that it needs.
constexpr double kPromising = 0.5;
constexpr std::size_t kLeastFamilies = 20;
/// The first pool is the hardest of so many times as many random puzzles.
constexpr std::uint64_t kCandidates = 20;

DigGoal minimal_goal() {
  DigGoal goal;
  goal.min_solutions = goal.max_solutions = 1;
  goal.end = DigEnd::at_last_cell;
  return goal;
}

/// A pool of one family alone would be a poor one.
std::size_t largest_family(const MinePlan& plan) {
  return std::max<std::size_t>(plan.puzzles / kLeastFamilies, 1);
}

struct Parent {
  Grid puzzle;
  std::uint64_t family;
  double bar;  // a child needs more median guesses
  Random random;
};

struct Child {
  std::size_t parent;  // its place among them
  Grid puzzle;
};

/// All solutions of each puzzle of a call.
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

/// What a round makes of some puzzles of the pool.
struct Offspring {
  std::vector<MinedPuzzle> puzzles;
  MineEffort effort;
};

/// A thread at work on a round. Every step is one call of an engine for the children of many
/// puzzles; what becomes of a puzzle does not depend on which others are there.
class Miner {
 public:
  Miner() : engine_(resolve_engine("lanes")->make({})) {}

  /// The children that are hard enough. Once stopped, what it returns is of no use.
  Offspring work(std::span<Parent> parents, int max_replaced, const std::atomic<bool>& stop) {
    stop_ = &stop;
    Offspring offspring;
    std::vector<Child> children = replace_clues(parents, max_replaced);
    offspring.effort.children = children.size();
    keep_promising(parents, children);
    take_superfluous_clues(parents, children);
    keep_new(parents, children);
    offspring.effort.rated = children.size();
    for (const Child& child : children) {
      const Parent& parent = parents[child.parent];
      if (!meter_.exceeds(child.puzzle, parent.bar)) continue;
      const double guesses = meter_.median_guesses(child.puzzle);
      offspring.puzzles.push_back({child.puzzle, guesses, parent.family});
    }
    return offspring;
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
      for (std::size_t child = 0; child < kChildrenOfReduction; ++child) {
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
      if (guesses >= kPromising * parents[children[i].parent].bar) promising.push_back(children[i]);
    }
    children = std::move(promising);
  }

  void take_superfluous_clues(std::span<Parent> parents, std::vector<Child>& children) {
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

  /// Leaves out parents that have come back, and all but the first of equal children.
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

/// Whether the puzzle has one solution, and would have several without any of its clues.
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

/// The pool and those who work on it.
class Mine {
 public:
  Mine(const MinePlan& plan, MinePool& pool, unsigned threads, const std::atomic<bool>& stop)
      : plan_(plan), pool_(pool), threads_(threads), stop_(stop), workers_(threads, [] {
          return Miner();
        }) {}

  /// Puts the hardest of many random puzzles into the pool. False if stopped.
  bool fill() {
    GeneratePlan start;
    start.seed = plan_.seed;
    start.goal = minimal_goal();
    GuessMeter meter;
    std::vector<MinedPuzzle> puzzles;
    const auto rate = [&](const MadePuzzles& made) {
      for (const Grid& puzzle : grids_of(made.puzzles)) {
        puzzles.push_back({puzzle, meter.median_guesses(puzzle), puzzles.size()});
      }
    };
    if (!produce(start, {0, kCandidates * plan_.puzzles}, threads_, stop_, rate)) return false;
    select(std::move(puzzles));
    return true;
  }

  /// False if stopped.
  bool run_round() {
    struct Item {
      std::vector<Parent> parents;
      Offspring offspring;
    };
    const auto bars = family_bars();
    Offspring all;
    std::size_t next = 0;
    workers_.run<Item>(
        [&](Item& item) {
          for (; item.parents.size() < kParents && next < pool_.puzzles.size(); ++next) {
            item.parents.push_back(parent(next, bars));
          }
          return !item.parents.empty() && !stop_.load();
        },
        [&](Item& item, Miner& miner) {
          item.offspring = miner.work(item.parents, plan_.max_replaced, stop_);
        },
        [&](Item& item) {
          for (const MinedPuzzle& child : item.offspring.puzzles) all.puzzles.push_back(child);
          all.effort += item.offspring.effort;
        });
    if (stop_.load()) return false;
    select(std::move(all.puzzles));
    pool_.effort += all.effort;
    ++pool_.rounds;
    return true;
  }

 private:
  /// What is to be exceeded to come into the pool, for the families that are as large as may be.
  std::unordered_map<std::uint64_t, double> family_bars() const {
    std::unordered_map<std::uint64_t, std::size_t> sizes;
    std::unordered_map<std::uint64_t, double> bars;
    for (const MinedPuzzle& mined : pool_.puzzles) {
      if (++sizes[mined.family] == largest_family(plan_)) bars[mined.family] = mined.guesses;
    }
    return bars;
  }

  Parent parent(std::size_t place, const std::unordered_map<std::uint64_t, double>& bars) const {
    const MinedPuzzle& mined = pool_.puzzles[place];
    const auto bar = bars.find(mined.family);
    return {mined.puzzle, mined.family,
            bar == bars.end() ? pool_.puzzles.back().guesses : bar->second,
            puzzle_random(puzzle_random(plan_.seed, place).next(), pool_.rounds)};
  }

  /// The hardest puzzles of the pool and of those that come to it, the hardest first.
  void select(std::vector<MinedPuzzle> puzzles) {
    puzzles.insert(puzzles.begin(), pool_.puzzles.begin(), pool_.puzzles.end());
    const auto hardest_first = stable_order(
        puzzles, [](const MinedPuzzle& a, const MinedPuzzle& b) { return a.guesses > b.guesses; });
    std::unordered_map<std::uint64_t, std::size_t> family_sizes;
    std::unordered_set<std::string> canonical_forms;
    pool_.puzzles.clear();
    for (const MinedPuzzle* mined : hardest_first) {
      if (pool_.puzzles.size() == plan_.puzzles) break;
      std::size_t& family_size = family_sizes[mined->family];
      if (family_size == largest_family(plan_)) continue;
      if (!canonical_forms.insert(format_line(canonical_form(mined->puzzle))).second) continue;
      ++family_size;
      pool_.puzzles.push_back(*mined);
    }
  }

  const MinePlan& plan_;
  MinePool& pool_;
  unsigned threads_;
  const std::atomic<bool>& stop_;
  Workers<Miner> workers_;
};

}  // namespace

std::string find_defect(const MinePlan& plan, const MinePool& pool) {
  const MineEffort& effort = pool.effort;
  const std::uint64_t most_children = kReductions * kChildrenOfReduction * plan.puzzles;
  if (pool.puzzles.empty()) return "has no puzzle";
  if (plan.max_replaced < 1) return "no clue is replaced";
  const bool is_of_rounds =
      effort.children == 0 || (effort.children - 1) / most_children < pool.rounds;
  if (effort.rated > effort.children || !is_of_rounds) {
    return "its recorded cost does not match its rounds";
  }
  GuessMeter meter;
  std::unordered_map<std::uint64_t, std::size_t> family_sizes;
  std::unordered_set<std::string> canonical_forms;
  for (std::size_t i = 0; i < pool.puzzles.size(); ++i) {
    const MinedPuzzle& mined = pool.puzzles[i];
    const auto refuse = [&](std::string_view what) {
      return fmt::format("puzzle {} {}: {}", i + 1, what, format_line(mined.puzzle));
    };
    if (!is_minimal(mined.puzzle)) return refuse("is not minimal with one solution");
    if (meter.median_guesses(mined.puzzle) != mined.guesses) return refuse("takes other guesses");
    if (i > 0 && mined.guesses > pool.puzzles[i - 1].guesses) return refuse("is out of order");
    if (!canonical_forms.insert(format_line(canonical_form(mined.puzzle))).second) {
      return refuse("is an isomorph of another");
    }
    if (mined.family >= kCandidates * plan.puzzles ||
        ++family_sizes[mined.family] > largest_family(plan)) {
      return refuse("does not belong to this family");
    }
  }
  return {};
}

bool mine(const MinePlan& plan, MinePool& pool, unsigned threads, const std::atomic<bool>& stop,
          const std::function<bool()>& after_round) {
  Mine mine(plan, pool, threads, stop);
  if (pool.puzzles.empty() && !mine.fill()) return false;
  while (!after_round() && pool.rounds < plan.rounds) {
    if (!mine.run_round()) return false;
  }
  return true;
}

}  // namespace sudoku
