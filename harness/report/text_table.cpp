#include "harness/report/text_table.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

namespace sudoku {
namespace {

/// Formats a value in the largest unit that leaves at least 1. Each unit is `step` of the one
/// before.
std::string scaled(double value, double step, std::initializer_list<std::string_view> units) {
  const auto* unit = units.begin();
  for (; unit + 1 != units.end() && value >= 999.5; ++unit) value /= step;
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, *unit);
}

}  // namespace

std::vector<std::string> align_columns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> lines(rows.size());
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, row[column].size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      lines[i] += column == 0 ? fmt::format("  {:<{}}", rows[i][column], width)
                              : fmt::format("  {:>{}}", rows[i][column], width);
    }
  }
  return lines;
}

std::string format_time(double ns) { return scaled(ns, 1000, {"ns", "us", "ms", "s"}); }

std::string format_bytes(double bytes) { return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB"}); }

std::string format_rate(double per_second) {
  return scaled(per_second, 1000, {"/s", "k/s", "M/s"});
}

}  // namespace sudoku
