#include "harness/errors.h"

#include <system_error>

#include <fmt/format.h>

namespace sudoku {
namespace {

std::string locate(const std::string& file, Position position) {
  if (position.line == 0) return file;
  if (position.column == 0) return fmt::format("{}:{}", file, position.line);
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

}  // namespace

InputError::InputError(const std::string& file, Position position, const std::string& what)
    : std::runtime_error(fmt::format("{}: {}", locate(file, position), what)) {}

OutputError::OutputError(const std::string& path, const std::string& what)
    : std::runtime_error(fmt::format("{}: {}", path, what)) {}

OutputError::OutputError(const std::string& path, int errno_value)
    : OutputError(path, std::generic_category().message(errno_value)) {}

}  // namespace sudoku
