#include "harness/generate/hard_search.h"

#include <algorithm>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/stable_order.h"
#include "harness/base/workers.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/canonical_form.h"

namespace sudoku {
namespace {

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
