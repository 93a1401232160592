#include <cstddef>
#include <functional>

#include <fmt/format.h>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::ReadOptions;

namespace {

// Its first row, first column and last column are empty.
const std::string kSparse =
    "..........1.2.3..........5....4..6.....7.8.......1...3......2.......9..5....4..1.";

/// How a table is written.
struct Style {
  std::string delimiter = ",";
  std::string empty{};  ///< for an empty cell
  std::string header{};
  std::string begin{};    ///< of a record; `N` is the number of the row
  std::string end{};      ///< of a record
  std::string between{};  ///< boards
  bool repeats_header = false;
  std::function<std::string(std::string)> written = [](std::string cell) { return cell; };
};

std::string numbered(std::string text, std::size_t row) {
  const std::size_t place = text.find('N');
  return place == text.npos ? text : text.replace(place, 1, std::to_string(row));
}

std::string table_of(const std::vector<std::string>& boards, std::size_t columns,
                     const Style& style) {
  std::string text = style.header;
  for (std::size_t board = 0; board < boards.size(); ++board) {
    if (board > 0) text += style.between + (style.repeats_header ? style.header : "");
    for (std::size_t i = 0; i < boards[board].size(); ++i) {
      const std::string cell(1, boards[board][i]);
      text += i % columns == 0 ? numbered(style.begin, i / columns) : style.delimiter;
      text += cell == "." ? style.empty : style.written(cell);
      if (i % columns == columns - 1) text += style.end + "\n";
    }
  }
  return text;
}

/// Returns the fields with a delimiter between them.
std::string joined(std::string_view delimiter, const std::function<std::string(int)>& field,
                   int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : std::string(delimiter)) + field(i);
  return text;
}

}  // namespace

TEST_CASE("a board may be a table with a field per cell", "[table]") {
  const auto number = [](int i) { return std::to_string(i); };
  const std::string zero_based = joined(",", number, 9);
  const auto decimal = [](const std::string& cell) { return cell + ".0"; };
  const auto scientific = [](const std::string& cell) { return cell + ".000000000000000000e+00"; };
  const auto quoted = [](const std::string& cell) { return "\"" + cell + "\""; };
  const auto letter = [](int i) { return std::string(1, static_cast<char>('A' + i)); };
  const auto name = [](int i) { return "V" + std::to_string(i + 1); };
  const std::vector<Style> styles = {
      {},
      {.delimiter = ";"},
      {.delimiter = "\t"},
      {.delimiter = ", ", .empty = " "},
      {.between = "\n"},
      {.between = "Puzzle 2,,,,,,,,\n"},
      {.between = ",,,,,,,,\n"},
      {.header = "Title,,,,,,,,\n", .repeats_header = true},
      {.end = ",7.2"},
      {.end = ","},
      {.end = ",", .between = ",,,,,,,,,\n"},
      {.begin = ",,", .end = ",,,"},
      {.header = zero_based + "\n", .between = "\n", .repeats_header = true},
      {.empty = "0", .header = zero_based + "\n"},
      {.header = "1,2,3,4,5,6,7,8,9\n"},
      {.header = joined(",", letter, 9) + "\n"},
      {.empty = "0", .header = joined(",", letter, 9) + "\n"},
      {.delimiter = "\t", .header = joined("\t", letter, 9) + "\n"},
      {.delimiter = ";", .header = joined(";", name, 9) + "\n"},
      {.header = "a1,b1,c1,d1,e1,f1,g1,h1,i1\n"},
      {.empty = "0", .header = "," + zero_based + "\n", .begin = "N,"},
      {.header = "," + zero_based + "\n", .begin = "N,", .between = "\n", .repeats_header = true},
      {.empty = "NaN", .header = "," + zero_based + "\n", .begin = "N,", .written = decimal},
      {.empty = "nan", .written = decimal},
      {.header = "," + joined(",", letter, 9) + "\n", .begin = "row N,"},
      {.begin = "N,"},
      {.empty = "0", .begin = "N,", .between = "\n"},
      {.delimiter = ";", .empty = "\"\"", .written = quoted},
      {.empty = "NA", .header = "\"\"," + joined(",", name, 9) + "\n", .begin = "\"N\","},
      {.delimiter = " ", .empty = "NA", .header = joined(" ", name, 9) + "\n", .begin = "\"N\" "},
      {.delimiter = "  ",
       .empty = "0",
       .header = "   " + joined("  ", number, 9) + "\n",
       .begin = "N  "},
      {.delimiter = " ", .empty = "0.000000000000000000e+00", .written = scientific},
      {.delimiter = ",", .empty = "0.000000000000000000e+00", .written = scientific},
  };
  for (const Style& style : styles) {
    check_puzzles(table_of({kUnique}, 9, style), {kUnique});
    check_puzzles(table_of({kUnique, kEscargot}, 9, style), {kUnique, kEscargot});
    check_puzzles(table_of(std::vector(10, kUnique), 9, style), std::vector(10, kUnique));
  }
}

