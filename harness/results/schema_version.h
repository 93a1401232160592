#pragma once

namespace sudoku {

/// Schema of the result files. Increases if a column or key changes its meaning or is removed.
inline constexpr int kSchemaVersion = 8;

/// Oldest schema that can be read, from version 0.2.0. `read_saved_files` refuses older ones. If
/// some supported files lack a column, it is an `optional_column`.
inline constexpr int kOldestSchema = 3;

}  // namespace sudoku
