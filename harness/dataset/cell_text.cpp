#include "harness/dataset/cell_text.h"

#include <algorithm>
#include <limits>

#include <boost/locale/utf.hpp>
#include <fmt/format.h>

#include "engines/grid.h"
#include "harness/base/units.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::size_t kSideOfDigits = 9;  // boards up to this side do not need letters
constexpr std::size_t kFewestRows = 4;    // of boards with boxes

/// Whether `c` marks an empty cell of any board.
bool is_mark(char c) {
  static constexpr Characters kMarks(".-_*?+~");
  return kMarks.contains(c);
}

/// Returns the digits of a board in ascending order; fewer than `side` if there are too few
/// symbols. Capital letters may be written as small ones unless small letters are digits, too.
std::string_view digits_of(FirstSymbol first, std::size_t side) {
  constexpr std::string_view kAll =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kLetters = kAll.substr(10, 26);
  if (first == FirstSymbol::letter) return kLetters.substr(0, side);
  return kAll.substr(first == FirstSymbol::zero ? 0 : 1, side);
}

/// Returns the digit that a symbol stands for, or 0 if it is no digit.
std::uint8_t digit_of(char c, FirstSymbol first, std::size_t side) {
  const std::string_view digits = digits_of(first, side);
  const bool have_small_letters = !digits.empty() && digits.back() >= 'a';
  if (c >= 'a' && c <= 'z' && !have_small_letters) c = static_cast<char>(c - 'a' + 'A');
  return static_cast<std::uint8_t>(digits.find(c) + 1);  // npos + 1 is 0
}

/// Returns the digits for an error message, such as `1 to 9, A to G`.
std::string list_symbols(const Notation& notation) {
  const std::string_view digits = digits_of(notation.first, notation.shape.side());
  std::string list;
  for (std::size_t begin = 0; begin < digits.size();) {
    std::size_t end = begin + 1;
    while (end < digits.size() && digits[end] == digits[end - 1] + 1) ++end;
    if (begin != 0) list += ", ";
    list += digits[begin];
    if (end - begin > 1) list += fmt::format(" to {}", digits[end - 1]);
    begin = end;
  }
  return list;
}

/// Returns the usual shape with that number of cells if it differs from `shape`. A line of 9x9 that
/// is as long as candidates is not a larger board.
std::optional<Shape> other_shape(const Shape& shape, std::size_t cells) {
  if (shape == k9x9 && cells == k9x9.cells() * k9x9.side()) return std::nullopt;
  const auto other = usual_shape_of_cells(cells);
  return other && other->side() != shape.side() ? other : std::nullopt;
}

/// Returns the error message for a board with a wrong number of cells.
std::string describe_cell_count(const Shape& shape, std::size_t found) {
  const auto other = other_shape(shape, found);
  const std::size_t side = square_root(found);
  std::string hint;
  if (other) {
    hint = fmt::format(" (a {} board); all boards must have the same shape", size_of(*other));
  } else if (side > kFewestRows && !usual_shape(side) && side != shape.side()) {
    hint = fmt::format("; --shape 1x{} reads Latin squares of order {}", side, side);
  }
  return fmt::format("{} cells expected{}, {} found{}", shape.cells(),
                     shape == k9x9 && !other ? "" : " for " + size_of(shape), found, hint);
}

/// Whether `text` is a number such as 4.3E+78.
bool is_scientific(std::string_view text) {
  const std::size_t exponent = text.find("E+");
  return exponent != text.npos && exponent > 0 &&
         text.substr(0, exponent).find_first_not_of("0123456789.") == text.npos &&
         parse_number(text.substr(exponent + 2)).has_value();
}

/// Returns the defect of `text`, which begins at `position` and does not end after `count` cells.
Defect describe_rest(std::string_view text, Position position, std::size_t count) {
  position.column += count;
  return {position,
          fmt::format("found {} after the {} cells", first_character(text.substr(count)), count)};
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_blank(c); });
}

