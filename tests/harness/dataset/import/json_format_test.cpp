#include <string>
#include <vector>

#include "harness/dataset/read_options.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

namespace {

using Strings = std::vector<std::string>;

const std::string kQuoted = "\"" + kUnique + "\"";
const std::string kQuotedSolution = "\"" + kUniqueSolution + "\"";

/// Returns the cells of `board` as nine arrays of numbers, with `gap` between the rows.
std::string rows_of(const std::string& board, const std::string& gap) {
  std::string text;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    text += cell % 9 == 0 ? (cell == 0 ? "[" : "]," + gap + "[") : ", ";
    text += board[cell] == '.' ? '0' : board[cell];
  }
  return "[" + gap + text + "]" + gap + "]";
}

/// Checks that a text is read as kUnique with its solution.
void check_puzzle_with_solution(const std::string& text) {
  INFO(text);
  const auto reading = read_text(text);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings{kUnique});
  REQUIRE(reading.expectations.size() == 1);
  REQUIRE_FALSE(reading.expectations[0].solution.empty());
  CHECK(sudoku::format_line(reading.expectations[0].solution[0]) == kUniqueSolution);
}

}  // namespace

TEST_CASE("JSON holds boards as texts, arrays or arrays of rows", "[json_format]") {
  for (const std::string& text :
       {"[" + kQuoted + ",\n" + kQuoted + "]",
        "{\"puzzle\": " + kQuoted + "}\n{\"puzzle\": " + kQuoted + "}\n",
        "[{\"id\": 1, \"sudoku\": " + kQuoted + "},\n {\"id\": 2, \"sudoku\": " + kQuoted + "}]",
        "{\"puzzles\": [" + kQuoted + ", " + kQuoted + "]}",
        "{\"grids\": [{\"value\": " + rows_of(kUnique, "") +
            "}, {\"value\": " + rows_of(kUnique, " ") + "}]}",
        rows_of(kUnique, "") + "\n" + rows_of(kUnique, "\n"),
        "[" + rows_of(kUnique, "\n") + ",\n" + rows_of(kUnique, "") + "]"}) {
    INFO(text);
    const auto reading = read_text(text);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{kUnique, kUnique});
    CHECK(reading.expectations.empty());
  }
}

TEST_CASE("the solution in an object is expected", "[json_format]") {
  for (const std::string& text :
       {"{\"puzzle\": " + kQuoted + ", \"solution\": " + kQuotedSolution + "}",
        "{\"a\": " + kQuotedSolution + ", \"b\": " + kQuoted + "}",
        "{\"value\": " + rows_of(kUnique, "") + ",\n\"solution\": " + rows_of(kUniqueSolution, "") +
            "}",
        "{\"puzzle\": " + kQuoted + ", \"solutions\": [" + kQuotedSolution + "]}"}) {
    check_puzzle_with_solution(text);
  }
}

TEST_CASE("the solution of a damaged puzzle is not a puzzle", "[json_format]") {
  const auto reading =
      read_text("{\"puzzle\": " + kQuoted + ", \"solution\": " + kQuotedSolution +
                    "}\n{\"puzzle\": \"53\", \"solution\": " + kQuotedSolution + "}\n",
                skipping());
  CHECK(reading.puzzles == Strings{kUnique});
  CHECK(reading.rejected == 1);
}

TEST_CASE("numbers are the cells of larger boards", "[json_format]") {
  std::string rows;
  for (int row = 0; row < 16; ++row) {
    rows += row == 0 ? "[" : ", [";
    for (int column = 0; column < 16; ++column) {
      rows += (column == 0 ? "" : ", ") + std::to_string(row == column ? row + 1 : 0);
    }
    rows += "]";
  }
  const auto reading = read_text("{\"board\": [" + rows + "]}");
  CHECK(reading.error.empty());
  REQUIRE(reading.puzzles.size() == 1);
  CHECK(reading.puzzles[0].size() == 256);
  CHECK(reading.puzzles[0].back() == 'G');
}

TEST_CASE("invalid JSON is reported with its position", "[json_format]") {
  const std::string good = "{\"puzzle\": " + kQuoted + "}\n";
  CHECK(read_text(good + "{\"puzzle\": 53..7}\n").error == ":2:1: invalid JSON");
  CHECK(read_text(good + " {\"name\": \"x\"}\n").error ==
        ":2:2: no puzzle of this size in this value");
  CHECK(read_text(good + good + "{\"puzzle\": \"53k" + std::string(78, '.') + "\"}\n")
            .error.starts_with(":3:1: k is not a cell"));
  const std::string rows = rows_of(kUnique, "");
  CHECK(read_text(rows.substr(0, rows.rfind(",[")) + "]").error ==
        ":1:198: 9 rows expected, 8 found");
}

