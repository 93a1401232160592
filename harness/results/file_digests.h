#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sudoku {

struct StoredJson;

/// XXH3-64 of the result files beside a context.json, by their names.
using FileDigests = std::map<std::string, std::uint64_t>;

/// What a context.json, which was read from `path`, tells of them; empty where it was
/// written by a version without digests, or before the files were whole. Throws InputError where it
/// has lost its own digest, and for what are no digests.
FileDigests file_digests_of(const StoredJson& context, const std::string& path);

nlohmann::ordered_json json_of(const FileDigests& digests);

}  // namespace sudoku
