#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/output_file.h"
#include "harness/commands/bench/bench.h"
#include "harness/results/gbench_export.h"
#include "harness/results/result_files.h"
#include "harness/tables/table_export.h"

namespace sudoku {
namespace {

using Runs = std::span<const RunRow>;

template <std::string (*format)(const DatasetTables&)>
std::string format_tables(const DatasetTables& tables, Runs, const RunContext&) {
  return format(tables);
}

std::string to_latex_page(const DatasetTables& tables) { return to_latex(tables, kPageWidth); }

constexpr ExportForm kForms[] = {
    {"markdown", ".md", format_tables<to_markdown>},
    {"latex", ".tex", format_tables<to_latex_page>},
    {"csv", ".csv", format_tables<to_table_csv>},
    {"json", ".json", format_tables<to_table_json>},
    {"gbench", "", [](const DatasetTables&, Runs runs, const RunContext& context) {
       return to_gbench_json(runs, context);
     }}};

constexpr std::string_view kStdout = "-";

/// Returns whether a file is standard output, also as /dev/stdout.
bool is_stdout(const Export& given) {
  struct stat named {};
  struct stat output {};
  return given.file == kStdout ||
         (::stat(given.file.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
          named.st_dev == output.st_dev && named.st_ino == output.st_ino);
}

/// Parses `FORM:FILE`, or `FILE` with the extension of a form.
Export parse_export(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size() - 1);
  const std::string extension = std::filesystem::path(text).extension();
  std::vector<std::string_view> names;
  for (const ExportForm& form : kForms) {
    if (colon + 1 < text.size() && text.substr(0, colon) == form.name) {
      return {text.substr(colon + 1), &form};
    }
    names.push_back(form.name);
  }
  const auto* form = std::ranges::find(kForms, extension, &ExportForm::extension);
  if (!extension.empty() && form != std::end(kForms)) return {text, form};
  throw UsageError(fmt::format(
      "--export takes a FILE in .md, .tex, .csv or .json, or FORM:FILE with one of the forms {}, "
      "not '{}'",
      fmt::join(names, ", "), text));
}

}  // namespace

void add_exports(OptionTable& options) {
  options
      .list("export", "[FORM:]FILE",
            "also write the table to FILE; its extension is md, tex, csv or json, or FORM is "
            "markdown, latex, csv, json or gbench (Google Benchmark JSON of the runs, for its "
            "compare.py). If FILE is -, write to standard output instead of the table. May be "
            "repeated")
      .advise("export-markdown", "use --export markdown:FILE")
      .advise("export-json", "use --export json:FILE")
      .advise("export-gbench", "use --export gbench:FILE");
}

std::vector<Export> exports(const OptionValues& values) {
  std::vector<Export> exports;
  for (const std::string& text : values.list("export")) exports.push_back(parse_export(text));
  return exports;
}

bool is_stdout_export(std::span<const Export> exports) {
  return std::ranges::any_of(exports, is_stdout);
}

void refuse_outputs_over_inputs(const BenchOptions& options) {
  for (const std::string& dataset : options.datasets) {
    if (!options.results.out.empty()) refuse_dataset_among_results(dataset, options.results.out);
  }
  for (const Export& given : options.exports) {
    const std::string& file = given.file;
    if (std::ranges::count(options.exports, file, &Export::file) > 1) {
      throw UsageError(fmt::format("--export {} is given twice", file));
    }
    if (is_stdout(given)) continue;
    std::error_code error;
    for (const std::string& dataset : options.datasets) {
      if (!std::filesystem::equivalent(dataset, file, error)) continue;
      throw UsageError(fmt::format("--export {} would replace the dataset {}", file, dataset));
    }
    if (!options.results.out.empty() && is_result_file(file, options.results.out)) {
      throw UsageError(fmt::format("--export {} would replace a result", file));
    }
    if (!options.results.force) refuse_old_output(file);
  }
}

void write_exports(std::span<const Export> exports, const DatasetTables& tables, Runs runs,
                   const RunContext& context) {
  for (const Export& given : exports) {
    const std::string text = given.form->format(tables, runs, context);
    is_stdout(given) ? write_stdout(text) : write_output(given.file, text);
  }
}

}  // namespace sudoku
