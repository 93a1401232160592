#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace sudoku {

/// The exit codes of the program, one for each way in which a run can end.
enum class ExitCode : int {
  ok = 0,
  internal_error = 1,
  usage = 2,
  wrong_answer = 3,  ///< an engine broke the rules, or two engines disagree
  bad_input = 4,
  regression = 5,       ///< an engine got slower or worse between two runs
  system_refused = 71,  ///< memory, a process, or a descriptor
  output_failed = 74,
  limit_reached = 75,
  interrupted = 130,
};

/// The command line asks for something that does not exist or does not go together.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where something stands in an input, counted from 1; 0 means the file as a whole.
struct Position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// An input cannot be read. The message is `file:line:column: what`, or `file: what`, in one line:
/// what is no character of one is escaped, as in `\x0a`.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, Position position, const std::string& what);
  InputError(const std::string& file, const std::string& what) : InputError(file, {}, what) {}
};

/// An output cannot be written. The message is `path: what`.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& path, const std::string& what);
};

/// Throws an InputError or an OutputError with the reason that `errno_value` stands for, or, where
/// the system has no descriptor or memory left, which says nothing against the file,
/// std::system_error.
[[noreturn]] void throw_input_error(const std::string& path, int errno_value);
[[noreturn]] void throw_output_error(const std::string& path, int errno_value);

/// Writes to standard error. Where that cannot be written to, nobody is there to be told, and what
/// the program is at goes on.
template <typename... Values>
void print_error(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace sudoku
