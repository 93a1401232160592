#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/cli/option_table.h"
#include "harness/results/context.h"
#include "harness/stats/rows.h"

namespace sudoku {

struct BenchOptions;

/// A file of the results in a form for documents or other programs.
struct Export {
  std::string option;  ///< without its dashes
  std::string file;
  /// Returns the contents of the file.
  std::string (*format)(const DatasetTables&, std::span<const RunRow>, const RunContext&);
};

/// Adds the options of the exports.
void add_exports(OptionTable& options);

/// Returns the exports that are asked for.
std::vector<Export> exports(const OptionValues& values);

/// Throws UsageError if an output would replace a dataset or another output. --force replaces only
/// earlier outputs.
void refuse_outputs_over_inputs(const BenchOptions& options);

}  // namespace sudoku
