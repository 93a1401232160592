#include "engines/solution_count.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;
using sudoku::ReadOptions;

namespace {

std::string error_of(std::string_view text) {
  return read_text(text, with_format(DatasetFormat::csv)).error;
}

ReadOptions columns(std::string puzzle, std::string expectation) {
  ReadOptions options;
  options.column = std::move(puzzle);
  options.expect_column = std::move(expectation);
  return options;
}

std::string count_of(const sudoku::Expectation& expectation) {
  return expectation.count ? sudoku::format_count(*expectation.count) : "";
}

}  // namespace

TEST_CASE("the columns of the public collections are known", "[csv_format]") {
  const std::string p = kUnique;
  const std::string s = kUniqueSolution;
  for (const std::string& text :
       {"quizzes,solutions\n" + p + "," + s, "puzzle,solution\n" + p + "," + s,
        "id,puzzle,solution,clues,difficulty\n1," + p + "," + s + ",30,2.2",
        "source,question,answer,rating\nx," + p + "," + s + ",0",
        "PUZZLE,Solution\r\n" + p + "," + s + "\r\n",
        "\"puzzle\",\"solution\"\n\"" + p + "\",\"" + s + "\"\n",
        "# comment\n\npuzzle , solution\n# more\n\n" + p + " , " + s}) {
    check_solutions(text, {p}, {s});
  }
}

TEST_CASE("an expected count has up to 128 bits", "[csv_format]") {
  const std::string many = "6670903752021072936960";
  const auto reading = read_text("line,puzzle,count\n1," + kUnique + ",1\n2," +
                                 std::string(81, '.') + "," + many + "\n3," + kEscargot + ",\n");
  CHECK(reading.error.empty());
  REQUIRE(reading.puzzles.size() == 3);
  CHECK(reading.lines == std::vector<std::uint64_t>{2, 3, 4});
  REQUIRE(reading.expectations.size() == 3);
  CHECK(count_of(reading.expectations[0]) == "1");
  CHECK(count_of(reading.expectations[1]) == many);
  CHECK_FALSE(reading.expectations[2].count.has_value());
  CHECK(reading.expectations[2].solution.empty());
}

TEST_CASE("a puzzle may have several expectations or none", "[csv_format]") {
  const auto reading =
      read_text("puzzle,solution,count\n" + kUnique + "," + kUniqueSolution + ",1\n");
  REQUIRE(reading.expectations.size() == 1);
  CHECK(format_line(reading.expectations[0].solution[0]) == kUniqueSolution);
  CHECK(count_of(reading.expectations[0]) == "1");
  const std::string header = "puzzle,count,solutions\n";
  CHECK(error_of(header + kUnique + ",1,1\n").empty());
  CHECK(error_of(header + kUnique + ",1,\n").empty());
  CHECK(error_of(header + kUnique + ",1,2\n") ==
        ":2:85: 2 solutions expected, but another column says 1");
  check_puzzles("puzzle,rating\n" + kUnique + ",7\n", {kUnique});
  CHECK(read_text("puzzle,rating\n" + kUnique + ",7\n").expectations.empty());
}

TEST_CASE("columns are chosen by name or number", "[csv_format]") {
  const std::string text =
      "puzzle,before,after\n" + kEscargot + "," + kUnique + "," + kUniqueSolution + "\n";
  for (const auto& options :
       {columns("before", "after"), columns("BEFORE", "3"), columns("2", "3")}) {
    check_solutions(text, {kUnique}, {kUniqueSolution}, options);
  }
  // The column of the puzzles is not an expectation.
  check_solutions("puzzle,solution\n" + kUnique + "," + kUniqueSolution + "\n", {kUniqueSolution},
                  {}, columns("solution", ""));
}

TEST_CASE("semicolons and tabs separate fields like commas", "[csv_format]") {
  for (const std::string d : {",", ";", "\t"}) {
    INFO(d);
    check_solutions("id" + d + "puzzle" + d + "note" + d + "solution\n1" + d + kUnique + d +
                        "\"a " + d + " b\"" + d + kUniqueSolution + "\n" + d + kEscargot + d + d +
                        "\n",
                    {kUnique, kEscargot}, {kUniqueSolution, ""});
  }
  // The first delimiter in the header is used.
  check_puzzles("puzzle;a,b\n" + kUnique + ";1,2\n", {kUnique});
  CHECK(error_of("puzzle;count\n\"" + kUnique + "\",1\n") ==
        ":2:84: ; must follow the quoted field, not ,");
}

TEST_CASE("an unknown column is an error that names the columns", "[csv_format]") {
  const std::string text = "\n# x\nid,puzzle,b\xFF\n1," + kUnique + ",2\n";
  CHECK(read_text(text, columns("clue", "")).error ==
        ":3:1: there is no column clue; the columns are id, puzzle, b\\xff");
  CHECK(read_text(text, columns("", "4")).error ==
        ":3:1: there is no column 4; the columns are id, puzzle, b\\xff");
  CHECK(read_text(text, columns("0", "")).error ==
        ":3:1: there is no column 0; the columns are id, puzzle, b\\xff");
  CHECK(error_of("id,given\n1," + kUnique + "\n") ==
        ":1:1: no column is named puzzle, puzzles, quiz, quizzes, question, sudoku, grid, board; "
        "the columns are id, given");
}

