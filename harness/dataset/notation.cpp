#include "harness/dataset/notation.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::size_t kLetters = 26;
constexpr std::size_t kNoRank = kMaxSide;
constexpr std::size_t kSideOfDigits = 9;  // boards up to this side do not need letters
constexpr std::string_view kSeparators = " \t|,;\"'";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Returns the index of a letter from 0, or kNoRank.
std::size_t letter_rank(char c) {
  if (is_lower(c)) return static_cast<std::size_t>(c - 'a');
  return c >= 'A' && c <= 'Z' ? static_cast<std::size_t>(c - 'A') : kNoRank;
}

/// Returns the index among 0 to 9 and A to Z, or kNoRank.
std::size_t rank_of(char c) {
  if (is_digit(c)) return static_cast<std::size_t>(c - '0');
  const std::size_t letter = letter_rank(c);
  return letter == kNoRank ? kNoRank : letter + 10;
}

/// 36 digits from 1 end with a lower-case `a`; only then does the case of letters matter.
bool is_digit_from_one(char c, std::size_t side) {
  if (side == kMaxSide && is_lower(c)) return c == 'a';
  const std::size_t rank = rank_of(c);
  return rank >= 1 && rank <= side && rank != kNoRank;
}

std::uint8_t digit_from_one(char c, std::size_t side) {
  return static_cast<std::uint8_t>(side == kMaxSide && c == 'a' ? kMaxSide : rank_of(c));
}

/// Returns the digits for an error message, such as `1 to 9, A to G`.
std::string list_symbols(const Notation& notation) {
  const std::size_t side = notation.shape.side();
  const auto letters = [](std::size_t last) {
    return fmt::format("A to {}", static_cast<char>('A' + last));
  };
  if (notation.first == FirstSymbol::letter) return letters(side - 1);
  const std::size_t first = notation.first == FirstSymbol::zero ? 0 : 1;
  const std::size_t last = first + side - 1;
  if (last < 10) return fmt::format("{} to {}", first, last);
  if (last == 10 + kLetters) return fmt::format("{} to 9, A to Z, a", first);
  if (last == 10) return fmt::format("{} to 9, A", first);
  return fmt::format("{} to 9, {}", first, letters(last - 10));
}

}  // namespace

std::string_view to_string(FirstSymbol first) {
  constexpr std::array<std::string_view, 4> kNames = {"auto", "1", "0", "A"};
  return kNames[static_cast<std::size_t>(first)];
}

bool is_classic(const Notation& notation) {
  return notation.shape == k9x9 && !notation.is_integers && notation.first == FirstSymbol::one &&
         notation.is_settled;
}

bool is_mark(char c) { return c == '.' || c == '-' || c == '_' || c == '*' || c == '?'; }

bool may_be_symbol(char c, std::size_t side) {
  if (c == '0' || is_mark(c) || is_digit_from_one(c, side)) return true;
  if (side <= kSideOfDigits && (c == 'x' || c == 'X')) return true;
  return rank_of(c) < side || letter_rank(c) < std::min(side, kLetters);
}

bool may_be_symbols(std::string_view text, std::size_t side) {
  return std::all_of(text.begin(), text.end(), [side](char c) { return may_be_symbol(c, side); });
}

std::optional<IntegerCell> parse_integer_cell(std::string_view token) {
  const bool is_symbol_mark =
      token.size() == 1 && (is_mark(token[0]) || token[0] == 'x' || token[0] == 'X');
  if (is_symbol_mark || token == "-1") return IntegerCell{true};
  const auto value = parse_number(token);
  if (!value) return std::nullopt;
  return IntegerCell{false, *value};
}

