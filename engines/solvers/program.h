#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace sudoku::solvers {

/// A program from the PATH, run as a sub-process. It reads its whole input and then writes lines.
/// write() and read() wait at most 2 ms.
class Program {
 public:
  /// Starts the program. The first argument is its name. Throws std::system_error on failure.
  explicit Program(std::vector<std::string> arguments);
  /// Kills the program if it still runs.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sends the start of `input` and removes it there. Returns false if the program has ended.
  bool write(std::string_view& input);
  void end_input();
  /// Reads the next line, without its end, and sets `is_line` to whether one arrived in time.
  /// Returns false at the end of the output.
  bool read(std::string& line, bool& is_line);
  /// Waits for the program to exit, after it has closed its output. Returns the exit code, or -1 if
  /// a signal ended the program or the code is lost (SIGCHLD ignored). Call it once.
  int wait();

 private:
  pid_t id_ = 0;      // 0 after wait()
  int channel_ = -1;  // to its input and from its output
  std::string buffer_;
  std::size_t begin_ = 0;  // in buffer_: start of the unread part
};

/// Returns the first line of the output of a program without input, or an empty string if the
/// program cannot be started.
std::string first_line_of(std::vector<std::string> arguments);

}  // namespace sudoku::solvers
