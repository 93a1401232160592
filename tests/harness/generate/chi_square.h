#pragma once

#include <cmath>

namespace sudoku {

/// Whether the counts of equally likely outcomes are plausible: chi-square is within five standard
/// deviations of its mean. Takes a map from outcomes to counts, with every possible outcome.
template <typename Map>
bool has_plausible_chi_square(const Map& counts) {
  double total = 0;
  for (const auto& [outcome, count] : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const auto& [outcome, count] : counts) {
    chi_square += (count - expected) * (count - expected) / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  return std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom);
}

}  // namespace sudoku
