#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace sudoku {

/// The exit codes of the program.
enum class ExitCode : int {
  ok = 0,
  internal_error = 1,
  usage = 2,
  wrong_answer = 3,  ///< an engine returned an invalid answer, or two engines disagree
  bad_input = 4,
  regression = 5,       ///< an engine is slower or solves less than in an earlier run
  inconclusive = 6,     ///< a comparison that cannot decide
  system_refused = 71,  ///< out of memory, processes or file descriptors
  output_failed = 74,
  limit_reached = 75,
  interrupted = 130,
};

/// Reports an invalid command line: unknown names or options that exclude each other.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A place in an input file. Lines and columns (bytes) count from 1; 0 means unknown.
struct Position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Reports an invalid or unreadable input. The message is `file:line:column: what` or `file: what`
/// on one line. Control characters are escaped, as in `\x0a`.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, Position position, const std::string& what);
  InputError(const std::string& file, const std::string& what) : InputError(file, {}, what) {}
};

/// Reports an output that cannot be written. The message is `path: what`.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& path, const std::string& what);
};

/// Throw InputError or OutputError with the text for `errno_value`. Throw std::system_error instead
/// if the system is out of memory or file descriptors, because then the file is not at fault.
[[noreturn]] void throw_input_error(const std::string& path, int errno_value);
[[noreturn]] void throw_output_error(const std::string& path, int errno_value);

/// Writes to standard error. Ignores failures.
template <typename... Values>
void print_error(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace sudoku
