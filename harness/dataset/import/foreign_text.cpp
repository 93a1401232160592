#include "harness/dataset/import/foreign_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/import/unicode.h"

namespace sudoku {
namespace {

bool is_web_page(std::string_view line) {
  const std::string begin = lower_case(trim(line).substr(0, 9));
  return begin == "<!doctype" || begin.starts_with("<html");
}

bool is_pointer(std::string_view line) { return line.starts_with("version https://git-lfs"); }

bool is_formula(std::string_view line) { return line.starts_with("p cnf "); }

bool is_rich_text(std::string_view line) { return line.starts_with("{\\rtf"); }

/// Whether a line has a row of a 9x9 puzzle and the same row of its solution.
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

/// A kind of text that is no dataset.
struct ForeignText {
  bool (*is_line)(std::string_view line);  ///< recognizes one of the first lines
  bool is_in_first_line;                   ///< and in no other
  std::string_view what;
};

constexpr std::array kForeignTexts = {
    ForeignText{is_web_page, true,
                "is an HTML page, perhaps an error message of a server; save its puzzles as text"},
    ForeignText{is_pointer, true, "is a Git LFS pointer; fetch the file with git lfs pull"},
    ForeignText{is_rich_text, true, "is rich text (RTF); save it as plain text"},
    ForeignText{is_formula, false,
                "is a SAT formula (DIMACS CNF); write the puzzle itself, one character per cell"},
    ForeignText{is_row_of_two_boards, false,
                "has boards side by side; write one board below the other"},
};

}  // namespace

std::string_view describe_foreign_text(std::string_view head) {
  constexpr int kMostLines = 100;
  std::string buffer;
  for (int i = 0; i < kMostLines && !head.empty();) {
    const std::string_view line = to_ascii(take_line(head), buffer);
    if (is_blank(line)) continue;
    for (const ForeignText& kind : kForeignTexts) {
      if ((i == 0 || !kind.is_in_first_line) && kind.is_line(line)) return kind.what;
    }
    ++i;
  }
  return {};
}

}  // namespace sudoku
