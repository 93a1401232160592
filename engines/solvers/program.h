#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace sudoku::solvers {

/// A program of the PATH in a process of its own, which reads its input to the end and then answers
/// with lines. Reading and writing wait no longer than a moment.
class Program {
 public:
  /// Its arguments, the first of them its name. Throws std::system_error where it cannot be
  /// started.
  explicit Program(std::vector<std::string> arguments);
  /// Kills it if it is still there.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Takes off `input` what the program takes now, or within a moment. False if it has ended.
  bool write(std::string_view& input);
  void end_input();
  /// Takes the next line, without its end, if it comes within a moment. False at the end of them.
  bool read(std::string& line, bool& is_line);
  /// For one that has closed its output: the status with which it ends, or -1 where a signal ended
  /// it or the system has not kept it, as where SIGCHLD is ignored. To be called once.
  int wait();

 private:
  pid_t id_ = 0;  // 0: reaped
  int input_ = -1;
  int output_ = -1;
  std::string said_;
  std::size_t begin_ = 0;  // in said_, of what has not been read
};

/// What a program says first that takes no input; nothing where there is no such program.
std::string first_line_of(std::vector<std::string> arguments);

}  // namespace sudoku::solvers
