#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/results/result_files.h"
#include "harness/results/row_columns.h"
#include "harness/stats/run_comparison.h"

namespace sudoku {

/// The result files of an earlier run. All members throw InputError.
struct SavedFiles {
  std::filesystem::path directory;
  StoredJson context;     ///< contents of context.json
  FileDigests digests{};  ///< see read_digests

  /// Reads the digests of the other files from the context. There are none if the run was not
  /// finished or the context was written by hand.
  void read_digests();

  std::string file(const char* name) const { return (directory / name).string(); }

  /// Reads the rest of the file and checks its digest if it is known.
  void check_digest(CsvTable& table, const char* name) const;

  /// Reads all rows of a file and checks its digest.
  template <typename Row>
  std::vector<Row> load_rows(const char* name) const {
    CsvTable table(file(name));
    const PartReader<Row> reader(table, row_columns<Row>());
    std::vector<Row> rows;
    while (table.next()) rows.push_back(reader.read(table));
    check_digest(table, name);
    return rows;
  }
};

/// Reads context.json. Throws InputError if it is missing, damaged or of an old schema.
SavedFiles read_saved_files(const std::filesystem::path& directory);

/// Loads a run to compare it, with names for people (see one_line). context.json and puzzles.csv
/// may be missing. Throws InputError if another file is missing, or if a file is damaged or of an
/// old schema.
SavedRun load_run(const std::filesystem::path& directory);

/// Loads the summary rows of a run, to show them. Throws InputError as `load_run`.
DatasetTables load_tables(const std::filesystem::path& directory);

}  // namespace sudoku