bool is_comment(std::string_view text) {
  text = trim(text);
  if (text.empty()) return false;
  const char c = text.front();
  return c == '#' || c == ';' || c == '%' || (c == '/' && text.starts_with("//"));
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.size(), text.find('\n'));
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<std::string_view> take_content_line(std::string_view& text) {
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!is_blank(line) && !is_comment(line)) return line;
  }
  return std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 32;
  return text.size() <= kMost ? one_line(text) : one_line(text.substr(0, kMost)) + "...";
}

std::string first_character(std::string_view text) {
  if (text.front() == ' ') return "a blank";
  namespace utf = boost::locale::utf;
  const char* end = text.data();
  const utf::code_point c = utf::utf_traits<char>::decode(end, text.data() + text.size());
  if (!utf::is_valid_codepoint(c)) return one_line(text.substr(0, 1));
  const std::string shown = one_line(text.substr(0, static_cast<std::size_t>(end - text.data())));
  constexpr utf::code_point kAscii = 0x80;
  return c < kAscii ? shown : fmt::format("{} (U+{:04X})", shown, c);
}

std::optional<Defect> find_line_defect(const Line& line) {
  if (line.too_long) {
    return Defect{{line.number, LineReader::kMaxLineBytes + 1},
                  fmt::format("a line has at most {} bytes", LineReader::kMaxLineBytes)};
  }
  const std::size_t nul = line.text.find('\0');
  if (nul == line.text.npos) return std::nullopt;
  return Defect{{line.number, nul + 1},
                R"(\0 is an invalid character; the file is probably damaged)"};
}

bool is_mark(char c, std::size_t side) {
  static constexpr Characters kLetters("xXoO");
  return is_mark(c) || (side <= kSideOfDigits && kLetters.contains(c));
}

bool may_be_symbol(char c, std::size_t side) {
  using enum FirstSymbol;
  if (side > kMaxSideOfSymbols) return false;
  return c == '0' || is_mark(c, side) || digit_of(c, one, side) != 0 ||
         digit_of(c, zero, side) != 0 || digit_of(c, letter, side) != 0;
}

bool may_be_symbols(std::string_view text, std::size_t side) {
  return std::ranges::all_of(text, [side](char c) { return may_be_symbol(c, side); });
}

std::optional<std::int64_t> parse_integer_cell(std::string_view token) {
  const auto value = parse_number(token, std::numeric_limits<std::int64_t>::max());
  if (value) return static_cast<std::int64_t>(*value);
  const bool is_empty = token == "-1" || (token.size() == 1 && is_mark(token[0], kSideOfDigits));
  return is_empty ? std::optional(std::int64_t{-1}) : std::nullopt;
}

bool may_be_integer(std::string_view token, std::size_t side) {
  const auto cell = parse_integer_cell(token);
  return cell && *cell <= static_cast<std::int64_t>(side);
}

std::vector<std::string_view> split(std::string_view text, const Characters& separators) {
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && !separators.contains(text[i])) ++i;
    if (i > begin) pieces.push_back(text.substr(begin, i - begin));
  }
  return pieces;
}

std::vector<std::string_view> split_cells(std::string_view text) {
  static constexpr Characters kGaps(kCellGaps);
  return split(text, kGaps);
}

std::vector<std::string_view> split_words(std::string_view text) {
  static constexpr Characters kGaps(" \t|,;\"'{}[]()=:/&<>#");
  return split(text, kGaps);
}

bool is_row_or_board(std::size_t cells) {
  return usual_shape(cells) || usual_shape_of_cells(cells);
}

std::size_t total_size(const std::vector<std::string_view>& pieces) {
  std::size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  return size;
}

std::size_t count_cells(const std::vector<std::string_view>& pieces, bool are_integers) {
  return are_integers ? pieces.size() : total_size(pieces);
}

Position position_of(std::string_view part, const Line& line) {
  return {line.number, static_cast<std::size_t>(part.data() - line.text.data()) + 1};
}

