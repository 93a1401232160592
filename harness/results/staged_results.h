#pragma once

#include <filesystem>
#include <string>

#include "harness/base/output_file.h"

namespace sudoku {

/// The result files of one run or count, which are made in a hidden directory inside of the one
/// that they are for and take their places there together: until then, whatever happens, what stood
/// there is whole. A kill leaves the hidden directory, with all rows so far. The caller has the
/// lock of the directory. Not thread-safe.
class StagedResults {
 public:
  /// Throws UsageError where results stand that are to be refused. Throws OutputError, as all
  /// members do.
  StagedResults(std::filesystem::path directory, OldOutput old);
  /// What has not been put in place goes away.
  ~StagedResults();
  StagedResults(const StagedResults&) = delete;
  StagedResults& operator=(const StagedResults&) = delete;

  /// Where a file of that name is made.
  std::filesystem::path file(const char* name) const { return staging_ / name; }

  /// Whether results of an earlier run stand there.
  bool has_old() const { return has_old_; }

  /// Puts the files in place, all or none, and removes the old ones. Other files are let alone.
  /// Once, with all files closed.
  void commit();

  /// Leaves what there is where it was made, and says where; an empty path once it is in place.
  std::filesystem::path leave();

 private:
  void put_in_place();

  std::filesystem::path directory_;
  std::filesystem::path staging_;
  bool has_old_;
};

/// Throws UsageError for a dataset that is one of the result files in the directory, which are to
/// be replaced.
void refuse_dataset_among_results(const std::string& dataset,
                                  const std::filesystem::path& directory);

}  // namespace sudoku
