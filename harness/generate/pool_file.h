#pragma once

#include <filesystem>
#include <optional>

#include "harness/generate/hard_search.h"

namespace sudoku {

// The file from which a search for hard puzzles resumes: JSON with the plan, the rounds, the
// puzzles in order, the effort and a digest, see json.h.

struct PoolFile {
  HardSearchPlan plan;  ///< with the rounds of the pool
  PuzzlePool pool;
};

/// Reads a pool. Returns nullopt if the file does not exist. Throws InputError if the file has
/// another format or find_defect reports a defect.
std::optional<PoolFile> read_pool(const std::filesystem::path& path);

/// Replaces the file atomically. Throws OutputError.
void write_pool(const std::filesystem::path& path, const HardSearchPlan& plan,
                const PuzzlePool& pool);

}  // namespace sudoku
