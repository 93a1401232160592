#include "harness/tables/text_table.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <sstream>
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

constexpr std::size_t kIndent = 2;
constexpr std::string_view kGap = "  ";

std::size_t column_width(const TextTable& table, std::size_t column) {
  std::size_t width = table.columns[column].name.size();
  for (const auto& row : table.rows) width = std::max(width, row[column].size());
  return width;
}

/// Returns the length of the longest line.
std::size_t width_of(const TextTable& table) {
  std::size_t width = kIndent + kGap.size() * (table.columns.size() - 1);
  for (std::size_t i = 0; i < table.columns.size(); ++i) width += column_width(table, i);
  return width;
}

void remove_column(TextTable& table, std::ptrdiff_t column) {
  table.columns.erase(table.columns.begin() + column);
  for (auto& row : table.rows) row.erase(row.begin() + column);
}

}  // namespace

void remove_column(TextTable& table, std::string_view name) {
  const auto column = std::ranges::find(table.columns, name, &TextTable::Column::name);
  if (column != table.columns.end()) remove_column(table, column - table.columns.begin());
}

TextTable fit_columns(TextTable table, std::size_t width) {
  while (width_of(table) > width) {
    const auto last = std::ranges::max_element(table.columns, {}, &TextTable::Column::rank);
    if (last->rank == 0) break;
    remove_column(table, last - table.columns.begin());
  }
  return table;
}

std::vector<std::string> align_columns(const TextTable& table) {
  std::vector<std::string> lines(1 + table.rows.size(), std::string(kIndent, ' '));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto& [name, rank, is_text] = table.columns[i];
    const bool is_last = i + 1 == table.columns.size();
    const std::size_t width = is_text && is_last ? 0 : column_width(table, i);
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const std::string& cell = line == 0 ? name : table.rows[line - 1][i];
      if (i > 0) lines[line] += kGap;
      lines[line] +=
          is_text ? fmt::format("{:<{}}", cell, width) : fmt::format("{:>{}}", cell, width);
    }
  }
  return lines;
}

std::string wrap(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string wrapped;
  std::size_t end = indent;  // of the last line
  for (std::string word; words >> word;) {
    const bool is_first = wrapped.empty();
    const bool fits = is_first || end + 1 + word.size() <= width;
    if (!is_first) wrapped += fits ? " " : '\n' + std::string(indent, ' ');
    end = (fits ? end + (is_first ? 0 : 1) : indent) + word.size();
    wrapped += word;
  }
  return wrapped;
}

std::string format_time(double ns) { return scaled(ns, 1000, {"ns", "us", "ms", "s"}); }

std::string format_bytes(double bytes) { return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB"}); }

std::string format_rate(double per_second) {
  return scaled(per_second, 1000, {"/s", "k/s", "M/s"});
}

std::string format_factor(double factor) {
  if (!(factor > 0) || !std::isfinite(factor)) return fmt::format("{:.3g}", factor);
  // Rounds to three significant digits first, because 9.996 needs as many decimals as 10.
  const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
  const double rounded = std::round(factor / unit) * unit;
  const int decimals = static_cast<int>(std::max(0.0, 2 - std::floor(std::log10(rounded))));
  const std::string digits = fmt::format("{:.{}f}", rounded, decimals);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (decimals == 0 && i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace sudoku
