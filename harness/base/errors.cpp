#include "harness/base/errors.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <boost/locale/utf.hpp>
#include <fmt/format.h>

namespace sudoku {
namespace {

std::atomic<bool> g_has_progress_line{false};

namespace utf = boost::locale::utf;

/// Invisible characters, as ranges: control characters, line ends, widths and directions.
constexpr std::pair<utf::code_point, utf::code_point> kInvisible[] = {
    {0, 0x1F},        {0x7F, 0xA0},     {0x61C, 0x61C},   {0x200B, 0x200F},
    {0x2028, 0x202F}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
};

bool is_visible(utf::code_point c) {
  const auto has = [c](const auto& range) { return c >= range.first && c <= range.second; };
  return utf::is_valid_codepoint(c) && std::ranges::none_of(kInvisible, has);
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

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const char* end = text.begin();
    const utf::code_point c = utf::utf_traits<char>::decode(end, text.end());
    const std::string_view shown(text.begin(), is_visible(c) ? end - text.begin() : 0);
    line += shown;
    // Escapes byte by byte: the other bytes of an invisible character alone are invalid.
    if (shown.empty()) line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    text.remove_prefix(std::max<std::size_t>(shown.size(), 1));
  }
  return line;
}

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
