#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "harness/base/output_file.h"
#include "harness/base/text_digest.h"
#include "harness/results/file_digests.h"

namespace sudoku {

/// The result files of one run or count, which are made in a hidden directory inside of the one
/// that they are for and take their places there together: until then, whatever happens, what stood
/// there is whole. A kill leaves the hidden directory, with all rows so far. Not thread-safe.
class StagedResults {
 public:
  /// Locks the directory. Throws UsageError if another run writes there, and OutputError, as all
  /// members do.
  explicit StagedResults(std::filesystem::path directory);
  /// What has not been put in place goes away.
  ~StagedResults();
  StagedResults(const StagedResults&) = delete;
  StagedResults& operator=(const StagedResults&) = delete;

  /// Once, before all that follows. Throws UsageError where results stand that are to be refused.
  void begin(OldOutput old);
  /// Whether results of an earlier run stand there.
  bool has_old() const { return has_old_; }

  const std::filesystem::path& directory() const { return directory_; }
  /// Where a file of that name is made, for who makes it in another way than by those below.
  std::filesystem::path file(const char* name) const { return staging_ / name; }

  /// Lets a file grow by rows, which are in it when this returns.
  void append(const char* name, std::string_view rows);
  /// Makes a file, or replaces it.
  void write(const char* name, std::string_view text);
  /// Of what has been appended and written by now, but for context.json, which tells of it.
  FileDigests digests() const;

  /// Puts the files in place, all or none, and removes the old ones. Other files are let alone.
  /// Once.
  void commit();

  /// Leaves what there is where it was made, and says where; an empty path once it is in place.
  std::filesystem::path leave();

 private:
  void put_in_place();

  std::filesystem::path directory_;
  DirectoryLock lock_;
  std::filesystem::path staging_;
  bool has_old_ = false;
  std::map<std::string, AppendFile> growing_;
  std::map<std::string, TextDigest> digests_;
};

/// Says on standard error where results are that have not been put in place.
void tell_left_results(const std::filesystem::path& place);

/// Whether a file of that path would be one of the result files of the directory, which need not be
/// there yet.
bool is_result_file(const std::filesystem::path& path, const std::filesystem::path& directory);

/// Throws UsageError for a dataset that is one of the result files in the directory, which are to
/// be replaced.
void refuse_dataset_among_results(const std::string& dataset,
                                  const std::filesystem::path& directory);

}  // namespace sudoku
