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

/// A form of the results for documents or other programs.
struct ExportForm {
  std::string_view name;
  std::string_view extension;  ///< of files in this form; empty if another form has it
  std::string (*format)(const DatasetTables&, std::span<const RunRow>, const RunContext&);
};

/// A file of the results, or standard output.
struct Export {
  std::string file;  ///< `-`: standard output
  const ExportForm* form;
};

/// Adds --export.
void add_exports(OptionTable& options);

/// Returns the values of --export. Throws UsageError.
std::vector<Export> exports(const OptionValues& values);

/// Returns whether standard output belongs to an export.
bool is_stdout_export(std::span<const Export> exports);

/// Throws UsageError if an output would replace a dataset or another output. --force replaces only
/// earlier outputs.
void refuse_outputs_over_inputs(const BenchOptions& options);

/// Throws OutputError.
void write_exports(std::span<const Export> exports, const DatasetTables& tables,
                   std::span<const RunRow> runs, const RunContext& context);

}  // namespace sudoku
