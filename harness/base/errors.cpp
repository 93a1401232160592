#include "harness/base/errors.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

namespace sudoku {
namespace {

std::atomic<bool> g_has_progress_line{false};

/// Escapes control characters, which file names may contain, so that a message is one line.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return line;
}

std::string locate(const std::string& file, Position position) {
  if (position.line == 0) return file;
  if (position.column == 0) return fmt::format("{}:{}", file, position.line);
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

std::string lines_of(std::span<const InputError> errors) {
  std::string lines;
  for (const InputError& error : errors) lines.append(error.what()) += '\n';
  return lines;
}

void throw_if_out_of_resources(const std::string& path, int errno_value) {
  if (errno_value != EMFILE && errno_value != ENFILE && errno_value != ENOMEM) return;
  throw std::system_error(errno_value, std::generic_category(), path);
}

}  // namespace

InputError::InputError(const std::string& file, Position position, const std::string& what)
    : std::runtime_error(one_line(fmt::format("{}: {}", locate(file, position), what))) {}

InputError::InputError(std::span<const InputError> reasons, const InputError& last)
    : std::runtime_error(lines_of(reasons) + last.what()) {}

OutputError::OutputError(const std::string& path, const std::string& what)
    : std::runtime_error(one_line(fmt::format("{}: {}", path, what))) {}

void throw_input_error(const std::string& path, int errno_value) {
  throw_if_out_of_resources(path, errno_value);
  throw InputError(path, std::generic_category().message(errno_value));
}

void throw_output_error(const std::string& path, int errno_value) {
  throw_if_out_of_resources(path, errno_value);
  throw OutputError(path, std::generic_category().message(errno_value));
}

void set_progress_line(bool is_shown) { g_has_progress_line = is_shown; }

void write_error(std::string_view text) {
  const std::string whole = fmt::format("{}{}", g_has_progress_line ? "\r\033[K" : "", text);
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

}  // namespace sudoku
