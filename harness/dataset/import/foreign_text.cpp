#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/import/plain_text.h"

namespace sudoku {
namespace {

/// Start of one of the first lines of a file that is not a dataset, in lower case. A tag or
/// a name in quotes may also be inside a line.
struct ForeignText {
  std::string_view begin;
  std::string_view what;
};

constexpr std::string_view kWebPage =
    "is an HTML page, perhaps an error message of a server; save its puzzles as text";
constexpr std::string_view kMarkup =
    "is XML, and no line of it has a whole puzzle; write the puzzles as text, one per line";
constexpr std::string_view kGraph =
    "is a graph to color (DIMACS); write the puzzle itself, one character per cell";
constexpr std::string_view kCompressed =
    "has a compressed puzzle of SudokuWiki (S9B...), f-puzzles or SudokuPad (N4Ig...); open it "
    "there and copy its clues as a line of digits";
constexpr std::string_view kOtherRules =
    "has cages, thermometers or regions, as f-puzzles and SudokuPad write them; only rows, columns "
    "and boxes are supported";
constexpr std::array kForeignTexts = {
    ForeignText{"<!doctype", kWebPage},
    ForeignText{"<html", kWebPage},
    ForeignText{"<instance",
                "is an XCSP3 instance; write the puzzle itself, one character per cell"},
    ForeignText{"version https://git-lfs",
                "is a Git LFS pointer; fetch the file with git lfs pull"},
    ForeignText{"{\\rtf", "is rich text (RTF); save it as plain text"},
    ForeignText{"p cnf ",
                "is a SAT formula (DIMACS CNF); write the puzzle itself, one character per cell"},
    ForeignText{"p edge ", kGraph},
    ForeignText{"p col ", kGraph},
    ForeignText{"\"cages\"", kOtherRules},
    ForeignText{"\"thermo", kOtherRules},
    ForeignText{"\"regions\"", kOtherRules},
};

/// Whether a word is a puzzle in a compressed form that web pages use.
bool is_compressed_puzzle(std::string_view word) {
  constexpr std::size_t kShortest = 64;
  constexpr std::size_t kLongestPrefix = 8;
  const bool is_wiki = word.starts_with("S9") && word.size() > 2 && is_letter(word[2]);
  return word.size() >= kShortest && (is_wiki || word.find("N4Ig") < kLongestPrefix);
}

/// Whether a line consists of a row of a 9x9 puzzle and the same row of its solution.
bool is_row_of_two_boards(std::string_view line) {
  static constexpr std::string_view kDigits = "123456789";
  const auto pieces = split_cells(line);
  const auto is_row = [](std::string_view piece) {
    return piece.size() == kDigits.size() &&
           piece.find_first_not_of("123456789.0-_*?") == piece.npos;
  };
  const auto is_complete = [](std::string_view piece) {
    return std::ranges::is_permutation(piece, kDigits);
  };
  return pieces.size() == 2 && std::ranges::all_of(pieces, is_row) &&
         std::ranges::any_of(pieces, is_complete);
}

/// Returns the order if `line` is the header of a Latin square, such as `order 5`, and the first
/// row in `rest` has as many cells. Returns 0 otherwise.
std::size_t order_of_latin_square(std::string_view line, std::string_view rest) {
  constexpr std::string_view kHeader = "order ";
  const auto row = take_content_line(rest);
  if (!row || !line.starts_with(kHeader)) return 0;
  const std::size_t order = split_cells(*row).size();
  return parse_number(trim(line.substr(kHeader.size()))) == order ? order : 0;
}

}  // namespace

std::string describe_foreign_text(std::string_view head, const std::optional<Shape>& given) {
  constexpr int kMostLines = 100;
  constexpr std::size_t kTarMagic = 257;
  if (head.size() > kTarMagic && head.substr(kTarMagic).starts_with("ustar")) {
    return "is a tar archive; extract it, and pass one of its files";
  }
  bool is_markup = false;
  std::string buffer;
  int i = 0;
  while (i < kMostLines && !head.empty()) {
    const std::string_view line = to_ascii(take_line(head), buffer);
    if (is_blank(line)) continue;
    const std::string text = lower_case(trim(line));
    for (const auto& [foreign, what] : kForeignTexts) {
      const std::size_t begin = text.find(foreign);
      const bool is_anywhere = foreign.starts_with('<') || foreign.starts_with('"');
      if (begin == 0 || (begin != text.npos && is_anywhere)) return std::string(what);
    }
    const std::size_t order = i == 0 ? order_of_latin_square(text, head) : 0;
    if (order > kMaxSide) {
      return fmt::format("has boards of {0}x{0}; {1}x{1} is the largest size", order, kMaxSide);
    }
    if (order > 1 && !given) {
      return fmt::format("has Latin squares of order {0}; use --shape 1x{0}", order);
    }
    if (is_row_of_two_boards(line)) {
      return "has boards side by side; write one board below the other";
    }
    if (std::ranges::any_of(split_words(line), is_compressed_puzzle))
      return std::string(kCompressed);
    is_markup |= i++ == 0 && text.starts_with('<');
    i += text.starts_with("<?xml") ? 1 : 0;
    is_markup = is_markup && !parse_cell_line(line, Sides(given));
  }
  return is_markup && i > 1 && head.empty() ? std::string(kMarkup) : "";
}

}  // namespace sudoku
