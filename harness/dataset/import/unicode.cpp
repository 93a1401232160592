#include <array>
#include <optional>

#include <boost/locale/utf.hpp>

#include "harness/dataset/import/plain_text.h"

namespace sudoku {
namespace {

namespace utf = boost::locale::utf;

/// Characters that are written as `ascii`.
struct Replacement {
  std::string_view ascii;
  std::u32string_view characters;
};

constexpr std::array kReplacements = {
    // No-break spaces, blanks of several widths, mathematical space, blank of full width.
    Replacement{" ",
                U"\u00A0\u202F\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A"
                U"\u205F\u3000"},
    Replacement{".", U"·•․‧∙⋅・･■□▪▫○●◦⬛⬜"},
    Replacement{"...", U"…"},         // replaces typed dots
    Replacement{"'", U"«»‘’‚‛“”„‟"},  // `"` has a meaning in CSV and JSON
    Replacement{"-", U"‐‑‒–—―−"},
    Replacement{"x", U"×"},
    // Invisible: soft hyphen, byte-order mark, joiners, directions and line ends.
    Replacement{"",
                U"\u00AD\uFEFF\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D"
                U"\u202E\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\u206A\u206B"
                U"\u206C\u206D\u206E\u206F"},
};

/// What stands for the characters of frames from U+2500 on: `=` for horizontals, `|` for verticals,
/// `+` for corners and crossings.
constexpr utf::code_point kFirstFrame = 0x2500;
constexpr std::string_view kFrames =
    "==||==||==||++++++++++++++++++++++++++++++++++++++++++++++++++++"
    "++++++++++++==||=|++++++++++++++++++++++++++++++++++=|=|=|=|=|=|";

std::optional<std::string_view> replacement_of(utf::code_point c) {
  if (c >= kFirstFrame && c - kFirstFrame < kFrames.size())
    return kFrames.substr(c - kFirstFrame, 1);
  for (const auto& [ascii, characters] : kReplacements) {
    if (characters.find(static_cast<char32_t>(c)) != characters.npos) return ascii;
  }
  return std::nullopt;
}

/// Looks at all characters, so that the compiler can use vector instructions.
bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

/// Characters of cells and frames that may have full width.
constexpr std::string_view kCellCharacters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_*?+~|";

}  // namespace

std::string_view to_ascii(std::string_view text, std::string& buffer) {
  if (is_ascii(text)) return text;
  constexpr utf::code_point kFirstFullWidth = 0xFF01;
  constexpr utf::code_point kLastFullWidth = 0xFF5E;
  buffer.clear();
  while (!text.empty()) {
    const char* end = text.data();
    const utf::code_point c = utf::utf_traits<char>::decode(end, text.data() + text.size());
    const bool is_valid = utf::is_valid_codepoint(c);
    const std::string_view raw = text.substr(0, is_valid ? end - text.data() : 1);
    const bool is_full_width = is_valid && c >= kFirstFullWidth && c <= kLastFullWidth;
    const char narrow = is_full_width ? static_cast<char>('!' + (c - kFirstFullWidth)) : ' ';
    if (is_full_width && kCellCharacters.find(narrow) != kCellCharacters.npos) {
      buffer += narrow;
    } else {
      buffer += is_valid && c >= 0x80 ? replacement_of(c).value_or(raw) : raw;
    }
    text.remove_prefix(raw.size());
  }
  return buffer;
}

}  // namespace sudoku
