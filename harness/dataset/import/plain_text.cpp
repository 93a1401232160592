#include "harness/dataset/import/plain_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <boost/locale/utf.hpp>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/import/table.h"
#include "harness/puzzle/shapes.h"

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

bool is_digit(char c) { return c >= '1' && c <= '9'; }

/// Whether `c` is an empty cell of boards of that side, and no digit.
bool is_empty_cell(char c, std::size_t side) { return c == '0' || is_mark(c, side); }

constexpr Characters kRuleMarks(".-_*~+");
constexpr Characters kBetweenCells(" \t|,;\"'");

/// Whether `text` consists of digits and blanks, with both, and is not a list of separated digits.
bool has_blank_cells(std::string_view text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c == ' ' || is_digit(c); });
  if (!is_plain || text.find(' ') == text.npos || text.find_first_not_of(' ') == text.npos) {
    return false;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((text[i] == ' ') == (text[i - 1] == ' ')) return true;
  }
  return false;
}

/// Fills blanks with dots in the parts between delimiters that have exactly `size` characters.
/// Returns whether there are any.
bool fill_parts(std::string& line, std::size_t size) {
  constexpr std::string_view kDelimiters = ",;\t\"'";
  bool is_filled = false;
  for (std::size_t begin = 0; begin + size <= line.size();) {
    const std::size_t end = std::min(line.size(), line.find_first_of(kDelimiters, begin));
    if (end - begin == size && has_blank_cells(std::string_view(line).substr(begin, size))) {
      std::replace(&line[begin], &line[begin] + size, ' ', '.');
      is_filled = true;
    }
    begin = end + 1;
  }
  return is_filled;
}

/// The parts of a framed row between its bars.
using Parts = std::vector<std::string_view>;

/// Returns the parts of a row of digits and blanks between bars, which have equal widths; empty for
/// any other line.
Parts parts_of_frame(std::string_view line) {
  const std::string_view row = trim(line);
  const bool is_plain =
      std::ranges::all_of(row, [](char c) { return c == ' ' || c == '|' || is_digit(c); });
  if (!is_plain || !row.starts_with('|') || !row.ends_with('|')) return {};
  const Parts parts = split(row, Characters("|"));
  const auto is_even = [&](std::string_view part) { return part.size() == parts[0].size(); };
  return parts.size() > 1 && std::ranges::all_of(parts, is_even) ? parts : Parts();
}

/// Finds where the cells of framed rows are: at the widest spacing that has all digits. A part is
/// the columns of a box, or one cell. `has_digit` tells for each offset in a part whether any row
/// has a digit there. Returns nullopt if there is no such spacing.
std::optional<PlainText::Frame> find_frame(std::size_t parts, const std::vector<bool>& has_digit) {
  const std::size_t width = has_digit.size();
  const auto first = std::ranges::find(has_digit, true) - has_digit.begin();
  const auto last = std::find(has_digit.rbegin(), has_digit.rend(), true) - has_digit.rbegin();
  // One cell per part, perhaps aligned.
  if (parts <= kSize && usual_shape(parts) && std::ranges::count(has_digit, true) == 1) {
    return PlainText::Frame{parts, width, static_cast<std::size_t>(first), 1, 1};
  }
  // The same margin on both sides.
  const auto margin = static_cast<std::size_t>(std::min(first, last));
  if (2 * margin >= width) return std::nullopt;
  const std::size_t span = width - 2 * margin - 1;  // from the first cell to the last
  constexpr std::size_t kWidest = 4;
  for (std::size_t step = kWidest; step > 0; --step) {
    if (span % step != 0) continue;
    const PlainText::Frame frame{parts, width, margin, step, span / step + 1};
    const auto shape = usual_shape(parts * frame.cells);
    if (!shape || shape->side() > kSize) continue;  // a cell has one digit
    if (frame.cells > 1 && shape->box_columns != frame.cells) continue;
    bool has_all = true;
    for (std::size_t i = margin; i < width; ++i) {
      has_all &= !has_digit[i] || (i - margin) % step == 0;
    }
    if (has_all) return frame;
  }
  return std::nullopt;
}

bool is_in_frame(std::string_view line, const PlainText::Frame& frame) {
  const Parts parts = parts_of_frame(line);
  return parts.size() == frame.parts && parts.front().size() == frame.width;
}

/// Fills the blank cells of a row of that frame with dots.
void fill_frame(std::string& line, const PlainText::Frame& frame) {
  if (!is_in_frame(line, frame)) return;
  for (const std::string_view part : parts_of_frame(line)) {
    const auto begin = static_cast<std::size_t>(part.data() - line.data());
    for (std::size_t i = 0; i < frame.cells; ++i) {
      char& cell = line[begin + frame.first + i * frame.step];
      if (cell == ' ') cell = '.';
    }
  }
}

