#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/option_table.h"
#include "harness/results/context.h"
#include "harness/stats/rows.h"

namespace sudoku {

struct BenchOptions;

/// A form in which --export writes the results.
struct ExportForm {
  std::string_view name;
  std::string_view extension;  ///< selects the form; empty if another form has the extension
  std::string (*format)(const DatasetTables&, std::span<const RunRow>, const RunContext&);
};

/// A value of --export.
struct Export {
  std::string file;  ///< `-`: standard output
  const ExportForm* form;
};

/// Adds --export.
void add_exports(OptionTable& options);

/// Returns the values of --export. Throws UsageError for a value without a known form.
std::vector<Export> exports(const OptionValues& values);

/// Returns whether an export goes to standard output.
bool is_stdout_export(std::span<const Export> exports);

/// Throws UsageError if an output would replace a dataset or another output. --force replaces only
/// earlier outputs.
void refuse_outputs_over_inputs(const BenchOptions& options);

/// Writes all exports. Throws OutputError.
void write_exports(std::span<const Export> exports, const DatasetTables& tables,
                   std::span<const RunRow> runs, const RunContext& context);

}  // namespace sudoku
