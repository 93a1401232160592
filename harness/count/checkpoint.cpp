#include "harness/count/checkpoint.h"

#include <string>
#include <system_error>

#include "harness/dataset/text_cut.h"
#include "harness/errors.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Cuts off what stands behind the last line end: a row that was being written. Returns the size.
std::uint64_t cut_torn_row(const fs::path& path) {
  const std::uint64_t size = end_of_last_line(path.string());
  std::error_code error;
  if (size != fs::file_size(path, error)) fs::resize_file(path, size, error);
  if (error) throw OutputError(path.string(), error.message());
  return size;
}

}  // namespace

std::optional<StoredRecord> Checkpoint::load(const fs::path& directory) {
  const fs::path path = path_in(directory);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  if (cut_torn_row(path) <= counts_header().size()) return std::nullopt;
  return read_last_record(path.string());
}

Checkpoint::Checkpoint(const fs::path& directory, const std::optional<CountRecord>& record)
    : path_(path_in(directory)) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw OutputError(directory.string(), error.message());
  std::string begin = counts_header();
  if (record) begin += to_csv(*record);
  replace_file(path_, begin);
  file_.emplace(path_, begin.size());
}

void Checkpoint::finish(const CountRecord& record) {
  replace_file(path_, counts_header() + to_csv(record));
}

}  // namespace sudoku
