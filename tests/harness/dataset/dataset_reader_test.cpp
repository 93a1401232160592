#include "harness/dataset/dataset_reader.h"

#include <fmt/format.h>

#include "engines/random.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/dataset/compress.h"

using namespace sudoku::test;
using sudoku::DatasetFormat;
using sudoku::DatasetReader;
using sudoku::InputError;
using sudoku::PuzzleBlock;

namespace {

const std::string kGood = kUnique + "\n";

/// Returns `count` lines of different puzzles.
std::string many_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string line = kGood;
    for (int rest = i, cell = 2; rest != 0; rest /= 9, ++cell) {
      line[static_cast<std::size_t>(cell)] = static_cast<char>('1' + rest % 9);
    }
    text += line;
  }
  return text;
}

const std::string kEscargotSolution =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";

/// Returns the cells of a board as a line of numbers.
std::string numbers_of(const std::string& board) {
  std::string text;
  for (const char cell : board) text += std::string(1, cell == '.' ? '0' : cell) + " ";
  return text + "\n";
}

/// Returns the notes of a reader of the text.
std::string notes_of(const std::string& text) {
  std::string notes;
  sudoku::ReadOptions options;
  options.on_note = [&](const std::string& note) {
    notes += note.substr(note.find(": ") + 2) + "\n";
  };
  CHECK(read_text(text, options).error.empty());
  return notes;
}

const std::string kPairs =
    kUnique + "\n" + kUniqueSolution + "\n" + kEscargot + "\n" + kEscargotSolution + "\n";

}  // namespace

TEST_CASE("a file without puzzles is an error unless it may be empty", "[dataset_reader]") {
  for (const std::string_view text : {"", "\n", "# only\n# comments", "\xEF\xBB\xBF\r\n"}) {
    for (const auto format : {DatasetFormat::automatic, DatasetFormat::line, DatasetFormat::grid}) {
      sudoku::ReadOptions options = with_format(format);
      CHECK(read_text(text, options).error == ": contains no puzzles");
      options.may_be_empty = true;
      const TemporaryFile file(text);
      DatasetReader reader(file.path(), options);
      PuzzleBlock block;
      CHECK_FALSE(reader.read(block, 64));
      CHECK(block.puzzles.empty());
      CHECK_FALSE(reader.read(block, 64));
    }
  }
}

TEST_CASE("blocks follow each other", "[dataset_reader]") {
  const TemporaryFile file(many_lines(10));
  DatasetReader reader(file.path(), {});
  PuzzleBlock block;
  for (const std::size_t size : {4, 4, 2}) {
    const std::uint64_t first = block.first_index + block.puzzles.size();
    REQUIRE(reader.read(block, 4));
    CHECK(block.first_index == first);
    CHECK(block.puzzles.size() == size);
    CHECK(block.lines.size() == size);
    CHECK(block.lines.front() == first + 1);
  }
  CHECK_FALSE(reader.read(block, 4));
  CHECK(block.puzzles.empty());
  CHECK(block.lines.empty());
  CHECK(block.first_index == 10);
}

