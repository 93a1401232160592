#pragma once

namespace sudoku {

/// Returns the descriptor that solvers get as standard error. Returns -1 if standard error is not a
/// terminal; solvers then inherit it. Otherwise the descriptor is a pipe. A thread reads the pipe
/// and prints the text with escaped control characters. Throws std::system_error. Thread-safe.
int solver_error_descriptor();

}  // namespace sudoku