void SymbolEvidence::add(std::string_view cells) {
  constexpr std::size_t kAmbiguousSide = 36;  // the last digit `a` may also be a lower-case A
  if (is_integers_) {
    const auto cell = parse_integer_cell(cells);
    if (!cell) return;
    has_mark_ |= *cell == -1;
    has_zero_ |= *cell == 0;
    has_last_ |= *cell == static_cast<std::int64_t>(side_);
    return;
  }
  for (const char c : cells) {
    has_zero_ |= c == '0';
    has_mark_ |= is_mark(c);
    has_digit_ |= c >= '1' && c <= '9';
    has_far_letter_ |= is_letter(c) && digit_of(c, FirstSymbol::one, side_) == 0;
    has_late_letter_ |= is_letter(c) && digit_of(c, FirstSymbol::letter, side_) == 0;
    has_last_ |= side_ != kAmbiguousSide && digit_of(c, FirstSymbol::one, side_) == side_;
  }
}

FirstSymbol SymbolEvidence::conclude() const {
  constexpr std::size_t kLetters = 26;
  const bool may_be_letters = !is_integers_ && side_ <= kLetters && !has_late_letter_;
  if (may_be_letters && has_far_letter_ && !has_digit_) return FirstSymbol::letter;
  return has_zero_ && has_mark_ && !has_last_ ? FirstSymbol::zero : FirstSymbol::one;
}

char CellReader::symbol_of(std::size_t digit) const {
  return digits_of(notation_.first, side())[digit - 1];
}

CellReader::CellReader(const Notation& notation) : notation_(notation) {
  // Numbers have no letters.
  const std::size_t side = notation.is_integers ? kSideOfDigits : notation.shape.side();
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const char c = static_cast<char>(static_cast<unsigned char>(i));
    const std::uint8_t digit = digit_of(c, notation_.first, side);
    table_[i] = digit != 0 || c == '0' || is_mark(c, side) ? digit : kNone;
  }
}

std::string CellReader::read_integer(std::string_view token, std::uint8_t& cell) {
  const auto found = parse_integer_cell(token);
  const std::int64_t first = notation_.first == FirstSymbol::zero ? 0 : 1;
  if (!found || *found >= first + static_cast<std::int64_t>(side())) {
    return describe_bad_integer(token);
  }
  cell = *found < first ? std::uint8_t{0} : static_cast<std::uint8_t>(*found - first + 1);
  return cell == 0 ? note_empty(*found == 0) : std::string();
}

std::string CellReader::describe_both_marks() {
  return "both 0 and another empty-cell mark are used; --symbols 0 makes 0 a digit, --symbols 1 or "
         "A makes it an empty cell";
}

std::string CellReader::describe_bad_symbol(std::string_view text) const {
  const std::string found = first_character(text);
  const bool may_be_other = may_be_symbol(text.front(), side());
  if (is_classic(notation_)) {
    return found + " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell" +
           (may_be_other ? "; --symbols A reads letters from A to I" : "");
  }
  const char* const hint = may_be_other ? "; --symbols sets another first one" : "";
  return fmt::format(
      "{} is not a cell of {}; the symbols are {}, or . {}- _ * ? for an empty cell{}", found,
      size_of(notation_.shape), list_symbols(notation_),
      notation_.first == FirstSymbol::zero ? "" : "0 ", hint);
}

std::string CellReader::describe_bad_integer(std::string_view token) const {
  const bool is_negative = token.size() > 1 && token[0] == '-' && parse_number(token.substr(1));
  if (is_negative) {
    return fmt::format("{} is a negative clue, which no engine supports; -1 is an empty cell",
                       shortened(token));
  }
  const std::size_t first = notation_.first == FirstSymbol::zero ? 0 : 1;
  const bool is_last = parse_number(token) == side() && first == 0;
  return fmt::format(
      "{} is not a cell of {}; the numbers are {} to {}, or {}-1 . for an empty cell{}",
      shortened(token), size_of(notation_.shape), first, first + side() - 1, first == 0 ? "" : "0 ",
      is_last ? "; --symbols sets another first one" : "");
}