std::vector<std::string_view> split_cells(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  while ((begin = text.find_first_not_of(kSeparators, begin)) != text.npos) {
    const std::size_t end = std::min(text.size(), text.find_first_of(kSeparators, begin));
    pieces.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return pieces;
}

std::size_t total_size(const std::vector<std::string_view>& pieces) {
  std::size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  return size;
}

void SymbolEvidence::add(std::string_view cells) {
  if (is_integers_) return add_integer(cells);
  for (const char c : cells) add_symbol(c);
}

void SymbolEvidence::add_symbol(char c) {
  const std::size_t letter = letter_rank(c);
  has_zero_ |= c == '0';
  has_mark_ |= is_mark(c);
  has_digit_ |= is_digit(c) && c != '0';
  has_letter_ |= letter != kNoRank;
  has_late_letter_ |= letter != kNoRank && letter >= std::min(side_, kLetters);
  // With 36 digits, `a` may also be a lower-case A.
  has_last_ |= side_ < kMaxSide && rank_of(c) == side_;
}

void SymbolEvidence::add_integer(std::string_view token) {
  const auto cell = parse_integer_cell(token);
  if (!cell) return;
  has_mark_ |= cell->is_empty_mark;
  has_zero_ |= !cell->is_empty_mark && cell->value == 0;
  has_last_ |= !cell->is_empty_mark && cell->value == side_;
}

FirstSymbol SymbolEvidence::conclude() const {
  const bool may_be_letters = !is_integers_ && side_ <= kLetters && !has_late_letter_;
  if (may_be_letters && has_letter_ && !has_digit_) return FirstSymbol::letter;
  return has_zero_ && has_mark_ && !has_last_ ? FirstSymbol::zero : FirstSymbol::one;
}

CellReader::CellReader(const Notation& notation) : notation_(notation) {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    table_[i] = value_of(static_cast<char>(static_cast<unsigned char>(i)));
  }
}

std::uint8_t CellReader::value_of(char c) const {
  const std::size_t side = notation_.shape.side();
  const std::size_t letter = letter_rank(c);
  if (is_mark(c)) return 0;
  if (notation_.first == FirstSymbol::letter && letter < std::min(side, kLetters)) {
    return static_cast<std::uint8_t>(letter + 1);
  }
  if (notation_.first == FirstSymbol::zero && rank_of(c) < side) {
    return static_cast<std::uint8_t>(rank_of(c) + 1);
  }
  if (notation_.first == FirstSymbol::one && is_digit_from_one(c, side)) {
    return digit_from_one(c, side);
  }
  const bool is_small_mark = side <= kSideOfDigits && (c == 'x' || c == 'X');
  return c == '0' || is_small_mark ? 0 : kNone;
}

std::string CellReader::read(char c, std::uint8_t& cell) {
  cell = table_[static_cast<unsigned char>(c)];
  if (cell == kNone) return describe_bad_symbol(c);
  return cell == 0 && !notation_.is_settled ? note_empty(c == '0') : std::string();
}

std::string CellReader::read(std::string_view token, std::uint8_t& cell) {
  const auto found = parse_integer_cell(token);
  if (!found) return describe_bad_integer(token);
  const std::uint64_t first = notation_.first == FirstSymbol::zero ? 0 : 1;
  const bool is_empty = found->is_empty_mark || found->value < first;
  if (!is_empty && found->value - first >= side()) return describe_bad_integer(token);
  cell = is_empty ? std::uint8_t{0} : static_cast<std::uint8_t>(found->value - first + 1);
  return is_empty && !notation_.is_settled ? note_empty(!found->is_empty_mark) : std::string();
}

std::string CellReader::note_empty(bool is_zero) {
  (is_zero ? has_zero_ : has_mark_) = true;
  if (!has_zero_ || !has_mark_ || notation_.first == FirstSymbol::zero) return {};
  return "both 0 and another empty-cell mark are used; --symbols 0 makes 0 a digit, --symbols 1 or "
         "A "
         "makes it an empty cell";
}

std::string CellReader::describe_bad_symbol(char c) const {
  if (is_classic(notation_)) return describe_bad_cell(c);
  const char* const hint = may_be_symbol(c, side()) ? "; --symbols sets another first one" : "";
  return fmt::format(
      "{} is not a cell of {}; the symbols are {}, or . {}- _ * ? for an empty cell{}",
      printable(c), size_of(notation_.shape), list_symbols(notation_),
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

}  // namespace sudoku
