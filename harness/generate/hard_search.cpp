#include "harness/generate/hard_search.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/stable_order.h"
#include "harness/base/workers.h"
#include "harness/generate/dig.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

// --- Children ------------------------------------------------------------------------------------

// The {-k+k} neighbourhood of the players' forum: remove k clues from a puzzle with one solution,
// list the solutions of the rest once, and add k clues that leave one of them.

/// Reduced puzzles of each parent.
constexpr std::size_t kReductions = 8;
constexpr std::size_t kChildrenPerReduction = 8;
/// Reduced puzzles with more solutions are skipped: added clues would rarely leave one solution.
constexpr std::uint64_t kMaxSolutions = 200;
/// A child is rated if a single search takes at least this share of the guesses to exceed.
constexpr double kPromisingShare = 0.5;

struct Parent {
  RatedPuzzle rated;
  double threshold = 0;  ///< a child needs more median guesses than this
  Random random;
};

/// Minimal children of some parents that exceed the thresholds.
struct RatedChildren {
  std::vector<RatedPuzzle> puzzles;
  HardSearchEffort effort;
};

/// Engine and rater of a thread that makes children.
struct ChildTools {
  std::unique_ptr<Engine> engine = resolve_engine("lanes")->make({});
  DifficultyRater rater;
};

struct Clue {
  std::uint8_t cell;
  std::uint8_t digit;
};

