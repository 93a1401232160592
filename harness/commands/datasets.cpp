#include <algorithm>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/shapes.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

std::uint64_t count_puzzles(DatasetReader& reader) {
  constexpr std::size_t kPuzzlesAtOnce = 4096;
  std::uint64_t count = 0;
  PuzzleBlock block;
  while (reader.read(block, kPuzzlesAtOnce)) count += block.puzzles.size();
  if (interrupted()) throw Interrupted();
  return count;
}

ExitCode list_datasets() {
  const auto folder = find_project_datasets();
  if (!folder) throw InputError("sudoku-bench", "the project's datasets are not installed");
  const std::vector<std::string> names = project_dataset_names();
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  const auto descriptions = project_dataset_descriptions();
  std::string text = fmt::format("in {}:\n", one_line(*folder));
  for (const std::string& name : names) {
    DatasetReader reader(*find_in_project(name), {});
    const std::uint64_t puzzles = count_puzzles(reader);
    const auto description = descriptions.find(name);
    const std::string facts = fmt::format("{:<{}}  {:>13}  {:<5}  ", name, width,
                                          number_of(puzzles, "puzzle"), size_of(reader.shape()));
    text += facts +
            wrap(description == descriptions.end() ? "" : description->second, table_style().width,
                 facts.size()) +
            '\n';
  }
  write_stdout(text);
  return ExitCode::ok;
}

}  // namespace

OptionTable datasets_option_table() {
  return OptionTable(
      "sudoku-bench datasets",
      "Lists the datasets of the project: number of puzzles, board size and description. All\n"
      "commands find these files by their names.");
}

Job prepare_datasets(const OptionValues& values) {
  if (values.has(kArgument)) throw UsageError("the datasets command takes no argument");
  return [](auto) { return list_datasets(); };
}

}  // namespace sudoku
