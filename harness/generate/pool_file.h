#pragma once

#include <filesystem>
#include <optional>

#include "harness/generate/mine.h"

namespace sudoku {

// The file that a search for hard puzzles goes on from: JSON with the plan that the pool is of, the
// rounds it has had, its puzzles in their order and what they have cost, and a digest, see
// json_file.h.

struct PoolFile {
  MinePlan plan;  ///< its rounds are those of the pool
  MinePool pool;
};

/// Nothing if there is no such file. Throws InputError for one that is none of a pool: every puzzle
/// has to be minimal, no isomorph of another and as hard as the file tells, and the pool one that a
/// search can have.
std::optional<PoolFile> read_pool(const std::filesystem::path& path);

/// Under a temporary name first: whatever happens, the file holds one whole pool. Throws
/// OutputError.
void write_pool(const std::filesystem::path& path, const MinePlan& plan, const MinePool& pool);

}  // namespace sudoku
