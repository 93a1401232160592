#include <filesystem>
#include <system_error>

#include "harness/base/output_file.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/results/result_files.h"
#include "harness/results/shard_merge.h"
#include "harness/tables/count_table.h"
#include "harness/tables/summary_table.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Returns whether a shard, given as its directory or as a file in it, is in `directory`.
bool is_in(const std::string& shard, const fs::path& directory) {
  std::error_code error;
  const auto is_same = [&](const fs::path& path) { return fs::equivalent(path, directory, error); };
  if (fs::is_directory(shard, error)) return is_same(shard);
  return is_same(fs::absolute(shard, error).parent_path()) ||
         is_same(fs::canonical(shard, error).parent_path());
}

/// Returns the directory of a shard, which may be given as its counts.csv.
std::string directory_of(const std::string& input) {
  const fs::path path = input;
  if (path.filename() != kCountsFile) return input;
  return path.has_parent_path() ? path.parent_path().string() : ".";
}

ExitCode run_merge(const OptionValues& values, const TableStyle& style) {
  const std::string out = values.text("out");  // empty: no files
  std::vector<std::string> directories;
  for (const std::string& input : values.list(kArgument)) {
    if (!out.empty() && is_in(input, out)) {
      throw UsageError(
          fmt::format("--out would replace the shard {}; choose another directory", input));
    }
    directories.push_back(directory_of(input));
  }
  const auto [command, tables, datasets] = merge_shards(directories, {out, values.has("force")});
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const bool is_count = command == "count";
    if (!values.has("quiet")) {
      write_stdout(is_count ? format_table(CountResult{tables[i].front(), datasets[i]})
                            : format_table(tables[i], style) + '\n');
    }
    if (is_count) report_mismatches(tables[i].front());
  }
  return has_faults(tables) ? ExitCode::wrong_answer : ExitCode::ok;
}

}  // namespace

OptionTable merge_option_table() {
  OptionTable options(
      "sudoku-bench merge DIR...",
      "Merges the results of all shards of a run of bench or count into those of the whole run.\n"
      "Fails if a shard is missing.");
  options
      .value("out,o", "DIR",
             "directory for the merged result files; without it, merge only prints the result")
      .flag("force", "replace existing results in DIR")
      .flag("quiet,q", "suppress the table");
  advise_on_style(options);
  return options;
}

Job prepare_merge(const OptionValues& values) {
  values.refuse_without("out", {"force"});
  if (!values.has(kArgument)) throw UsageError("merge needs the results of shards");
  return [values, style = table_style()](auto) { return run_merge(values, style); };
}

}  // namespace sudoku
