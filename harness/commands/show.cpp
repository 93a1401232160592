#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/results/result_files.h"
#include "harness/results/saved_run.h"
#include "harness/tables/count_table.h"
#include "harness/tables/summary_table.h"
#include "harness/tables/table_export.h"

namespace sudoku {
namespace {

struct ShowOptions {
  OptionValues values;
  std::string directory = values.list(kArgument).front();
  TableStyle style = table_style();
};

std::string to_text(const ShowOptions& options) {
  std::string text;
  if (has_counts(options.directory)) {
    for (const CountResult& count : load_counts(options.directory)) text += format_table(count);
    return text;
  }
  for (const auto& rows : load_tables(options.directory)) {
    if (!text.empty()) text += '\n';
    text += format_table(rows, options.style);
  }
  return text;
}

std::string to_latex_page(const ShowOptions& options) {
  return to_latex(load_tables(options.directory),
                  options.values.has("wide") ? kAnyWidth : kPageWidth);
}

/// Formats results with `format`, which has no options. `load` reads them from the directory.
template <auto load, auto format>
std::string without_options(const ShowOptions& options) {
  options.values.refuse_with("to", {"wide"});
  return format(load(options.directory));
}

using Format = std::string (*)(const ShowOptions&);

const std::map<std::string_view, Format> kFormats = {
    {"text", to_text},
    {"markdown", without_options<load_tables, to_markdown>},
    {"latex", to_latex_page},
    {"csv", without_options<load_tables, to_table_csv>},
    {"json", without_options<load_tables, to_table_json>},
    {"pairs", without_options<load_run, to_pairs_json>}};

}  // namespace

OptionTable show_option_table() {
  OptionTable options("sudoku-bench show DIR [--to FORM]",
                      "Prints the table of saved results of bench or merge, or of count.");
  options
      .choice("to", "FORM", kFormats,
              "text, markdown, latex (needs the package booktabs), csv, json, or pairs: the "
              "speedups of all pairs of engines as JSON (text)")
      .flag("wide", "show all columns of the table, even if the terminal is too narrow");
  advise_on_style(options);
  for (const char* verbose : {"v", "verbose"}) {
    options.advise(verbose, "use bench -v for details, or --to pairs for all pairs of engines");
  }
  return options;
}

Job prepare_show(const OptionValues& values) {
  if (values.list(kArgument).size() != 1) throw UsageError("show needs one directory of results");
  ShowOptions options{values};
  if (values.has("wide")) options.style.width = kAnyWidth;
  return [options, format = values.choice("to", kFormats, Format{to_text})](auto) {
    write_stdout(format(options));
    return ExitCode::ok;
  };
}

}  // namespace sudoku
