// The tables of results/COLUMNS.md equal the texts of the columns.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/results/row_columns.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Columns = std::vector<ColumnText>;

/// Returns a table as Markdown. Consecutive columns with the same text share a row, which names the
/// first five.
std::string table_of(const Columns& columns) {
  constexpr std::ptrdiff_t kMost = 4;
  std::string table = "| column | unit | meaning |\n|---|---|---|\n";
  for (auto first = columns.begin(); first != columns.end();) {
    const auto last = std::find_if(first, columns.end(), [&](const ColumnText& column) {
      return column.unit != first->unit || column.meaning != first->meaning;
    });
    std::string names = fmt::format("`{}`", first->name);
    for (auto next = first + 1; next != last && next - first < kMost; ++next) {
      names += fmt::format(", `{}`", next->name);
    }
    if (last - first > kMost) names += ", ...";
    const std::string unit = first->unit.empty() ? "" : fmt::format(" {}", first->unit);
    table += fmt::format("| {} |{} | {} |\n", names, unit, first->meaning);
    first = last;
  }
  return table;
}

/// Returns the columns that runs.csv does not have with the same text.
Columns new_in(const Columns& columns) {
  const Columns runs = texts_of(row_columns<RunRow>());
  Columns others;
  for (const ColumnText& column : columns) {
    if (std::find(runs.begin(), runs.end(), column) == runs.end()) others.push_back(column);
  }
  return others;
}

/// Returns the first table under a heading.
std::string table_under(const std::string& heading, const std::string& text) {
  const std::size_t begin = text.find("\n| ", text.find('\n' + heading + '\n'));
  return text.substr(begin + 1, text.find("\n\n", begin) - begin);
}

}  // namespace

TEST_CASE("the tables of results/COLUMNS.md are those of the columns", "[results_columns]") {
  const std::filesystem::path page =
      std::filesystem::path(SUDOKU_SOURCE_DIR) / "results/COLUMNS.md";
  if (!std::filesystem::exists(page)) {
    WARN("skipped, because there is no " << page);
    return;
  }
  const std::string text = read_file(page);
  CHECK(table_under("## runs.csv", text) == table_of(texts_of(row_columns<RunRow>())));
  CHECK(table_under("## summary.csv", text) ==
        table_of(new_in(texts_of(row_columns<SummaryRow>()))));
  CHECK(table_under("## blocks.csv", text) == table_of(new_in(texts_of(row_columns<BlockRow>()))));
  CHECK(table_under("## puzzles.csv", text) == table_of(texts_of(row_columns<PuzzleRow>())));
}

}  // namespace sudoku