TEST_CASE("large JSON is read in parts", "[json_format]") {
  std::string text = "[\n";
  for (int i = 0; i < 20'000; ++i) {
    text += std::string(i == 0 ? "" : ",\n") + "{\"puzzle\": " + kQuoted + "}";
  }
  const auto reading = read_text(text + "\n]\n");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles.size() == 20'000);
  CHECK(read_text("[" + std::string(70'000, ' ') + "]").error ==
        ":1:65537: a line has at most 65536 bytes");
}

TEST_CASE("array literals of C, Python and NumPy are read as rows", "[json_format]") {
  std::string board = "int board[9][9] = {\n";
  std::string list = "puzzle = [\n";
  std::string numpy = "[";
  for (std::size_t row = 0; row < 9; ++row) {
    std::string commas;
    std::string blanks;
    for (std::size_t column = 0; column < 9; ++column) {
      const char cell = kUnique[9 * row + column];
      commas += std::string(column == 0 ? "" : ", ") + (cell == '.' ? '0' : cell);
      blanks += std::string(column == 0 ? "" : " ") + (cell == '.' ? '0' : cell);
    }
    board += "  {" + commas + "},\n";
    list += "  [" + commas + "],\n";
    numpy += std::string(row == 0 ? "[" : " [") + blanks + (row == 8 ? "]]\n" : "]\n");
  }
  for (const std::string& text : {board + "};\n", list + "]\n", numpy}) {
    check_puzzles(text, {kUnique});
  }
}

TEST_CASE("the elements of a list are rows only if there are as many as cells in a row",
          "[json_format]") {
  for (const std::size_t boards : {4, 9, 16}) {
    std::string list;
    for (std::size_t i = 0; i < boards; ++i) list += (i == 0 ? "" : ", ") + kQuoted;
    check_puzzles("{\"puzzles\": [" + list + "]}", Strings(boards, kUnique));
  }
}

TEST_CASE("an incomplete board in rows is reported before the next board", "[json_format]") {
  const std::string cut = [] {
    const std::string rows = rows_of(kUnique, "");
    return rows.substr(0, rows.rfind(",[")) + "]";
  }();
  for (const std::string& text :
       {rows_of(kUnique, "") + "\n" + cut + "\n" + rows_of(kUnique, ""),
        rows_of(kUnique, "") + "\n" + cut + "\n{\"puzzle\": " + kQuoted + "}",
        rows_of(kUnique, "") + rows_of(kUnique, "") + cut}) {
    INFO(text);
    const auto reading = read_text(text, skipping());
    CHECK(reading.puzzles == Strings{kUnique, kUnique});
    CHECK(reading.rejected == 1);
  }
}

TEST_CASE("a damaged row makes one invalid board", "[json_format]") {
  std::string bad = rows_of(kUnique, "");
  bad.replace(bad.find(",[", 40), 3, ",[[]");  // the third row
  const auto reading =
      read_text(rows_of(kUnique, "") + "\n" + bad + "\n" + rows_of(kUnique, ""), skipping());
  CHECK(reading.puzzles == Strings{kUnique, kUnique});
  CHECK(reading.rejected == 1);
}

TEST_CASE("truncated JSON is an error", "[json_format]") {
  const std::string item = "{\"puzzle\": " + kQuoted + "}";
  for (const std::string end : {"", ",", ",\n{\"puzzle\": \"53"}) {
    const auto reading = read_text("[" + item + end, skipping());
    CHECK(reading.puzzles == Strings{kUnique});
    CHECK(reading.rejected == 1);
  }
  CHECK(read_text(item + "\n {\"puz").error ==
        ":2:2: this value is not closed; the file may be truncated");
  CHECK(read_text("[" + item).error == ":1:1: this value is not closed; the file may be truncated");
}

TEST_CASE("a cell of two digits does not exist on a 9x9 board", "[json_format]") {
  std::string rows = rows_of(kUnique, "");
  rows.replace(rows.find("5"), 1, "12");
  CHECK(read_text("{\"puzzle\": " + kQuoted + "}\n{\"puzzle\": " + rows + "}").error ==
        ":2:1: 12 is not a cell of 9x9; the numbers are 1 to 9, or 0 -1 . for an empty cell");
}

TEST_CASE("a list of 16 rows of 16 numbers is a 16x16 board", "[json_format]") {
  const auto list_of = [](int side, int digits) {
    std::string rows;
    for (int row = 0; row < side; ++row) {
      rows += row == 0 ? "[" : ",\n [";
      for (int column = 0; column < side; ++column) {
        const int digit = row == column ? 1 + row % digits : 0;
        rows += (column == 0 ? "" : ", ") + std::to_string(digit);
      }
      rows += "]";
    }
    return "[" + rows + "]\n";
  };
  for (const int side : {16, 36}) {
    const auto reading = read_text(list_of(side, side));
    CHECK(reading.error.empty());
    REQUIRE(reading.puzzles.size() == 1);
    CHECK(reading.puzzles[0].size() == static_cast<std::size_t>(side) * side);
  }
  const auto small = read_text(list_of(16, 4));
  CHECK(small.error.empty());
  CHECK(small.puzzles.size() == 16);
}

TEST_CASE("an object of many lines is recognized by its first puzzle", "[json_format]") {
  std::string text = "{\n  \"puzzles\": [\n";
  for (int i = 0; i < 3000; ++i) {
    text += "    {\n      \"solution\": " + kQuotedSolution + ",\n      \"puzzle\": " + kQuoted +
            "\n    }" + (i < 2999 ? ",\n" : "\n");
  }
  const auto reading = read_text(text + "  ]\n}\n");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == Strings(3000, kUnique));
  CHECK(reading.expectations.size() == 3000);
}

TEST_CASE("every board of an object is read", "[json_format]") {
  const std::string other = "\"" + kEscargot + "\"";
  for (const std::string& text :
       {"{\"easy\": " + kQuoted + ", \"hard\": " + other + "}",
        "{\"quizzes\": {\"0\": " + kQuoted + ", \"1\": " + other + "}}",
        "{\"1\": {\"grid\": " + kQuoted + "}, \"2\": {\"grid\": " + other + "}}",
        "{\"count\": 2, \"puzzles\": [" + kQuoted + ", " + other + "]}"}) {
    INFO(text);
    const auto reading = read_text(text);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings{kUnique, kEscargot});
    CHECK(reading.expectations.empty());
  }
}

