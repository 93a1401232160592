#include "harness/count/checkpoint.h"

#include <string>
#include <system_error>

#include "harness/base/input_file.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Returns whether the file ends within the header.
bool is_torn_header(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return !error && size < counts_header().size() &&
         counts_header().starts_with(read_whole(path.string()));
}

}  // namespace

std::optional<StoredRecord> Checkpoint::load(const fs::path& directory) {
  const fs::path path = path_in(directory);
  std::error_code ignored;
  const bool is_there = fs::status(path, ignored).type() != fs::file_type::not_found;
  if (!is_there || is_torn_header(path)) return std::nullopt;
  return find_last_record(path.string(), TornEnd::left_out);
}

Checkpoint::Checkpoint(const fs::path& directory, const std::optional<CountRecord>& record)
    : path_(path_in(directory)) {
  std::string begin = counts_header();
  if (record) begin += to_csv(*record);
  replace_file(path_, begin);
  file_.emplace(path_, begin.size());
}

void Checkpoint::finish(const CountRecord& record) {
  replace_file(path_, counts_header() + to_csv(record));
}

}  // namespace sudoku
