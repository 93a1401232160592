#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace sudoku {

/// The exit codes of the program.
enum class ExitCode : int {
  ok = 0,
  internal_error = 1,
  usage = 2,
  wrong_answer = 3,
  bad_input = 4,
  regression = 5,
  inconclusive = 6,
  system_refused = 71,
  output_failed = 74,
  limit_reached = 75,
  interrupted = 130,
};

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};

/// Exit codes and their descriptions, in the order in which the help lists them.
inline constexpr ExitMeaning kExitMeanings[] = {
    {ExitCode::ok, "success"},
    {ExitCode::usage, "usage error"},
    {ExitCode::wrong_answer, "wrong answers or a disagreement"},
    {ExitCode::bad_input, "invalid input, or incomparable or incomplete runs"},
    {ExitCode::regression, "slower or worse than before"},
    {ExitCode::inconclusive, "inconclusive comparison"},
    {ExitCode::system_refused, "out of memory or processes"},
    {ExitCode::output_failed, "cannot write output"},
    {ExitCode::limit_reached, "stopped by a limit"},
    {ExitCode::interrupted, "interrupted"},
    {ExitCode::internal_error, "internal error"},
};

/// Reports an invalid command line: unknown names or options that exclude each other.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A place in an input file. Lines and columns count from 1; 0 means unknown. Columns count
/// bytes; in puzzle files, after the line was converted (see PlainText).
struct Position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Returns the text in a form that is safe to print on one line. Escapes line ends, invisible
/// characters such as those that control a terminal or the direction of text, and bytes that are
/// not UTF-8, as in `\x0a`.
std::string one_line(std::string_view text);

/// Reports an invalid or unreadable input as one_line: `file:line:column: what` or `file: what`.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, Position position, const std::string& what);
  InputError(const std::string& file, const std::string& what) : InputError(file, {}, what) {}
  /// Puts the messages of the reasons before the last line.
  InputError(std::span<const InputError> reasons, const InputError& last);
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

/// Sets whether the last line of the terminal may be a progress line. write_error then erases it
/// first. Thread-safe.
void set_progress_line(bool is_shown);

/// Writes to standard error. Ignores failures. Thread-safe.
void write_error(std::string_view text);

/// Returns texts as one_line, and other values as they are.
inline std::string shown(std::string_view text) { return one_line(text); }
template <typename Value>
requires(!std::convertible_to<Value, std::string_view>) const Value& shown(const Value& value) {
  return value;
}

/// Writes to standard error, with all texts among the values as one_line.
template <typename... Values>
void print_error(fmt::format_string<decltype(shown(std::declval<Values>()))...> format,
                 const Values&... values) {
  write_error(fmt::format(format, shown(values)...));
}

}  // namespace sudoku
