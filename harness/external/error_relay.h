#pragma once

namespace sudoku {

/// Returns the descriptor that solvers get as standard error; -1 if they inherit that of this
/// program. On a terminal, what they write goes through a pipe, and a thread prints it with escaped
/// control characters. Throws std::system_error. Thread-safe.
int solver_error_descriptor();

}  // namespace sudoku
