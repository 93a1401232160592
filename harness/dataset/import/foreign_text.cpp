#include "harness/dataset/import/foreign_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/import/unicode.h"

namespace sudoku {
namespace {

/// Start of the first line of a file that is not a dataset, in lower case.
struct ForeignText {
  std::string_view begin;
  std::string_view what;
};

constexpr std::string_view kWebPage =
    "is an HTML page, perhaps an error message of a server; save its puzzles as text";
constexpr std::array kForeignTexts = {
    ForeignText{"<!doctype", kWebPage},
    ForeignText{"<html", kWebPage},
    ForeignText{"version https://git-lfs",
                "is a Git LFS pointer; fetch the file with git lfs pull"},
    ForeignText{"{\\rtf", "is rich text (RTF); save it as plain text"},
};

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

}  // namespace

std::string_view describe_foreign_text(std::string_view head) {
  constexpr int kMostLines = 100;
  std::string buffer;
  for (int i = 0; i < kMostLines && !head.empty();) {
    const std::string_view line = to_ascii(take_line(head), buffer);
    if (is_blank(line)) continue;
    const std::string begin = i++ == 0 ? lower_case(trim(line)) : "";
    for (const auto& [foreign, what] : kForeignTexts) {
      if (begin.starts_with(foreign)) return what;
    }
    if (line.starts_with("p cnf ")) {
      return "is a SAT formula (DIMACS CNF); write the puzzle itself, one character per cell";
    }
    if (is_row_of_two_boards(line)) {
      return "has boards side by side; write one board below the other";
    }
  }
  return {};
}

}  // namespace sudoku