TEST_CASE("a table may have other sides", "[table]") {
  const std::string small = "1..4..1..4..2..3";
  const std::string latin = "1....6.2.4....3..5.5..2..1.3....6.4.";
  std::string large;
  for (int i = 0; i < 256; ++i) {
    const int row = i / 16;
    large += i % 3 == 0 ? '.' : "123456789ABCDEFG"[(row * 4 + row / 4 + i) % 16];
  }
  const auto number = [](const std::string& cell) {
    return std::to_string(cell[0] >= 'A' ? cell[0] - 'A' + 10 : cell[0] - '0');
  };
  const Style numbers{.header = joined(
                                    ",", [](int i) { return std::to_string(i); }, 16) +
                                "\n",
                      .written = number};
  const Style indexed{.delimiter = "\t", .empty = "nan", .begin = "N\t", .written = number};
  for (const std::vector<std::string>& boards : {std::vector{small}, {small, small}}) {
    check_puzzles(table_of(boards, 4, {}), boards);
    check_puzzles(table_of(boards, 4, {.begin = "N,"}), boards);
    check_puzzles(table_of(boards, 16, {}), boards);
  }
  check_puzzles(table_of({latin}, 6, {.begin = "N,", .end = ","}), {latin});
  check_puzzles(table_of({large, large}, 16, {}), {large, large});
  check_puzzles(table_of({large, large}, 16, numbers), {large, large});
  check_puzzles(table_of({large, large}, 16, indexed), {large, large});
  check_puzzles(table_of({kSparse}, 9, {}), {kSparse});
  check_puzzles(table_of({kUnique, kSparse}, 9, {.delimiter = "\t"}), {kUnique, kSparse});
}

TEST_CASE("a record of a table may be a board", "[table]") {
  const auto number = [](int i) { return std::to_string(i); };
  const auto name = [](int i) { return fmt::format("r{}c{}", i / 9, i % 9); };
  const std::vector<std::string> boards(3, kUnique);
  for (const Style& style :
       {Style{}, Style{.header = joined(",", number, 81) + "\n"}, Style{.end = ","},
        Style{.empty = "0", .header = joined(",", name, 81) + "\n", .repeats_header = true},
        Style{.header = "," + joined(",", number, 81) + "\n", .begin = "17,"}}) {
    check_puzzles(table_of(boards, 81, style), boards);
  }
  ReadOptions csv;
  csv.format = sudoku::DatasetFormat::csv;
  CHECK(read_text(table_of(boards, 81, {.header = joined(",", name, 81) + "\n"}), csv).puzzles ==
        boards);
}

TEST_CASE("fields of a damaged table do not close up", "[table]") {
  const std::string table = table_of({kUnique, kUnique}, 9, {});
  const auto error_after = [&](std::string_view part, std::string_view other) {
    std::string text = table;
    return read_text(text.replace(text.find(part), part.size(), other)).error;
  };
  CHECK(error_after("5,3,,,7,,,,", "5,3,,7,,,,") == ":1:16: 9 cells expected, 8 found");
  CHECK(error_after("5,3,,,7,,,,", "5,3,,,,7,,,,").starts_with(":1:"));
  CHECK(error_after("5,3,,,7,,,,", "5,!,,,7,,,,").starts_with(":1:3: ! is not a cell"));
  CHECK(error_after("5,3,,,7,,,,", "5.5,3,,,7,,,,").starts_with(":1:"));
  CHECK(error_after("5,3,,,7,,,,", "5,xyz,,,7,,,,").starts_with(":1:"));
  CHECK(error_after("5,3,,,7,,,,\n", "") == ":10:1: 9 rows expected, 17 found");
}