/// Returns the only character of a line other than blanks and bars, if it is a mark that occurs
/// often enough for a rule.
std::optional<char> only_mark(std::string_view line) {
  constexpr std::size_t kShortest = 3;
  const std::size_t first = line.find_first_not_of(" \t|");
  if (first == line.npos || !kRuleMarks.contains(line[first])) return std::nullopt;
  if (line.find_first_not_of(std::string(" \t|") + line[first]) != line.npos) return std::nullopt;
  const auto count = static_cast<std::size_t>(std::ranges::count(line, line[first]));
  return count >= kShortest && count <= kMaxSide ? std::optional(line[first]) : std::nullopt;
}

/// Returns the mark that is repeated before and after other text, such as in `---- 1 ----`.
std::optional<char> mark_around_title(std::string_view line) {
  constexpr std::size_t kShortest = 2;
  line = trim(line);
  if (line.empty() || !kRuleMarks.contains(line[0])) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(line[0]);
  const std::size_t end = line.find_last_not_of(line[0]) + 1;
  if (begin == line.npos || begin < kShortest || end + kShortest > line.size()) return std::nullopt;
  const std::string_view title = line.substr(begin, end - begin);
  const bool is_title = title.front() == ' ' && title.back() == ' ' && !is_blank(title) &&
                        title.find(line[0]) == title.npos;
  return is_title ? std::optional(line[0]) : std::nullopt;
}

bool has_digits_and_hashes_only(std::string_view line) {
  return std::ranges::all_of(
      line, [](char c) { return c == '#' || is_digit(c) || kBetweenCells.contains(c); });
}

/// Whether `line` is digits and `#`, begins with a digit and is as long as a row or a board.
bool has_hash_cells(std::string_view line) {
  if (!has_digits_and_hashes_only(line) || line.find('#') == line.npos ||
      !is_digit(trim(line).front()))
    return false;
  // A remark such as `#12` may follow the cells, or a number.
  const std::size_t sign = line.find('#');
  const auto before = split_cells(line.substr(0, sign));
  const bool is_remark = line[sign - 1] == ' ' && line.find('#', sign + 1) == line.npos &&
                         (before.size() == 1 || is_row_or_board(total_size(before)));
  return is_row_or_board(total_size(split_cells(line))) && !is_remark;
}

/// What a row consists of.
struct RowCounts {
  std::size_t cells = 0;
  std::size_t clues = 0;  ///< characters of clues
  std::size_t marks = 0;
};

/// Counts the cells of a line. Returns nullopt if it is not a row of digits and marks. Letters are
/// digits of boards that need them, and some of them are marks of smaller boards.
std::optional<RowCounts> count_row(std::string_view line) {
  constexpr std::size_t kLongestRow = 4 * kMaxSide;
  if (line.size() > kLongestRow) return std::nullopt;
  const auto is_between = [](char c) { return kBetweenCells.contains(c); };
  RowCounts row;
  row.cells = line.size() - static_cast<std::size_t>(std::ranges::count_if(line, is_between));
  for (const char c : line) {
    const bool is_clue = is_digit(c) || (row.cells > kSize && c >= 'A' && c <= 'Z');
    row.clues += is_clue;
    row.marks += !is_clue && is_empty_cell(c, row.cells);
  }
  if (row.clues == 0 || row.clues + row.marks != row.cells) return std::nullopt;
  if (row.cells != line.size()) {
    if (mark_around_title(line)) return std::nullopt;
    const std::size_t pieces = split_cells(line).size();
    if (usual_shape(pieces)) row.cells = pieces;
  }
  return usual_shape(row.cells) ? std::optional(row) : std::nullopt;
}

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

std::string plain_copy(std::string_view lines) {
  PlainText plain;
  plain.learn(lines, true);
  std::string copy;
  while (!lines.empty()) copy.append(plain.convert(take_line(lines))) += '\n';
  return copy;
}

