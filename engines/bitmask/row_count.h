#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/search_monitor.h"
#include "engines/solution_count.h"

namespace sudoku::bitmask {

/// The largest Latin squares that RowCount supports: 8 digits in each of 8 columns are 64 bits.
inline constexpr std::size_t kMaxSideOfRowCount = 8;

/// Counts the solutions of a small Latin square row by row. Two ways to fill the same rows have the
/// same completions if each column has the same digits in both. So only the number of ways is kept
/// for each combination of digits in the columns. Rows with few options come first.
class RowCount {
 public:
  using Mask = std::uint32_t;

  /// `options` has the possible digits of each cell.
  RowCount(std::span<const Mask> options, std::size_t side, SearchMonitor& monitor)
      : options_(options), side_(side), monitor_(monitor) {}

  /// Returns nullopt if the count takes too much memory or if the monitor ends the search.
  std::optional<SolutionCount> count() {
    ways_[0] = 1;
    for (const std::size_t row : rows_in_order()) {
      next_.clear();
      for (const auto& [columns, ways] : ways_) {
        if (!fill(options_.subspan(row * side_, side_), 0, columns, 0, ways)) return std::nullopt;
      }
      std::swap(ways_, next_);
    }
    return ways_.empty() ? 0 : ways_.begin()->second;
  }

 private:
  using Columns = std::uint64_t;  // the digits of all columns, `side` bits each

  /// Limit of the combinations in memory. The empty Latin square of order 6 has 297,200 after three
  /// rows.
  static constexpr std::size_t kMostCombinations = std::size_t{1} << 20;

  std::vector<std::size_t> rows_in_order() const {
    const auto options_of = [this](std::size_t row) {
      int count = 0;
      for (const Mask mask : options_.subspan(row * side_, side_)) count += std::popcount(mask);
      return count;
    };
    std::vector<std::size_t> rows(side_);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return options_of(a) < options_of(b); });
    return rows;
  }

  /// Fills the cells of a row from `column` on in all ways. Returns false if the count must end.
  bool fill(std::span<const Mask> row, std::size_t column, Columns columns, Mask used,
            SolutionCount ways) {
    if (column == side_) {
      SolutionCount& total = next_[columns];
      total = sum_of(total, ways);
      return next_.size() <= kMostCombinations && monitor_.visit_node();
    }
    const auto of_column = static_cast<Mask>(columns >> column * side_);
    for (Mask left = row[column] & ~used & ~of_column; left != 0; left &= left - 1) {
      const Mask digit = left & (~left + 1);
      const Columns with_digit = columns | Columns{digit} << column * side_;
      if (!fill(row, column + 1, with_digit, used | digit, ways)) return false;
    }
    return true;
  }

  std::span<const Mask> options_;
  std::size_t side_;
  SearchMonitor& monitor_;
  std::unordered_map<Columns, SolutionCount> ways_;  // to fill the rows so far
  std::unordered_map<Columns, SolutionCount> next_;
};

}  // namespace sudoku::bitmask
