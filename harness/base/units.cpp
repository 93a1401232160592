#include "harness/base/units.h"

#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/ranges.h>

namespace sudoku {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 6> kNanosecondsIn = {{
    {"ns", 1},
    {"us", 1e3},
    {"ms", 1e6},
    {"s", 1e9},
    {"min", 60e9},
    {"h", 3600e9},
}};

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t max) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number > max) return std::nullopt;
  return number;
}

std::optional<double> parse_percentage(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  const bool is_percentage = error == std::errc() && std::string_view(rest, end) == "%";
  if (!is_percentage || !(number >= 0 && number <= 100)) return std::nullopt;
  return number;
}

std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  for (const auto& [name, factor] : kNanosecondsIn) {
    const double ns = number * factor;
    const auto limit = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 2;
    if (unit != name || !(ns >= 0 && ns < limit)) continue;
    // Rounded up, because 0 often means no limit.
    return std::chrono::nanoseconds(number > 0 && ns < 1 ? 1 : static_cast<std::int64_t>(ns));
  }
  return std::nullopt;
}

std::string format_duration(std::uint64_t ns) {
  if (ns == 0) return "0s";
  std::string text;
  for (const auto& [name, factor] : kNanosecondsIn) {
    const auto unit = static_cast<std::uint64_t>(factor);
    if (ns % unit == 0) text = fmt::format("{}{}", ns / unit, name);
  }
  return text;
}

std::string number_of(std::string_view count, std::string_view noun) {
  const char* ending = count == "1" ? "" : noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", count, noun, ending);
}

std::string join_choices(const std::vector<std::string>& words) {
  const std::size_t last = words.size() - 1;
  if (last == 0) return words.front();
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words[last]);
}

}  // namespace sudoku
