#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace sudoku {

// JSON that is kept for later calls: an object whose member `digest` is the XXH3-64 of the rest,
// written without blanks. What stands in it is as it was written, or is refused.

/// The text of such a file, with `digest` for its last member.
std::string to_json_file(nlohmann::ordered_json object);

struct StoredJson {
  nlohmann::ordered_json object;  ///< without its digest
  bool has_digest = false;        ///< which files of earlier versions do not have
};

/// Throws InputError for a file that cannot be read, holds no object, is nested too deeply, or is
/// not as its digest tells.
StoredJson read_json_file(const std::string& path);

}  // namespace sudoku
