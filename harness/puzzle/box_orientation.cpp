#include "harness/puzzle/box_orientation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Returns for each board whether it has a solution with these boxes; nullopt if that is unknown.
std::vector<std::optional<bool>> are_solvable(const Boards& boards, const Shape& shape) {
  SolveLimits limits;
  limits.max_solutions = 1;
  limits.max_guesses = 2000;
  const auto engine = uniqueness_engine(shape).make({});
  const auto results = solve_block(*engine, {shape, boards.cells, boards.candidates}, limits);
  std::vector<std::optional<bool>> are_solvable;
  for (const SolveResult& result : results) {
    const bool is_known = result.solutions > 0 || result.outcome == Outcome::exhausted;
    are_solvable.push_back(is_known ? std::optional(result.solutions > 0) : std::nullopt);
  }
  return are_solvable;
}

}  // namespace

std::string note_other_boxes(const Boards& boards) {
  const auto as_read = are_solvable(boards, boards.shape);
  const auto is_minority = [&](std::ptrdiff_t count) { return 2 * count <= std::ssize(as_read); };
  if (is_minority(std::ranges::count(as_read, std::optional(false)))) return {};
  for (const Shape& other : {turned(boards.shape), latin_square(boards.shape.side())}) {
    if (other == boards.shape) continue;
    const auto as_other = are_solvable(boards, other);
    std::ptrdiff_t fit = 0;
    for (std::size_t i = 0; i < as_read.size(); ++i) {
      fit += as_read[i] == std::optional(false) && as_other[i] != std::optional(false);
    }
    if (is_minority(fit)) continue;
    return fmt::format(
        "{} no solution with {}, but may have one {} {}; {}use --shape {}",
        boards.size() == 1 ? "the only board has"
                           : fmt::format("{} of the first {} boards have", fit, boards.size()),
        describe_boxes(boards.shape), other.is_latin() ? "as" : "with", describe_boxes(other),
        other.is_latin() ? "for Latin squares, " : "", to_string(other));
  }
  return {};
}

}  // namespace sudoku
