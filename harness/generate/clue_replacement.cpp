#include "harness/generate/clue_replacement.h"

#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "engines/houses.h"
#include "engines/registry.h"
#include "harness/generate/dig.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Reduced puzzles of each parent.
constexpr std::size_t kReductions = 8;
constexpr std::size_t kChildrenPerReduction = 8;
/// Reduced puzzles with more solutions are skipped: added clues would rarely leave one solution.
constexpr std::uint64_t kMaxSolutions = 200;
/// A child is rated if a single search takes at least this share of the guesses to exceed.
constexpr double kPromisingShare = 0.5;

struct Clue {
  std::uint8_t cell;
  std::uint8_t digit;
};

/// Returns the clues that leave at least one and at most `most` of the solutions, but not all.
std::vector<Clue> clues_leaving(const std::vector<const Grid*>& solutions, std::size_t most) {
  std::array<std::array<std::uint32_t, kSize + 1>, kCells> counts{};
  for (const Grid* solution : solutions) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++counts[cell][solution->cells[cell]];
  }
  std::vector<Clue> clues;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      const std::uint32_t left = counts[cell][digit];
      if (left != 0 && left < solutions.size() && left <= most) clues.push_back({cell, digit});
    }
  }
  return clues;
}

struct Child {
  Parent* parent;
  Grid puzzle;
};

std::vector<Child> replace_clues(std::span<Parent> parents, int max_replaced, Engine& engine,
                                 SolveLimits limits) {
  std::vector<Grid> reduced;
  std::vector<int> dropped;
  for (Parent& parent : parents) {
    for (std::size_t i = 0; i < kReductions; ++i) {
      const auto most = static_cast<std::uint64_t>(max_replaced);
      dropped.push_back(1 + static_cast<int>(parent.random.below(most)));
      reduced.push_back(drop_clues(parent.rated.puzzle, dropped.back(), parent.random));
    }
  }
  std::vector<std::vector<std::uint8_t>> solutions(reduced.size());
  SolutionLists sink(solutions);
  limits.max_solutions = kMaxSolutions;
  const auto results = solve_block(engine, boards_of(reduced), limits, {}, &sink);
  std::vector<Child> children;
  for (std::size_t i = 0; i < reduced.size(); ++i) {
    if (results[i].outcome != Outcome::exhausted) continue;
    Parent& parent = parents[i / kReductions];
    const std::span<const Grid> all = grids_of({k9x9, solutions[i]});
    for (std::size_t child = 0; child < kChildrenPerReduction; ++child) {
      const auto puzzle = add_clues(reduced[i], all, dropped[i], parent.random);
      if (puzzle) children.push_back({&parent, *puzzle});
    }
  }
  return children;
}

void keep_promising(std::vector<Child>& children, Engine& engine, const SolveLimits& limits) {
  std::vector<Grid> puzzles;
  for (const Child& child : children) puzzles.push_back(child.puzzle);
  const auto results = solve_block(engine, boards_of(puzzles), limits);
  auto result = results.begin();
  std::erase_if(children, [&result](const Child& child) {
    return static_cast<double>((result++)->guesses) < kPromisingShare * child.parent->threshold;
  });
}

void remove_superfluous_clues(std::vector<Child>& children, Engine& engine,
                              const SolveLimits& limits) {
  static const std::vector<Orbit> cells = orbits_of(Symmetry::none);
  static const HousesOfShape houses(k9x9);
  std::vector<Digger> diggers;
  for (const Child& child : children) {
    diggers.emplace_back(kMinimalGoal, cells, houses).begin(child.puzzle, child.parent->random);
  }
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
    const auto results = solve_block(engine, boards_of(questions), limits);
    for (std::size_t i = 0; i < asking.size(); ++i) {
      asking[i]->answer(static_cast<std::uint64_t>(results[i].solutions));
    }
  } while (!questions.empty() && !limits.is_stop_requested());
  for (std::size_t i = 0; i < children.size(); ++i) {
    children[i].puzzle = as_grid(diggers[i].puzzle());
  }
}

}  // namespace

Grid drop_clues(const Grid& puzzle, int count, Random& random) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) cells.push_back(cell);
  }
  shuffle(std::span(cells), random);
  Grid reduced = puzzle;
  for (const int cell : std::span(cells).first(static_cast<std::size_t>(count))) reduced[cell] = 0;
  return reduced;
}

std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random) {
  Grid child = puzzle;
  std::vector<const Grid*> left;
  for (const Grid& solution : solutions) left.push_back(&solution);
  for (int added = 1; added <= count && left.size() > 1; ++added) {
    const std::size_t most = added == count ? 1 : left.size();
    const std::vector<Clue> clues = clues_leaving(left, most);
    if (clues.empty()) return std::nullopt;
    const Clue clue = clues[random.below(clues.size())];
    child[clue.cell] = clue.digit;
    std::erase_if(left,
                  [clue](const Grid* solution) { return (*solution)[clue.cell] != clue.digit; });
  }
  return child;
}

RatedChildren make_children(std::span<Parent> parents, int max_replaced, ChildTools& tools,
                            const std::atomic<bool>& stop) {
  Engine& engine = *tools.engine;
  const SolveLimits limits{.stop = &stop};
  RatedChildren rated;
  std::vector<Child> children = replace_clues(parents, max_replaced, engine, limits);
  rated.effort.children = children.size();
  keep_promising(children, engine, limits);
  remove_superfluous_clues(children, engine, limits);
  // Remove children that equal their parent or an earlier child of it.
  std::set<std::pair<const Parent*, decltype(Grid::cells)>> seen;
  for (const Parent& parent : parents) seen.emplace(&parent, parent.rated.puzzle.cells);
  std::erase_if(children, [&seen](const Child& child) {
    return !seen.emplace(child.parent, child.puzzle.cells).second;
  });
  rated.effort.rated = children.size();
  for (const auto& [parent, puzzle] : children) {
    if (!tools.rater.exceeds(puzzle, parent->threshold)) continue;
    rated.puzzles.push_back({puzzle, tools.rater.median_guesses(puzzle), parent->rated.family});
  }
  return rated;
}

}  // namespace sudoku