TEST_CASE("solutions belong to puzzles of the same place", "[json_format]") {
  for (const std::string& text :
       {"{\"quizzes\": {\"0\": " + kQuoted + "}, \"solutions\": {\"0\": " + kQuotedSolution + "}}",
        "{\"puzzle\": {\"grid\": " + kQuoted + "}, \"solution\": {\"grid\": " + kQuotedSolution +
            "}}",
        "{\"puzzles\": [" + kQuoted + "], \"solutions\": [" + kQuotedSolution + "]}",
        "{\"board\": " + kQuotedSolution + ", \"puzzle\": " + kQuoted + "}"}) {
    check_puzzle_with_solution(text);
  }
}

TEST_CASE("damaged puzzles, solutions and counts are reported", "[json_format]") {
  const std::string short_puzzle = "\"" + kUnique.substr(1) + "\"";
  const std::string rows = rows_of(kUnique, "");
  const std::string fewer_rows = rows.substr(0, rows.rfind(",[")) + "]";
  for (const std::string& item :
       {"{\"puzzles\": [" + kQuoted + ", " + short_puzzle + "]}",
        "{\"puzzles\": [{\"puzzle\": " + kQuoted + "}, {\"puzzle\": " + short_puzzle + "}]}",
        "{\"puzzles\": [{\"puzzle\": " + kQuoted + "}, {\"puzzle\": null}]}",
        "{\"puzzles\": [" + rows + ", " + fewer_rows + "]}",
        "{\"boards\": [" + kQuoted + ", " + short_puzzle + "]}"}) {
    INFO(item);
    const auto reading = read_text(item + "\n", skipping());
    CHECK(reading.puzzles == Strings{kUnique});
    CHECK(reading.rejected == 1);
  }
  for (const std::string& rest :
       {"\"solution\": \"" + kUniqueSolution.substr(1) + "\"", std::string("\"count\": \"many\""),
        std::string("\"solution\": \"\", \"count\": -1")}) {
    INFO(rest);
    const auto reading = read_text(
        "{\"puzzle\": " + kQuoted + "}\n{\"puzzle\": " + kQuoted + ", " + rest + "}\n", skipping());
    CHECK(reading.rejected == 1);
  }
}

TEST_CASE("JSON is recognized by later puzzles and by its form", "[json_format]") {
  const std::string good = "{\"puzzle\": " + kQuoted + ", \"solution\": " + kQuotedSolution + "}";
  const std::string bad =
      "{\"puzzle\": \"" + kUnique.substr(1) + "\",\n\"solution\": " + kQuotedSolution + "}";
  for (const std::string& first : {bad, std::string("{\"version\": 1}")}) {
    const auto reading = read_text(first + "\n" + good + "\n", skipping());
    CHECK(reading.puzzles == Strings{kUnique});
    CHECK(reading.rejected == 1);
  }
  const auto only_bad = read_text(bad + "\n", skipping());
  CHECK(only_bad.puzzles.empty());
  CHECK(only_bad.error.find("81 cells expected, 80 found") != std::string::npos);
}

TEST_CASE("comments and semicolons between values are ignored", "[json_format]") {
  check_puzzles("# from the \"web\n{\"puzzle\": " + kQuoted + "}\n// another\n" +
                    rows_of(kUnique, "\n") + ";\n",
                {kUnique, kUnique});
}

TEST_CASE("a list of texts of 16 cells is not a 16x16 board", "[json_format]") {
  const std::string small = "\"1..4..1..4..2..3\"";
  std::string list;
  for (int i = 0; i < 16; ++i) list += (i == 0 ? "" : ", ") + small;
  const auto reading = read_text("{\"puzzles\": [" + list + "]}");
  CHECK(reading.error.empty());
  CHECK(reading.puzzles.size() == 16);
}

TEST_CASE("deep and long cut JSON is an error", "[json_format]") {
  CHECK_FALSE(read_text(std::string(60'000, '[') + "1,1").error.empty());
  std::string text = "[[1,";
  for (int i = 0; i < 20'000; ++i) text += "[1,";
  CHECK_FALSE(read_text(text).error.empty());
}