TEST_CASE("puzzles depend neither on the block size nor on compression", "[dataset_reader]") {
  const std::string text = many_lines(10'000);
  for (const std::string& stored : {text, gzip(text), zstd(text)}) {
    const TemporaryFile file(stored);
    for (const std::size_t max_puzzles : {1, 2, 7, 4096, 1'000'000}) {
      const auto reading = read_file(file.path(), {}, max_puzzles);
      CHECK(reading.error.empty());
      std::string again;
      for (const auto& puzzle : reading.puzzles) again += puzzle + "\n";
      CHECK(again == text);
      CHECK(reading.lines.back() == 10'000);
    }
  }
  CHECK(read_text(gzip("puzzle,count\n" + kUnique + ",1\n")).expectations.size() == 1);
}

TEST_CASE("puzzles before an invalid line are returned before the error", "[dataset_reader]") {
  for (const std::size_t max_puzzles : {1, 2, 7}) {
    const TemporaryFile file(kGood + kGood + kGood + "53..!\n" + kGood);
    DatasetReader reader(file.path(), {});
    PuzzleBlock block;
    std::size_t count = 0;
    const auto read_all = [&] {
      while (reader.read(block, max_puzzles)) count += block.puzzles.size();
    };
    CHECK_THROWS_WITH(read_all(), file.path() + ":4:5: !" + kMarks);
    CHECK(count == 3);
    CHECK(block.puzzles.empty());
    CHECK_THROWS_AS(reader.read(block, max_puzzles), InputError);
  }
}

TEST_CASE("after an error, the position is after the valid puzzles", "[dataset_reader]") {
  const std::string grid = rows_of(kUnique);
  const std::string header = "puzzle,count\n";
  for (const auto& [good, bad] :
       {std::pair(kGood + kGood, std::string("53..!\n")), std::pair(kGood, kUnique + "5\n"),
        std::pair(header + kUnique + ",1\n", kUnique + ",x\n"),
        std::pair(grid, '\n' + grid.substr(0, 40) + '\n'),
        std::pair(kGood, std::string(200'000, '1') + '\n')}) {
    const TemporaryFile file(good + bad + good);
    DatasetReader reader(file.path(), {});
    PuzzleBlock block;
    REQUIRE(reader.read(block, 9));
    CHECK(reader.has_failed());
    CHECK(reader.position().byte == good.size());
    CHECK(reader.position().line == std::size_t(std::ranges::count(good, '\n')));
  }
}

TEST_CASE("puzzles before damaged data are returned", "[dataset_reader]") {
  const std::string packed = gzip(many_lines(10'000));
  for (const auto& options : {sudoku::ReadOptions{}, skipping()}) {
    const auto reading = read_text(packed.substr(0, packed.size() / 2), options);
    CHECK(reading.error == ": the gzip data end too early");
    CHECK(reading.puzzles.size() > 1000);
  }
}

TEST_CASE("the reader counts the invalid lines that it skips", "[dataset_reader]") {
  std::string bad = kGood;  // as long as a puzzle
  bad[0] = '!';
  const std::string text = "53..!\n" + kGood + bad + "\n# x\n" + kGood + kUnique + "k\n" +
                           std::string(10 << 20, '1') + "\n" + kGood;
  for (const std::size_t max_puzzles : {1, 2, 7}) {
    const auto reading = read_text(text, skipping(), max_puzzles);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles == Strings(3, kUnique));
    CHECK(reading.lines == std::vector<std::uint64_t>{2, 6, 9});
    CHECK(reading.rejected == 4);
  }
}

TEST_CASE("the fixture files are read", "[dataset_reader]") {
  for (const std::string name :
       {"lines.txt", "kaggle.csv", "counts.csv", "drawn.txt", "contest.txt", "titled.txt",
        "objects.jsonl", "library.txt", "boxes.txt", "solved.csv", "candidates.txt",
        "candidate-grid.txt"}) {
    const auto reading = read_file(std::string(SUDOKU_FIXTURES) + "/datasets/" + name);
    CHECK(reading.error.empty());
    CHECK(reading.puzzles.size() == 2);
  }
}

TEST_CASE("a reader can continue at any line, up to any line", "[dataset_reader]") {
  const std::string text = many_lines(50);
  const std::string header = "puzzle\n";
  for (const std::string& file_text : {text, gzip(text), header + text}) {
    const TemporaryFile file(file_text);
    const std::size_t begin = file_text.starts_with(header) ? header.size() : 0;
    sudoku::ReadOptions options;
    if (begin != 0) options.format = DatasetFormat::csv;
    DatasetReader reader(file.path(), options);
    CHECK(reader.position().byte == begin);
    CHECK(reader.position().line == (begin == 0 ? 0 : 1));
    PuzzleBlock all;
    REQUIRE(reader.read(all, 64));
    for (const std::uint64_t first : {49, 3, 0, 20}) {
      reader.go_to({begin + 82 * first, begin + 82 * (first + 1)}, 1000);
      PuzzleBlock block;
      REQUIRE(reader.read(block, 64));
      REQUIRE(block.puzzles.size() == 1);
      CHECK(block.puzzles[0] == all.puzzles[first]);
      CHECK(block.lines[0] == 1001);
      CHECK(reader.position().byte == begin + 82 * (first + 1));
      CHECK_FALSE(reader.read(block, 64));
      reader.go_to({begin, begin}, 0);
      CHECK_FALSE(reader.read(block, 64));  // a part may be empty
    }
  }
}

TEST_CASE("a dataset can be reread even if its name is gone", "[dataset_reader]") {
  const std::string rows = rows_of(kUnique);
  for (const std::string& text :
       {"# c\n" + kGood + kGood, "puzzle\n" + kGood + kGood, rows + rows}) {
    for (const std::string& stored : {text, gzip(text)}) {
      const TemporaryFile file(stored);
      DatasetReader reader(file.path(), {});
      REQUIRE(::unlink(file.path().c_str()) == 0);
      PuzzleBlock first;
      REQUIRE(reader.read(first, 9));
      REQUIRE(first.puzzles.size() == 2);
      PuzzleBlock again;
      CHECK_FALSE(reader.read(again, 9));
      reader.rewind();
      REQUIRE(reader.read(again, 9));
      CHECK(again.puzzles == first.puzzles);
      CHECK(again.lines == first.lines);
      CHECK(again.first_index == 0);
    }
  }
}

TEST_CASE("an error has its line number even if earlier lines were not counted",
          "[dataset_reader]") {
  const TemporaryFile file(kGood + kGood + "5k..\n" + kGood);
  DatasetReader reader(file.path(), {});
  reader.go_to({82, 300}, std::nullopt);
  PuzzleBlock block;
  REQUIRE(reader.read(block, 1));
  CHECK_FALSE(reader.has_failed());
  CHECK_THROWS_WITH(reader.read(block, 1), Catch::StartsWith(file.path() + ":3:2: "));
}

namespace {

const auto kLine = [](const std::string& board) { return board; };

const auto kGrid = [](const std::string& board) { return rows_of(board); };
const auto kRated = [](const std::string& board) { return rows_of(board, " ED=8.4\n"); };

/// Returns a board as rows between bars, with `empty` for empty cells.
std::string framed(const std::string& board, const std::string& bar, char empty) {
  std::string text;
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (i % 3 == 0) text += bar + ' ';
    text += board[i] == '.' ? empty : board[i];
    text += i % 9 == 8 ? ' ' + bar + '\n' : " ";
  }
  return text;
}

const auto kBars = [](const std::string& board) { return framed(board, "|", ' '); };
const auto kBoxes = [](const std::string& board) { return framed(board, "│", '.'); };

/// A way to write a file of boards. In `before`, `%` is the number of the board. The first board
/// has no comma before it.
struct FileKind {
  const char* name;
  const char* head;
  const char* before;
  std::string (*board)(const std::string&);
  const char* after;
  const char* end = "";

  bool is_in_rows() const { return board != +kLine; }
  std::string write(const Strings& boards) const {
    std::string text = head;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      std::string title = before;
      if (i == 0 && title.starts_with(',')) title.erase(0, 1);
      if (const auto sign = title.find('%'); sign != title.npos) {
        title.replace(sign, 1, std::to_string(i + 1));
      }
      text += title + board(boards[i]) + after;
    }
    return text + end;
  }
};

const std::vector<FileKind> kFileKinds = {
    {"lines", "", "", kLine, "\n"},
    {"numbered lines", "", "% ", kLine, "\n"},
    {"rated lines", "", "7.%,", kLine, "\n"},
    {"named lines", "", "\"a %\",\"", kLine, "\"\n"},
    {"titled lines", "", "Puzzle %:\n", kLine, "\n\n"},
    {"links", "", "https://x.org/a.htm?n=%&bd=", kLine, "\n"},
    {"XML", "<?xml version=\"1.0\"?>\n<games>\n", "<game id=\"%\" data=\"", kLine, "\"/>\n",
     "</games>\n"},
    {"HoDoKu", "", ":010%:x:", kLine, ":::\n"},
    {"JSON Lines", "", "{\"id\": %, \"puzzle\": \"", kLine, "\"}\n"},
    {"JSON object with texts", "{\"puzzles\": [", ", \"", kLine, "\"", "]}\n"},
    {"JSON object with objects", "{\"data\": [", ",\n {\"id\": %, \"puzzle\": \"", kLine, "\"}",
     "]}\n"},
    {"CSV", "id,puzzle\n", "%,", kLine, "\n"},
    {"CSV with a header before each record", "", "id,puzzle\n%,", kLine, "\n"},
    {"grids", "", "", kGrid, "\n"},
    {"titled grids", "", "Grid %\n", kGrid, ""},
    {"numbered grids", "", "%\n", kGrid, "\n"},
    {"grids with drawn titles", "", "---- % ----\n", kGrid, ""},
    {"grids with section titles", "", "[%]\n", kGrid, "\n"},
    {"grids between dashes", "", "", kGrid, "---------\n"},
    {"grids with remarks", "", "", kRated, "\n"},
    {"grids with footers", "", "", kGrid, "Rated: hard (%)\n\n"},
    {"frames with blanks", "", "", kBars, "\n"},
    {"frames of box-drawing characters", "", "┌───────┬───────┬───────┐\n", kBoxes,
     "└───────┴───────┴───────┘\n"},
};

}  // namespace

TEST_CASE("a NUL character is an error at its place in every format", "[dataset_reader]") {
  sudoku::OwnedBoard board(sudoku::k9x9);
  CHECK(sudoku::parse_symbols(kUnique, sudoku::k9x9, board.cells()));
  for (const auto& name : sudoku::format_names()) {
    if (name.writer == nullptr || name.writer->append_solution != nullptr) continue;
    std::string text(name.writer->header);
    name.writer->append(board, {}, text);
    const Reading whole = read_text(text);
    for (const std::string end : {"", "\x1A"}) {
      CHECK(read_text(text + end + std::string(500, '\0')).puzzles == whole.puzzles);
    }
    for (std::size_t i = 0; i < text.find_last_not_of('\n') + 1; ++i) {
      std::string damaged = text;
      damaged[i] = '\0';
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n');
      const std::size_t column = i - (i == 0 ? 0 : text.rfind('\n', i - 1) + 1);
      INFO(damaged);
      CHECK_THAT(read_text(damaged).error,
                 Catch::StartsWith(fmt::format(":{}:{}: \\0 is an invalid", line + 1, column + 1)));
    }
  }
}

TEST_CASE("every board is either read or rejected", "[dataset_reader]") {
  sudoku::Random random(1);
  for (const FileKind& kind : kFileKinds) {
    for (int trial = 0; trial < 50; ++trial) {
      Strings boards;
      Strings good;
      for (int i = 0; i < 6; ++i) {
        std::string board = i % 2 == 0 ? kUnique : kEscargot;
        // The first boards show the form of the file.
        const std::size_t damage = i < 2 ? 0 : random.below(6);
        const std::size_t cell = random.below(81);
        if (damage == 1) board[cell] = '$';
        if (damage == 2 && !kind.is_in_rows()) board.erase(cell, 1);
        if (damage == 3 && !kind.is_in_rows()) board = board.substr(0, 40);
        if (damage == 2 && kind.is_in_rows()) board.erase(9 * (cell / 9), 9);
        if (board == kUnique || board == kEscargot) good.push_back(board);
        boards.push_back(board);
      }
      const std::string text = kind.write(boards);
      INFO(kind.name);
      check_skipped(text, good, boards.size() - good.size());
    }
  }
}

TEST_CASE("the board after each puzzle may be its solution", "[dataset_reader]") {
  for (const std::string& text :
       {kPairs,
        "1: " + kUnique + "\n1s: " + kUniqueSolution + "\n2: " + kEscargot +
            "\n2s: " + kEscargotSolution + "\n",
        numbers_of(kUnique) + numbers_of(kUniqueSolution) + numbers_of(kEscargot) +
            numbers_of(kEscargotSolution),
        rows_of(kUnique) + "\n" + rows_of(kUniqueSolution) + "\n" + rows_of(kEscargot) +
            "Solution\n" + rows_of(kEscargotSolution),
        "{\"columns\":[\"puzzle\",\"solution\"],\"index\":[0,1],\"data\":[[\"" + kUnique + "\",\"" +
            kUniqueSolution + "\"],[\"" + kEscargot + "\",\"" + kEscargotSolution + "\"]]}"}) {
    for (const std::size_t block : {1, 2, 64}) {
      check_solutions(text, {kUnique, kEscargot}, {kUniqueSolution, kEscargotSolution}, {}, block);
    }
    CHECK_THAT(notes_of(text), Catch::Contains("every second board is read as the solution"));
  }
}

TEST_CASE("a damaged pair of a puzzle and its solution is invalid", "[dataset_reader]") {
  std::string text;
  for (int i = 0; i < 16; ++i) text += kPairs;
  const std::string more = kUnique + "\n";
  CHECK(read_text(text + more + kEscargotSolution + "\n").error ==
        ":66:1: this board must be the solution of the board before it, as in earlier lines");
  CHECK(read_text(text + kEscargotSolution + "\n" + more).error ==
        ":65:1: this solution has no puzzle before it, unlike the others; add the puzzle");
  const std::string damaged = more.substr(5) + kUniqueSolution + "\n" + kPairs;
  const auto reading = read_text(text + damaged, skipping());
  CHECK(reading.puzzles.size() == 34);
  CHECK(reading.rejected == 2);
  CHECK(format_line(reading.expectations.at(33).solution[0]) == kEscargotSolution);
}

TEST_CASE("boards that are not pairs stay puzzles, with a note about complete boards",
          "[dataset_reader]") {
  const std::string mixed =
      kUnique + "\n" + kEscargot + "\n" + kUniqueSolution + "\n" + kEscargotSolution + "\n";
  CHECK(read_text(mixed).puzzles.size() == 4);
  CHECK(read_text(kPairs + kUnique + "\n").puzzles.size() == 5);
  CHECK(notes_of(mixed) == "boards without empty cells, which may be solutions: 2 of 4\n");
  CHECK(notes_of(kUnique + "\n" + kEscargot + "\n").empty());
}

TEST_CASE("regions of a jigsaw sudoku are not a puzzle", "[dataset_reader]") {
  std::string boxes;
  for (int i = 0; i < 81; ++i) boxes += static_cast<char>('1' + i / 27 * 3 + i % 9 / 3);
  std::string from_zero = boxes;
  for (char& c : from_zero) --c;
  for (const std::string& regions : {boxes, from_zero}) {
    for (const std::string& text :
         {rows_of(kUnique) + "\n" + rows_of(regions), kUnique + "\n" + regions + "\n"}) {
      CHECK_THAT(read_text(text).error, Catch::StartsWith(": has the regions of a jigsaw"));
    }
  }
  std::string letters = boxes;
  for (char& c : letters) c = static_cast<char>(c - '1' + 'a');
  CHECK_THAT(read_text(kUnique + " " + letters + "\n").error,
             Catch::Contains("regions and other rules"));
  CHECK_FALSE(read_text(rows_of(kUnique) + rows_of(letters)).error.empty());
}

TEST_CASE("text after the cells of rows is noted", "[dataset_reader]") {
  CHECK(notes_of(rows_of(kUnique, " aabbccdde\n")) ==
        "9 rows have text after their cells, which was skipped, the first in line 1\n");
  CHECK(notes_of(rows_of(kUnique, " # a comment\n")).empty());
}
