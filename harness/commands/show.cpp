#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/report/count_table.h"
#include "harness/report/summary_table.h"
#include "harness/report/table_export.h"
#include "harness/results/result_files.h"
#include "harness/results/saved_run.h"

namespace sudoku {
namespace {

struct ShowOptions {
  OptionValues values;
  std::string directory = values.list(kArgument).front();
  TableStyle style = table_style();
};

std::string to_text(const DatasetTables& tables, const ShowOptions& options) {
  std::string text;
  for (const auto& rows : tables) {
    if (!text.empty()) text += '\n';
    text += format_table(rows, options.style);
  }
  return text;
}

std::string to_latex_page(const DatasetTables& tables, const ShowOptions& options) {
  return to_latex(tables, options.values.has("wide") ? kAnyWidth : kPageWidth);
}

/// Adapts a format without options.
template <std::string (*format)(const DatasetTables&)>
std::string without_options(const DatasetTables& tables, const ShowOptions& options) {
  options.values.refuse_with("to", {"wide"});
  return format(tables);
}

using Format = std::string (*)(const DatasetTables&, const ShowOptions&);

const std::map<std::string_view, Format> kFormats = {{"text", to_text},
                                                     {"markdown", without_options<to_markdown>},
                                                     {"latex", to_latex_page},
                                                     {"csv", without_options<to_table_csv>},
                                                     {"json", without_options<to_table_json>}};

ExitCode run_show(const ShowOptions& options, Format format) {
  if (format == Format{to_text} && has_counts(options.directory)) {
    for (const CountResult& count : load_counts(options.directory)) {
      write_stdout(format_table(count));
    }
    return ExitCode::ok;
  }
  write_stdout(format(load_tables(options.directory), options));
  return ExitCode::ok;
}

}  // namespace

OptionTable show_option_table() {
  OptionTable options("sudoku-bench show DIR [--to FORM]",
                      "Prints the table of saved results of bench or merge, or of count.");
  options
      .choice("to", "FORM", kFormats,
              "text, markdown, latex (needs the package booktabs), csv or json (text)")
      .flag("wide", "show all columns of the table, even if the terminal is too narrow");
  advise_on_style(options);
  return options;
}

Job prepare_show(const OptionValues& values) {
  if (values.list(kArgument).size() != 1) throw UsageError("show needs one directory of results");
  ShowOptions options{values};
  if (values.has("wide")) options.style.width = kAnyWidth;
  return [options, format = values.choice("to", kFormats, Format{to_text})](auto) {
    return run_show(options, format);
  };
}

}  // namespace sudoku
