// Targets that read a single input, write it and read it back unchanged.

#include <algorithm>
#include <optional>
#include <vector>

#include "engines/grid.h"
#include "engines/solution_count.h"
#include "harness/external/external_executor.h"
#include "harness/generate/hard_search.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/results/csv_table.h"
#include "tests/fuzz/fuzzing.h"

namespace sudoku::fuzz {
namespace {

void check_answer(std::string_view line, const Shape& shape, std::uint64_t max_solutions) {
  SolveResult result;
  OwnedBoard solution(shape);
  if (!parse_answer(line, max_solutions, shape, result, solution.cells())) return;
  std::string text = format_count(result.solutions);
  if (result.has_solution) text += ' ' + format_line(solution);
  SolveResult again;
  OwnedBoard solution_again(shape);
  require(parse_answer(text, max_solutions, shape, again, solution_again.cells()));
  require(again.solutions == result.solutions && again.outcome == result.outcome);
  require(again.has_solution == result.has_solution);
  require(!again.has_solution || solution_again == solution);
}

/// The column to read. An input may lack it.
constexpr std::string_view kColumn = "engine";

std::vector<std::string> read_column(const std::string& path) {
  CsvTable table(path);
  const std::size_t column = table.column(kColumn);
  std::vector<std::string> fields;
  while (table.next()) {
    fields.emplace_back(table.text(column));
    accepts([&] { table.number(column); });
    accepts([&] { table.real(column); });
    accepts([&] { table.count(column); });
    accepts([&] { table.digest(column); });
  }
  return fields;
}

}  // namespace

/// An answer of an engine command.
void answer(std::string_view line) {
  for (const Shape shape : {k9x9, Shape{2, 2}, Shape{6, 6}}) {
    for (const std::uint64_t max_solutions : {0, 1, 2}) check_answer(line, shape, max_solutions);
  }
}

/// A result file.
void csv_table(std::string_view input) {
  const MemoryFile file(input);
  std::vector<std::string> fields;
  if (!accepts([&] { fields = read_column(file.path()); })) return;
  std::string text = std::string(kColumn) + ",next\n";
  for (const std::string& field : fields) {
    append_csv_field(text, field);
    text += ",0\n";
  }
  require(read_column(MemoryFile(text).path()) == fields);
}

/// A puzzle. The result must be the length of the longest prefix of cells.
void grid(std::string_view text) {
  Grid puzzle;
  const std::size_t cells = parse_line(text, puzzle);
  const std::size_t prefix =
      std::min({text.find_first_not_of("123456789.0-_*?xX"), text.size(), std::size_t{kCells}});
  require(cells == prefix);
  if (cells != kCells) return;
  Grid again;
  require(parse_line(format_line(puzzle), again) == kCells);
  require(again == puzzle);
  require(clue_count(puzzle) == std::count_if(text.begin(), text.begin() + kCells, is_clue));
}

/// A pool of hard puzzles.
void pool(std::string_view input) {
  check_both_ways(input, [](std::string_view json, Digests digests) {
    static const ScratchDirectory directory;
    directory.write("pool.json", prepared(json, digests));
    std::optional<PoolFile> file;
    if (!accepts([&] { file = read_pool(directory.path() / "pool.json"); })) return;
    require(file.has_value());
    const auto again = directory.path() / "again.json";
    write_pool(again, file->plan, file->pool);
    const std::string text = read_file(again);
    const PoolFile same = read_pool(again).value();
    write_pool(again, same.plan, same.pool);
    require(read_file(again) == text);
  });
}

}  // namespace sudoku::fuzz
