#include "harness/base/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sudoku {
namespace {

constexpr std::string_view kScheme = "data:,";

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

/// The value of a hexadecimal digit; 16 of what is none.
unsigned digit_value(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const std::size_t value = kDigits.find(c);
  return value == kDigits.npos ? 16U : static_cast<unsigned>(value);
}

}  // namespace

std::string to_json_text(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string same(text);
  if (!text.starts_with(kScheme) && is_utf8(same)) return same;
  std::string url(kScheme);
  for (const char c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      url += c;
    } else {
      url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return url;
}

std::string from_json_text(std::string_view json_text) {
  if (!json_text.starts_with(kScheme)) return std::string(json_text);
  json_text.remove_prefix(kScheme.size());
  std::string text;
  for (std::size_t i = 0; i < json_text.size(); ++i) {
    const bool is_escape = json_text[i] == '%' && i + 2 < json_text.size();
    const unsigned high = is_escape ? digit_value(json_text[i + 1]) : 16U;
    const unsigned low = is_escape ? digit_value(json_text[i + 2]) : 16U;
    if (high < 16 && low < 16) {
      text += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      text += json_text[i];
    }
  }
  return text;
}

}  // namespace sudoku