void PlainText::learn(std::string_view head, bool has_rows) {
  constexpr std::size_t kEnoughRows = 3;
  has_rows_ = has_rows;
  auto table = Table::find(head);
  table_ = table ? std::make_shared<Table>(std::move(*table)) : nullptr;
  learn_frame(head);
  std::size_t rows_of_blanks = 0;
  std::map<std::size_t, std::size_t> rows_of_size;
  for (std::string_view rest = head; !rest.empty();) {
    const std::string_view line = usual_cells(take_line(rest));
    is_hash_cell_ |= has_hash_cells(line);
    if (is_comment(line)) continue;
    const bool is_row_of_blanks = line.size() == kSize && has_blank_cells(line);
    rows_of_blanks += is_row_of_blanks;
    if (is_row_of_blanks) {
      ++rows_of_size[kSize];
    } else if (frame_ && is_in_frame(line, *frame_)) {
      ++rows_of_size[frame_->parts * frame_->cells];
    } else if (const auto row = count_row(line)) {
      ++rows_of_size[row->cells];
    }
    line_ = line;
    are_boards_of_blanks_ |= line.size() >= kCells && fill_parts(line_, kCells);
  }
  const auto most =
      std::ranges::max_element(rows_of_size, {}, [](const auto& rows) { return rows.second; });
  row_size_ = most == rows_of_size.end() ? 0 : most->first;
  for (std::string_view rest = head; !rest.empty();) {
    const std::string_view line = usual_cells(take_line(rest));
    if (!is_comment(line)) note_marks(line);
  }
  are_rows_of_blanks_ = rows_of_blanks >= kEnoughRows && empty_marks_.empty();
  full_rows_ = 0;
}

/// Returns a line in ASCII, with the cells of a table in the usual form.
std::string_view PlainText::usual_cells(std::string_view text) {
  const std::string_view line = to_ascii(text, ascii_);
  return table_ ? table_->convert(line) : line;
}

/// Finds the frame of the first framed row and of all rows with parts of the same number and width.
void PlainText::learn_frame(std::string_view head) {
  std::size_t parts = 0;
  std::vector<bool> has_digit;
  while (!head.empty()) {
    const Parts found = parts_of_frame(to_ascii(take_line(head), ascii_));
    if (found.empty()) continue;
    if (parts == 0) {
      parts = found.size();
      has_digit.resize(found.front().size());
    }
    if (found.size() != parts || found.front().size() != has_digit.size()) continue;
    for (const std::string_view part : found) {
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] != ' ') has_digit[i] = true;
      }
    }
  }
  frame_ = parts == 0 ? std::nullopt : find_frame(parts, has_digit);
}

std::string_view PlainText::convert(std::string_view text) {
  const std::string_view line = usual_cells(text);
  if (has_rows_) {
    const auto mark = only_mark(line);
    const bool is_rule = mark ? is_rule_of(*mark, line) : is_rule_with_title(line);
    was_one_mark_ = mark.has_value();
    if (is_rule) return "=";
    note_marks(line);
  }
  line_ = line;
  if (is_hash_cell_ && has_digits_and_hashes_only(line)) std::ranges::replace(line_, '#', '.');
  if (are_boards_of_blanks_) {
    // Editors remove blanks at the end of a line.
    constexpr std::size_t kShortest = 3 * kCells / 4;
    const bool is_cut =
        line_.size() >= kShortest && line_.size() < kCells && has_blank_cells(line_);
    if (is_cut) line_.resize(kCells, ' ');
    fill_parts(line_, kCells);
  }
  if (are_rows_of_blanks_ && line_.size() == kSize) std::ranges::replace(line_, ' ', '.');
  if (frame_ && empty_marks_.empty()) fill_frame(line_, *frame_);
  return line_;
}

/// Remembers the marks of a row with digits, and counts rows without marks.
void PlainText::note_marks(std::string_view line) {
  const auto is_known = [this](char c) { return !is_empty_cell(c, kSize) || is_empty_mark(c); };
  if (!empty_marks_.empty() && std::ranges::all_of(line, is_known)) return;
  if (is_blank(line)) return;
  const auto row = count_row(line);
  const bool is_row = row && (row_size_ == 0 || row->cells == row_size_);
  full_rows_ = is_row && row->marks == 0 ? full_rows_ + 1 : 0;
  if (!is_row || row->marks == 0) return;
  for (const char c : line) {
    if (is_empty_cell(c, row->cells) && !is_empty_mark(c)) empty_marks_ += c;
  }
}

/// Whether a line such as `---- 1 ----` is a rule, instead of a row.
bool PlainText::is_rule_with_title(std::string_view line) const {
  const auto mark = empty_marks_.empty() ? std::nullopt : mark_around_title(line);
  return mark && !is_empty_mark(*mark);
}

/// Whether a line with only that mark is a rule, instead of a row of empty cells.
bool PlainText::is_rule_of(char mark, std::string_view line) const {
  if (!empty_marks_.empty()) return !is_empty_mark(mark);
  // Between complete boards. Rules never follow each other.
  const auto count = static_cast<std::size_t>(std::ranges::count(line, mark));
  return !was_one_mark_ && mark != '.' && full_rows_ > 0 && full_rows_ % count == 0;
}

}  // namespace sudoku
