#include "harness/commands/bench/exports.h"

#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include "harness/base/output_file.h"
#include "harness/commands/bench/bench.h"
#include "harness/report/table_export.h"
#include "harness/results/gbench_export.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

using Runs = std::span<const RunRow>;

const std::map<std::string_view, decltype(Export::format)> kExportFormats = {
    {"export-markdown",
     [](const DatasetTables& tables, Runs, const RunContext&) { return to_markdown(tables); }},
    {"export-json",
     [](const DatasetTables& tables, Runs, const RunContext&) { return to_table_json(tables); }},
    {"export-gbench", [](const DatasetTables&, Runs runs,
                         const RunContext& context) { return to_gbench_json(runs, context); }},
};

}  // namespace

void add_exports(OptionTable& options) {
  options.value("export-markdown", "FILE", "also write the table as Markdown")
      .value("export-json", "FILE", "also write the table as JSON")
      .value("export-gbench", "FILE",
             "also write the runs as Google Benchmark JSON, for its compare.py");
}

std::vector<Export> exports(const OptionValues& values) {
  std::vector<Export> exports;
  for (const auto& [option, format] : kExportFormats) {
    const std::string name(option);
    if (values.has(name)) exports.push_back({name, values.text(name), format});
  }
  return exports;
}

void refuse_outputs_over_inputs(const BenchOptions& options) {
  for (const std::string& dataset : options.datasets) {
    if (!options.out.empty()) refuse_dataset_among_results(dataset, options.out);
  }
  for (std::size_t i = 0; i < options.exports.size(); ++i) {
    const auto& [option, file, format] = options.exports[i];
    std::error_code error;
    for (const std::string& dataset : options.datasets) {
      if (!std::filesystem::equivalent(dataset, file, error)) continue;
      throw UsageError(fmt::format("--{} would replace the dataset {}", option, dataset));
    }
    if (!options.out.empty() && is_result_file(file, options.out)) {
      throw UsageError(fmt::format("--{} would replace a result, {}", option, file));
    }
    for (const Export& other : std::span(options.exports).first(i)) {
      if (other.file != file) continue;
      throw UsageError(fmt::format("--{} and --{} name the same file", other.option, option));
    }
    if (!options.force) refuse_old_output(file);
  }
}

}  // namespace sudoku