/// Returns the clues that leave at least one and at most `most` of the solutions, but not all.
std::vector<Clue> clues_leaving(const std::vector<Grid>& solutions, std::size_t most) {
  std::array<std::array<std::uint32_t, kSize + 1>, kCells> counts{};
  for (const Grid& solution : solutions) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++counts[cell][solution.cells[cell]];
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

/// Returns the puzzle without `count` random clues. Every set of clues is equally likely.
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

/// Returns the puzzle with at most `count` random clues added, so that exactly one of `solutions`
/// remains. `solutions` are all solutions of the puzzle, in any order. Returns nullopt if no clue
/// leaves exactly one solution in the last step.
std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random) {
  Grid child = puzzle;
  std::vector<Grid> left(solutions.begin(), solutions.end());
  for (int added = 1; added <= count && left.size() > 1; ++added) {
    const std::size_t most = added == count ? 1 : left.size();
    const std::vector<Clue> clues = clues_leaving(left, most);
    if (clues.empty()) return std::nullopt;
    const Clue clue = clues[random.below(clues.size())];
    child[clue.cell] = clue.digit;
    std::erase_if(left, [clue](const Grid& solution) { return solution[clue.cell] != clue.digit; });
  }
  return child;
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

/// Makes and rates children by replacing up to `max_replaced` clues. Every step calls the engine
/// once for the children of all parents. A child does not depend on the other parents. The result
/// is meaningless once `stop` is set.
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

// --- Rounds --------------------------------------------------------------------------------------

/// Number of parents per call of make_children: enough to fill the lanes of the engine.
constexpr std::size_t kParents = 16;
constexpr std::size_t kMinFamilies = 20;
/// Random puzzles that are rated for each place in the first pool.
constexpr std::uint64_t kRandomPerPlace = 20;

/// Runs the rounds of one search.
class HardSearch {
 public:
  HardSearch(const HardSearchPlan& plan, PuzzlePool& pool, unsigned threads,
             const std::atomic<bool>& stop)
      : plan_(plan),
        pool_(pool),
        threads_(threads),
        stop_(stop),
        max_family_size_(std::max<std::size_t>(plan.puzzles / kMinFamilies, 1)),
        workers_(threads, [] { return ChildTools(); }) {}

  /// Fills the pool with the hardest of many random puzzles. Returns false if stopped.
  bool fill() {
    GeneratePlan start;
    start.seed = plan_.seed;
    start.goal = kMinimalGoal;
    DifficultyRater rater;
    std::vector<RatedPuzzle> puzzles;
    const auto rate = [&](const MadePuzzles& made) {
      for (const Grid& puzzle : grids_of(made.puzzles)) {
        puzzles.push_back({puzzle, rater.median_guesses(puzzle), puzzles.size()});
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
      std::span<Parent> parents;
      RatedChildren children;
    };
    std::vector<Parent> parents = next_parents();
    std::span<Parent> left(parents);
    RatedChildren all;
    workers_.run<Item>(
        [&](Item& item) {
          item.parents = left.first(std::min(kParents, left.size()));
          left = left.subspan(item.parents.size());
          return !item.parents.empty() && !stop_.load();
        },
        [&](Item& item, ChildTools& tools) {
          item.children = make_children(item.parents, plan_.max_replaced, tools, stop_);
        },
        [&](const Item& item) {
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
  /// Returns the puzzles of the pool with the guesses that a child must exceed to enter the pool.
  std::vector<Parent> next_parents() const {
    std::unordered_map<std::uint64_t, std::size_t> sizes;
    std::unordered_map<std::uint64_t, double> thresholds;  // by family
    for (const RatedPuzzle& rated : pool_.puzzles) {
      thresholds.try_emplace(rated.family, pool_.puzzles.back().guesses);
      if (++sizes[rated.family] == max_family_size_) thresholds[rated.family] = rated.guesses;
    }
    std::vector<Parent> parents;
    for (const RatedPuzzle& rated : pool_.puzzles) {
      Random by_place = puzzle_random(plan_.seed, parents.size());
      parents.push_back(
          {rated, thresholds[rated.family], puzzle_random(by_place.next(), pool_.rounds)});
    }
    return parents;
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
      if (family_size == max_family_size_) continue;
      if (!canonical_forms.insert(format_line(canonical_form(rated->puzzle))).second) continue;
      ++family_size;
      pool_.puzzles.push_back(*rated);
    }
  }

  const HardSearchPlan& plan_;
  PuzzlePool& pool_;
  unsigned threads_;
  const std::atomic<bool>& stop_;
  std::size_t max_family_size_;
  Workers<ChildTools> workers_;
};

// --- The pool file -------------------------------------------------------------------------------

using Json = nlohmann::ordered_json;

PoolFile pool_file(const Json& json) {
  PoolFile file;
  file.plan.seed = whole_number(json.at("seed"));
  file.plan.max_replaced = static_cast<int>(whole_number(json.at("max_replaced"), kCells));
  file.pool.rounds = whole_number(json.at("rounds"));
  file.pool.effort.children = whole_number(json.at("children"));
  file.pool.effort.rated = whole_number(json.at("rated"));
  for (const Json& puzzle : json.at("puzzles")) {
    RatedPuzzle& rated = file.pool.puzzles.emplace_back();
    const auto text = puzzle.at("puzzle").get<std::string>();
    if (text.size() != kCells || parse_line(text, rated.puzzle) != kCells) {
      throw std::runtime_error("a puzzle is not valid");
    }
    puzzle.at("guesses").get_to(rated.guesses);
    rated.family = whole_number(puzzle.at("family"));
  }
  file.plan.rounds = file.pool.rounds;
  file.plan.puzzles = file.pool.puzzles.size();
  return file;
}

}  // namespace

bool search_hard_puzzles(const HardSearchPlan& plan, PuzzlePool& pool, unsigned threads,
                         const std::atomic<bool>& stop, const std::function<bool()>& after_round) {
  HardSearch search(plan, pool, threads, stop);
  if (pool.puzzles.empty() && !search.fill()) return false;
  while (!after_round() && pool.rounds < plan.rounds) {
    if (!search.run_round()) return false;
  }
  return true;
}

std::optional<PoolFile> read_pool(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const auto [json, has_digest] = read_json_file(path.string());
  try {
    if (!has_digest) throw std::runtime_error("has no digest");
    return pool_file(json);
  } catch (const std::exception& error) {
    throw InputError(path.string(),
                     fmt::format("is not a pool of generate --mine: {}", untagged(error)));
  }
}

void write_pool(const std::filesystem::path& path, const HardSearchPlan& plan,
                const PuzzlePool& pool) {
  Json puzzles = Json::array();
  for (const auto& [puzzle, guesses, family] : pool.puzzles) {
    puzzles.push_back({{"puzzle", format_line(puzzle)}, {"guesses", guesses}, {"family", family}});
  }
  const Json json = {
      {"seed", plan.seed},          {"max_replaced", plan.max_replaced},
      {"rounds", pool.rounds},      {"children", pool.effort.children},
      {"rated", pool.effort.rated}, {"puzzles", puzzles},
  };
  replace_file(path, to_json_file(json));
}

}  // namespace sudoku