TEST_CASE("CSV without a header is an error", "[csv_format]") {
  const std::string message = "CSV must begin with a header that names its columns";
  CHECK(error_of("") == ": " + message);
  CHECK(error_of("# nothing\n\n") == ": " + message);
  CHECK(error_of("1," + kUnique + "\n") ==
        ":1:3: " + message +
            ", not a puzzle; without a header, choose the column of the puzzles with --column N");
  ReadOptions options = columns("2", "");
  options.format = DatasetFormat::line;
  CHECK(read_text(kUnique + "\n", options).error == ": --column and --expect-column need CSV");
}

TEST_CASE("columns are chosen by number without a header", "[csv_format]") {
  for (const std::string d : {",", ";", "\t", " ", "   "}) {
    const std::string first = "1" + d + kUniqueSolution + d + kUnique + "\n";
    check_solutions(first, {kUnique}, {kUniqueSolution}, columns("3", "2"));
    CHECK(read_text(first, columns("2", "")).puzzles[0] == kUniqueSolution);
    if (d.starts_with(' ')) continue;  // a blank cannot be an empty field
    check_solutions(first + "2" + d + d + kEscargot + "\n", {kUnique, kEscargot},
                    {kUniqueSolution, ""}, columns("3", "2"));
  }
  CHECK(read_text(kUnique + "\n", columns("2", "")).error ==
        ":1:82: 1 field found, too few for the column of --column or --expect-column");
  CHECK(read_text(kUnique + "\n", columns("puzzle", "")).error ==
        ": there is no header, so --column must be a number, not puzzle");
}

TEST_CASE("a number of records or a separator may precede the header", "[csv_format]") {
  for (const std::string before : {"2\n", "2;;\n\n", "count: 2\n", "sep=;\n", "\"SEP=;\"\n3\n"}) {
    check_puzzles(before + "id;puzzle\n1;" + kUnique + "\n2;" + kUnique + "\n", {kUnique, kUnique});
  }
}

TEST_CASE("the signs of spreadsheets for text are ignored", "[csv_format]") {
  for (const auto& [left, right] : {std::pair("=\"", "\""), {"\"=\"\"", "\"\"\""}, {"'", ""}}) {
    const std::string text = left + kUnique + right;
    check_puzzles("puzzle,count\n" + text + ",1\n" + text + ",=\"1\"\n", {kUnique, kUnique});
    check_puzzles(text + "\n" + text + "\n", {kUnique, kUnique});
  }
  CHECK(read_text("puzzle,count\n'!" + kUnique.substr(1) + ",1\n").error.starts_with(":2:2: !"));
}

TEST_CASE("a repeated header is skipped", "[csv_format]") {
  const std::string part = "puzzle,solution\n" + kUnique + "," + kUniqueSolution + "\n";
  check_puzzles(part + part, {kUnique, kUnique});
}

TEST_CASE("the solutions also show which symbols are digits", "[csv_format]") {
  check_puzzles("puzzle,solution\n.12323.11.32321.,0123230110323210\n", {".23434.22.43432."});
}

TEST_CASE("an invalid record is reported with its position", "[csv_format]") {
  const std::string record = "1," + kUnique + ",";
  const std::pair<std::string, std::string> records[] = {
      {"1,12k,\n", ":2:5: k" + kMarks},
      {"1,\"12\",\n", ":2:6: 81 cells expected, 2 found"},
      {"1,,\n", ":2:3: 81 cells expected, 0 found"},
      {"1," + kUnique + "..,\n", ":2:84: 81 cells expected, 83 found"},
      {"1,\"" + kUnique + " x\",\n", ":2:85: found a blank after the 81 cells"},
      {"\n1," + kUnique + "\n", ":3:84: 3 fields expected as in the header, 2 found"},
      {record + "1,2,\n", ":2:87: 3 fields expected as in the header, 5 found"},
      {record + "\"1\n\"\n", ":2:85: a quoted field must end on the line where it begins"},
      {std::string(70'000, ','), ":2:65537: a line has at most 65536 bytes"}};
  for (const auto& [text, error] : records) CHECK(error_of("id,puzzle,solution\n" + text) == error);
}

TEST_CASE("an impossible expectation is an invalid record", "[csv_format]") {
  const auto error_with = [](const std::string& expectation) {
    return error_of("puzzle,solution\n" + kUnique + "," + expectation + "\n");
  };
  const std::string unknown = ": expected a solution with 81 digits or a number of solutions";
  CHECK(error_with("yes") == ":2:83" + unknown);
  CHECK(error_with("12!") == ":2:85" + unknown);
  CHECK(error_with("-1") == ":2:85" + unknown);
  CHECK(error_with(std::string(40, '9')).empty());  // a lower bound beyond 128 bits
  // More digits than empty cells: a solution with missing or extra cells.
  CHECK(error_with(kUniqueSolution.substr(0, 79)) == ":2:162" + unknown);
  CHECK(error_with(kUniqueSolution + "1") == ":2:164" + unknown);

  std::string solution = kUniqueSolution;
  solution[7] = '0';
  CHECK(error_with(solution) == ":2:90: the expected solution has an empty cell");
  solution[7] = 'k';
  CHECK(error_with(solution) == ":2:90: k" + kMarks);
  CHECK(error_with(std::string(81, '0')) == ":2:83: the expected solution has an empty cell");
  solution = kUniqueSolution;
  std::swap(solution[2], solution[3]);
  CHECK(error_with(solution) == ":2:83: the expected solution does not solve the puzzle");
}

TEST_CASE("an invalid record is skipped on request", "[csv_format]") {
  check_skipped("puzzle,count\n" + kUnique + ",x\n" + kUnique + "\n" + kEscargot + ",1\n!,1\n",
                {kEscargot}, 3);
  CHECK_FALSE(read_text("given,count\n", skipping()).error.empty());
}
