#include "harness/measure/iterations.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>

#include <fmt/format.h>

#include "engines/random.h"
#include "engines/rules.h"
#include "harness/base/units.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

/// Returns a symmetry that only renames the digits.
Isomorphism random_digit_names(const Shape& shape, Random& random) {
  Isomorphism isomorphism{.shape = shape};
  shuffle(std::span(isomorphism.digits).subspan(1, shape.side()), random);
  return isomorphism;
}

/// Returns why the answer to a copy of a puzzle contradicts the answer to the puzzle itself; empty
/// if it does not.
std::string find_contradiction(const EngineSample& all, std::size_t copy, const Board& puzzle,
                               const SolveResult& expected) {
  const SolveResult& result = all.results[copy];
  if (result.outcome == Outcome::failed) {
    return std::ranges::find(all.failures, copy, &Failure::puzzle)->what;
  }
  if (result.solutions != expected.solutions) {
    return fmt::format("found {}, and {} after the digits were renamed",
                       number_of(format_count(expected.solutions), "solution"),
                       format_count(result.solutions));
  }
  const bool has_invalid =
      result.solutions > 0 && result.has_solution && !is_solution_of(all.solutions[copy], puzzle);
  return has_invalid ? "its solution breaks a rule after the digits were renamed" : "";
}

}  // namespace

bool is_solved_in_one_call(const EngineSample& sample) {
  return is_all_solved(sample) && std::ranges::all_of(sample.puzzle_ns, [](std::int64_t ns) {
           return ns == EngineSample::kNotTimed;
         });
}

Iterations::Iterations(const Boards& block, std::size_t count, std::uint64_t seed)
    : block_size_(block.size()), puzzles_(block.shape), places_(count * block.size()) {
  Random random(seed);
  std::iota(places_.begin(), places_.end(), std::size_t{0});
  shuffle(std::span(places_), random);
  if (!block.candidates.empty()) puzzles_.add_candidates();
  puzzles_.resize(places_.size());
  for (std::size_t copy = 0; copy < places_.size(); ++copy) {
    const Board puzzle = block[copy % block_size_];
    if (copy < block_size_) {
      puzzles_.set(places_[copy], puzzle);
    } else {
      puzzles_.set(places_[copy], random_digit_names(block.shape, random).apply(puzzle));
    }
  }
}

std::optional<EngineSample> Iterations::sample_of_block(const EngineSample& all) const {
  const auto is_cut = [](const SolveResult& result) {
    return !is_solved(result) && result.outcome != Outcome::failed;
  };
  if (std::ranges::any_of(all.results, is_cut)) return std::nullopt;
  EngineSample sample = blank_sample(Boards(puzzles_).subspan(0, block_size_));
  static_cast<CallTimes&>(sample) = all;
  sample.iterations = places_.size() / block_size_;
  sample.error_ns = all.error_ns;
  sample.peak_bytes = all.peak_bytes;
  sample.package_uj = all.package_uj;
  for (std::size_t puzzle = 0; puzzle < block_size_; ++puzzle) {
    const std::size_t own = places_[puzzle];
    sample.results[puzzle] = all.results[own];
    sample.solutions.set(puzzle, all.solutions[own]);
    sample.puzzle_ns[puzzle] = all.puzzle_ns[own];
    for (std::size_t copy = puzzle; copy < places_.size(); copy += block_size_) {
      const std::size_t place = places_[copy];
      std::string what = find_contradiction(all, place, puzzles_[place], all.results[own]);
      if (what.empty()) continue;
      if (all.results[place].outcome == Outcome::failed) {
        sample.results[puzzle].outcome = Outcome::failed;
      }
      sample.failures.push_back({puzzle, std::move(what)});
      break;
    }
  }
  return sample;
}

}  // namespace sudoku
