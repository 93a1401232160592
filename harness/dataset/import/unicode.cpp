#include "harness/dataset/import/unicode.h"

#include <array>
#include <optional>

#include <boost/locale/utf.hpp>

namespace sudoku {
namespace {

namespace utf = boost::locale::utf;

/// Characters from `first` to `last` that are written as `ascii`.
struct Replacement {
  utf::code_point first;
  utf::code_point last;
  std::string_view ascii;
};

constexpr std::array kReplacements = {
    Replacement{0x00A0, 0x00A0, " "},    // no-break space
    Replacement{0x00AD, 0x00AD, ""},     // soft hyphen
    Replacement{0x00AB, 0x00AB, "'"},    // quotes; `"` has a meaning in CSV and JSON
    Replacement{0x00B7, 0x00B7, "."},    // middle dot
    Replacement{0x00BB, 0x00BB, "'"},    // quotes
    Replacement{0x00D7, 0x00D7, "x"},    // multiplication sign
    Replacement{0x2000, 0x200A, " "},    // blanks of several widths
    Replacement{0x200B, 0x200F, ""},     // invisible
    Replacement{0x2010, 0x2015, "-"},    // dashes
    Replacement{0x2018, 0x201B, "'"},    // quotes
    Replacement{0x201C, 0x201F, "'"},    // quotes
    Replacement{0x2022, 0x2022, "."},    // bullet
    Replacement{0x2024, 0x2024, "."},    // one dot leader
    Replacement{0x2026, 0x2026, "..."},  // ellipsis, which replaces typed dots
    Replacement{0x2027, 0x2027, "."},    // hyphenation point
    Replacement{0x2028, 0x202E, ""},     // invisible
    Replacement{0x202F, 0x202F, " "},    // narrow no-break space
    Replacement{0x205F, 0x205F, " "},    // mathematical space
    Replacement{0x2060, 0x206F, ""},     // invisible
    Replacement{0x2212, 0x2212, "-"},    // minus
    Replacement{0x2219, 0x2219, "."},    // bullet operator
    Replacement{0x22C5, 0x22C5, "."},    // dot operator
    Replacement{0x25A0, 0x25A1, "."},    // squares
    Replacement{0x25AA, 0x25AB, "."},   Replacement{0x25CB, 0x25CB, "."},  // circles
    Replacement{0x25CF, 0x25CF, "."},   Replacement{0x25E6, 0x25E6, "."},
    Replacement{0x2B1B, 0x2B1C, "."},  // large squares
    Replacement{0x3000, 0x3000, " "},  // blank of full width
    Replacement{0x30FB, 0x30FB, "."},  // middle dot of full width
    Replacement{0xFEFF, 0xFEFF, ""},   // byte-order mark
    Replacement{0xFF65, 0xFF65, "."},  // middle dot of half width
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
  for (const Replacement& replacement : kReplacements) {
    if (c >= replacement.first && c <= replacement.last) return replacement.ascii;
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
