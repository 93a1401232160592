#include "harness/dataset/puzzle_writer.h"

#include "engines/random.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku;
using test::kUnique;
using test::kUniqueSolution;

namespace {

/// Returns the writers that keep a board without candidates, or with candidates.
std::vector<FormatName> writers(bool with_candidates) {
  std::vector<FormatName> names;
  for (const FormatName& name : format_names()) {
    const PuzzleWriter* writer = name.writer;
    if (writer == nullptr || writer == &kCanonicalWriter || writer == &kMinlexWriter) continue;
    if (writer->append_solution != nullptr) continue;
    const bool adds = writer == &kCandidatesWriter || writer == &kCandidateGridWriter;
    if (with_candidates ? writer->holds_candidates : !adds) names.push_back(name);
  }
  return names;
}

/// Returns all shapes that boards may have.
std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (std::uint8_t rows = 1; rows <= kMaxSide / 2; ++rows) {
    for (std::uint8_t columns = 2; rows * columns <= static_cast<int>(kMaxSide); ++columns) {
      shapes.push_back({rows, columns});
    }
  }
  return shapes;
}

/// Returns a shape for each kind of box and notation.
std::vector<Shape> some_shapes() {
  return {{1, 2},  {1, 3}, {1, 4},  {2, 2},  {1, 7}, {2, 3},  {2, 4}, {1, 9}, {3, 3},  {2, 5},
          {1, 13}, {4, 4}, {1, 16}, {5, 5},  {3, 9}, {1, 27}, {4, 9}, {6, 6}, {1, 37}, {5, 8},
          {1, 40}, {7, 7}, {1, 61}, {2, 31}, {7, 9}, {1, 62}, {8, 8}, {1, 64}};
}

/// Returns a valid board with clues in about two thirds of the cells.
OwnedBoard puzzle_of(const Shape& shape, std::size_t number) {
  OwnedBoard board(shape);
  const std::size_t side = shape.side();
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    const std::size_t row = cell / side;
    const std::size_t shift = shape.box_columns * (row % shape.box_rows) + row / shape.box_rows;
    const bool is_clue = cell < side || (cell * 7 + row + number) % 3 != 0;
    const std::size_t digit = (shift + cell + number) % side + 1;
    board.cells()[cell] = is_clue ? static_cast<std::uint8_t>(digit) : std::uint8_t{0};
  }
  return board;
}

/// Returns a board without clues, or with one, which is the last or the first digit.
OwnedBoard sparse_puzzle_of(const Shape& shape, std::size_t number) {
  OwnedBoard board(shape);
  const std::size_t clue = number == 1 ? shape.side() : number / 2;
  board.cells()[shape.cells() / 2 + number] = static_cast<std::uint8_t>(clue);
  return board;
}

/// Returns a board in which about two thirds of the cells lack candidates.
OwnedBoard candidates_of(const Shape& shape, std::size_t number) {
  OwnedBoard board(shape);
  Random random(number);
  for (Digits& digits : board.candidates()) {
    if (random.below(3) != 0) digits &= random.next();
  }
  board.candidates()[0] |= Digits{7} & all_digits(shape);
  board.candidates()[number + 1] = 0;
  return board;
}

/// Replaces the symbols of a line, which begin with 1, by those that begin with `first`.
std::string with_first(std::string line, char first) {
  const std::string symbols = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::string others =
      "." + (first == '0' ? "0" + symbols.substr(1) : symbols.substr(symbols.find('A')));
  for (char& c : line) c = others[symbols.find(c)];
  return line;
}

/// Writes puzzles, reads them, and compares.
void check_round_trip(const PuzzleWriter& writer, const Shape& shape,
                      OwnedBoard (*make)(const Shape&, std::size_t)) {
  if (writer.supports && !writer.supports(shape)) return;
  std::string text(writer.header);
  std::vector<std::string> puzzles;
  for (std::size_t i = 0; i < (writer.holds_one ? 1U : 3U); ++i) {
    const OwnedBoard puzzle = make(shape, i);
    writer.append(puzzle, {}, text);
    puzzles.push_back(format_line(puzzle));
  }
  ReadOptions options;
  if (!records_shape(writer, Board(make(shape, 0)).kind())) options.shape = shape;
  if (shape.side() == 2)
    options.format =
        &writer == &kCandidateGridWriter ? DatasetFormat::candidate_grid : DatasetFormat::automatic;
  const test::TemporaryFile file(text);
  const auto reading = test::read_file(file.path(), options);
  INFO(to_string(shape) << "\n" << text);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == puzzles);
  CHECK(DatasetReader(file.path(), options).shape() == shape);
}

}  // namespace

TEST_CASE("every output format is read back for every shape", "[puzzle_writer]") {
  for (const Shape& shape : some_shapes()) {
    for (const FormatName& name : writers(false)) {
      INFO(name.name);
      check_round_trip(*name.writer, shape, puzzle_of);
    }
  }
}