std::optional<Defect> read_board(std::string_view text, Position position, CellReader& reader,
                                 std::span<std::uint8_t> cells) {
  constexpr std::string_view kEnds = " ,;\t\"'";
  const bool is_read = is_classic(reader.notation()) && parse_line(text, as_grid(cells)) == kCells;
  if (is_read && (text.size() == kCells || kEnds.find(text[kCells]) != kEnds.npos)) {
    return std::nullopt;
  }
  text = text.substr(0, text.find_first_of(kEnds));
  const std::size_t size = text.size();
  if (is_scientific(text)) {
    return Defect{position, fmt::format("a spreadsheet converted this puzzle to the number {}; "
                                        "import the column as text",
                                        one_line(text))};
  }
  // A length that fits another shape is more likely another shape than invalid cells.
  if (other_shape(reader.shape(), size)) {
    return Defect{position, describe_cell_count(reader.shape(), size)};
  }
  if (size != cells.size() && notation_of_candidates(text, std::nullopt, FirstSymbol::one)) {
    return Defect{position, fmt::format("{} cells expected, {} candidates found; either all or no "
                                        "puzzles of a file have candidates",
                                        cells.size(), size)};
  }
  for (std::size_t i = 0; i < std::min(size, cells.size()); ++i) {
    std::string what = reader.read_symbol(text.substr(i), cells[i]);
    if (what.empty()) continue;
    position.column += i;
    return Defect{position, std::move(what)};
  }
  if (size == cells.size()) return std::nullopt;
  if (size > cells.size() && !reader.is_cell(text[cells.size()])) {
    return describe_rest(text, position, cells.size());
  }
  position.column += std::min(size, cells.size());
  const bool may_lack_zeros = size < cells.size() && 4 * size > 3 * cells.size() &&
                              text.find_first_not_of("0123456789") == text.npos &&
                              text.front() != '0' && text.find('0') != text.npos;
  return Defect{position, describe_cell_count(reader.shape(), size) +
                              (may_lack_zeros ? "; a spreadsheet may have removed leading zeros; "
                                                "import the column as text"
                                              : "")};
}

std::optional<Defect> read_whole_board(std::string_view text, Position position, CellReader& reader,
                                       std::span<std::uint8_t> cells) {
  if (reader.notation().is_integers) {
    auto defect = read_cells({text, position.line}, reader, cells);
    if (defect) defect->position.column += position.column - 1;
    return defect;
  }
  if (auto defect = read_board(text, position, reader, cells)) return defect;
  if (text.size() == cells.size()) return std::nullopt;
  return describe_rest(text, position, cells.size());
}

std::optional<Defect> read_cells(const Line& line, CellReader& reader,
                                 std::span<std::uint8_t> cells) {
  const Shape& shape = reader.shape();
  const bool is_integers = reader.notation().is_integers;
  const bool is_board = cells.size() == shape.cells();
  auto pieces = split_cells(line.text);
  if (count_cells(pieces, is_integers) > cells.size()) drop_remark(line.text, pieces);
  const std::size_t count = count_cells(pieces, is_integers);
  if (is_board && other_shape(shape, count)) {
    return Defect{{line.number, 1}, describe_cell_count(shape, count)};
  }
  std::size_t found = 0;
  std::size_t end = line.text.find_last_not_of(kBlanks) + 1;  // of the cells that belong to it
  for (const std::string_view piece : pieces) {
    for (std::size_t i = 0; i < piece.size(); i += is_integers ? piece.size() : 1) {
      std::uint8_t cell = 0;
      std::string what = is_integers ? reader.read_integer(piece, cell)
                                     : reader.read_symbol(piece.substr(i), cell);
      if (!what.empty()) return Defect{position_of(piece.substr(i), line), std::move(what)};
      if (found < cells.size()) cells[found] = cell;
      if (found++ == cells.size()) end = position_of(piece.substr(i), line).column - 1;
    }
  }
  if (found == cells.size()) return std::nullopt;
  return Defect{{line.number, end + 1},
                is_board ? describe_cell_count(shape, found)
                         : fmt::format("{} cells expected, {} found", cells.size(), found)};
}

}  // namespace sudoku