TEST_CASE("drawn boards with few clues are read back for every side", "[puzzle_writer]") {
  for (std::size_t side = 3; side <= kMaxSide; ++side) {
    check_round_trip(kGridWriter, latin_square(side), sparse_puzzle_of);
    if (const auto shape = usual_shape(side)) {
      check_round_trip(kGridWriter, *shape, sparse_puzzle_of);
    }
  }
}

TEST_CASE("puzzles with candidates are read back", "[puzzle_writer]") {
  for (const Shape& shape : some_shapes()) {
    if (shape.side() > kMaxSideOfCandidates) continue;
    for (const FormatName& name : writers(true)) {
      INFO(name.name);
      check_round_trip(*name.writer, shape, candidates_of);
    }
  }
}

TEST_CASE("clues are written as candidates", "[puzzle_writer]") {
  std::string text;
  kCandidatesWriter.append(grid_of(kUnique), {}, text);
  CHECK(text.substr(0, 27) == "....5......3......123456789");
  text.clear();
  kCandidateGridWriter.append(grid_of(kUnique), {}, text);
  CHECK(text.find("| 5         3         123456789 | 123456789 7") != std::string::npos);
}

TEST_CASE("boards with any symbols are written with symbols from 1 on", "[puzzle_writer]") {
  constexpr std::size_t kLetters = 26;
  for (const Shape& shape : all_shapes()) {
    for (const char first : {'0', 'A'}) {
      if (first == 'A' && shape.side() > kLetters) continue;
      if (shape.side() >= kMaxSideOfSymbols) continue;  // nothing is left for empty cells
      ReadOptions options = test::with_shape(shape);
      options.symbols = first == '0' ? FirstSymbol::zero : FirstSymbol::letter;
      const std::string line = format_line(puzzle_of(shape, 1));
      const auto reading = test::read_text(with_first(line, first) + "\n", options);
      INFO(first << " " << to_string(shape) << " " << line);
      CHECK(reading.error.empty());
      CHECK(reading.puzzles == std::vector<std::string>{line});
    }
  }
}

TEST_CASE("the canonical form is written as a line", "[puzzle_writer]") {
  std::string text;
  kCanonicalWriter.append(grid_of(kUnique), {}, text);
  CHECK(text == format_line(canonical_form(grid_of(kUnique))) + "\n");
}

TEST_CASE("a page to print draws cells and boxes of every shape and numbers solutions",
          "[puzzle_writer]") {
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t parts = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++parts;
    return parts;
  };
  for (const Shape& shape : all_shapes()) {
    INFO(to_string(shape));
    const OwnedBoard puzzle = puzzle_of(shape, 0);
    Expectation solved;
    solved.solution.push_back(puzzle);
    PuzzleAppender page{kHtmlWriter};
    page.append(puzzle, {});
    CHECK(page.end.empty());
    CHECK(count(page.text, "<text ") == static_cast<std::size_t>(clue_count(puzzle)));
    const std::size_t begin = page.text.find("class=\"boxes\"");
    const std::string boxes = page.text.substr(begin, page.text.find("/>", begin) - begin);
    const std::size_t bands = shape.is_latin() ? 1 : shape.side() / shape.box_rows;
    CHECK(count(boxes, "h") == bands + 1);
    CHECK(count(boxes, "v") == shape.side() / shape.box_columns + 1);
    page.append(puzzle, solved);
    CHECK(count(page.end, "<figcaption>2</figcaption>") == 1);
    CHECK(records_shape(kHtmlWriter, shape));
  }
}

TEST_CASE("CSV and JSON keep expectations", "[puzzle_writer]") {
  OwnedBoard solution(k9x9);
  REQUIRE(parse_symbols(kUniqueSolution, k9x9, solution.cells()));
  Expectation both{SolutionCount{1}, {}};
  both.solution.push_back(solution);
  const Expectation large{SolutionCount{1} << 64, {}};
  for (const PuzzleWriter* writer : {&kCsvWriter, &kJsonWriter}) {
    std::string text(writer->header);
    writer->append(grid_of(kUnique), both, text);
    writer->append(Grid{}, large, text);
    writer->append(grid_of(kUnique), {}, text);
    INFO(text);
    const auto reading = test::read_text(text);
    CHECK(reading.error.empty());
    REQUIRE(reading.expectations.size() == 3);
    CHECK(reading.expectations[0].count == SolutionCount{1});
    REQUIRE_FALSE(reading.expectations[0].solution.empty());
    CHECK(format_line(reading.expectations[0].solution[0]) == kUniqueSolution);
    CHECK(reading.expectations[1].count == large.count);
    CHECK_FALSE(reading.expectations[2].count);
  }
}
