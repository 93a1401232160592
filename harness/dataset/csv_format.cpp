// A header that names the columns, then a puzzle a record, both with the same delimiter: the first
// comma, semicolon or tab in the header. What a dataset expects of a puzzle is known by the text of
// the field: 81 cells are a solution, decimal digits a number of solutions, an empty field says
// nothing.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "engines/rules.h"
#include "engines/solution_count.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/csv_record.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

using Names = std::span<const std::string_view>;

// The likelier name first.
constexpr std::array<std::string_view, 8> kPuzzleNames = {"puzzle",   "puzzles", "quiz", "quizzes",
                                                          "question", "sudoku",  "grid", "board"};
constexpr std::array<std::string_view, 5> kExpectationNames = {"solution", "solutions", "answer",
                                                               "count", "solution_count"};

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_one_of(Names names, std::string_view text) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return same_name(name, text); });
}

/// A letter, then letters, digits and what joins words.
bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto goes_on = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-' || c == '.';
  };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), goes_on);
}

bool is_puzzle(std::string_view text) {
  return text.size() == kCells && is_puzzle_line(text);
}

/// What stands between the fields of a header.
char delimiter_of(std::string_view header) {
  bool is_quoted = false;
  for (const char c : header) {
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == ',' || c == ';' || c == '\t')) return c;
  }
  return ',';
}

struct Columns {
  char delimiter = ',';
  std::size_t puzzle = 0;
  std::vector<std::size_t> expectations;
  std::size_t count = 0;  // of all columns
};

/// The first record, which names the columns.
class Header {
 public:
  Header(LineReader& lines, const std::string& path) : path_(path) {
    while (const auto line = lines.next()) {
      position_ = {line->number, 1};
      if (const auto defect = find_bad_line(*line)) fail(*defect);
      if (is_blank(line->text) || is_comment(line->text)) continue;
      take_names(*line);
      return;
    }
    throw InputError(path_, "CSV begins with a header that names its columns");
  }

  Columns choose(const ReadOptions& options) const {
    Columns columns;
    columns.delimiter = delimiter_;
    columns.count = names_.size();
    columns.puzzle = options.column.empty() ? puzzle_column() : column(options.column);
    if (!options.expect_column.empty()) {
      columns.expectations = {column(options.expect_column)};
      return columns;
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const bool expects = i != columns.puzzle && is_one_of(kExpectationNames, names_[i]);
      if (expects) columns.expectations.push_back(i);
    }
    return columns;
  }

 private:
  void take_names(const Line& line) {
    delimiter_ = delimiter_of(trim(line.text));
    CsvRecord record(delimiter_);
    if (auto defect = record.split(line)) fail(*defect);
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (is_puzzle(record[i])) {
        fail({record.position(i), "CSV begins with a header that names its columns, not a puzzle"});
      }
      names_.emplace_back(record[i]);
    }
  }

  std::optional<std::size_t> find(std::string_view wanted) const {
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const std::string& name) {
      return same_name(name, wanted);
    });
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  std::size_t puzzle_column() const {
    for (const std::string_view name : kPuzzleNames) {
      if (const auto found = find(name)) return *found;
    }
    fail({position_, fmt::format("no column is named {}; the columns are {}",
                                 fmt::join(kPuzzleNames, ", "), list_names())});
  }

  /// The column with a name, or else with a number from 1.
  std::size_t column(const std::string& name_or_number) const {
    if (const auto found = find(name_or_number)) return *found;
    const auto number = parse_count(name_or_number);
    if (number && *number >= 1 && *number <= names_.size()) {
      return static_cast<std::size_t>(*number) - 1;
    }
    fail({position_, fmt::format("there is no column {}; the columns are {}",
                                 printable(name_or_number), list_names())});
  }

  std::string list_names() const {
    std::string list;
    for (const std::string& name : names_) list += (list.empty() ? "" : ", ") + printable(name);
    return list;
  }

  [[noreturn]] void fail(const Defect& defect) const {
    throw InputError(path_, defect.position, defect.what);
  }

  const std::string& path_;
  Position position_;
  char delimiter_ = ',';
  std::vector<std::string> names_;
};

class CsvFormat final : public PuzzleFormat {
 public:
  CsvFormat(LineReader& lines, Columns columns)
      : lines_(lines), columns_(std::move(columns)), record_(columns_.delimiter) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      const auto line = lines_.next();
      if (!line) break;
      if (auto defect = read_record(*line, block)) return defect;
    }
    return std::nullopt;
  }

 private:
  std::optional<Defect> read_record(const Line& line, PuzzleBlock& block) {
    if (auto defect = find_bad_line(line)) return defect;
    if (is_blank(line.text) || is_ignored(line.text)) return std::nullopt;
    if (auto defect = record_.split(line)) return defect;
    if (record_.size() != columns_.count) return describe_field_count(line);

    const std::string_view text = record_[columns_.puzzle];
    Grid puzzle;
    if (text.size() != kCells || parse_line(text, puzzle) != kCells) {
      return describe_bad_puzzle(text, record_.position(columns_.puzzle));
    }
    Expectation expectation;
    for (const std::size_t column : columns_.expectations) {
      if (auto defect = read_expectation(column, puzzle, expectation)) return defect;
    }
    block.puzzles.push_back(puzzle);
    block.lines.push_back(line.number);
    if (!columns_.expectations.empty()) block.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }

  /// A semicolon may as well stand behind an empty field.
  bool is_ignored(std::string_view text) const {
    return is_comment(text) && (columns_.delimiter != ';' || trim(text).front() != ';');
  }

  Defect describe_field_count(const Line& line) const {
    const std::uint64_t column = record_.size() > columns_.count
                                     ? record_.position(columns_.count).column
                                     : line.text.size() + 1;
    return {{line.number, column},
            fmt::format("{} fields expected as in the header, {} found", columns_.count,
                        record_.size())};
  }

  std::optional<Defect> read_expectation(std::size_t column, const Grid& puzzle,
                                         Expectation& expectation) const {
    const std::string_view text = record_[column];
    if (text.empty()) return std::nullopt;
    if (text.size() == kCells) return read_solution(column, puzzle, expectation);
    expectation.count = parse_count(text);
    if (expectation.count) return std::nullopt;
    Grid ignored;
    Position position = record_.position(column);
    position.column += parse_line(text, ignored);
    return Defect{position,
                  fmt::format("a solution of {} digits or a number of solutions expected", kCells)};
  }

  std::optional<Defect> read_solution(std::size_t column, const Grid& puzzle,
                                      Expectation& expectation) const {
    Grid solution;
    Position position = record_.position(column);
    if (parse_line(record_[column], solution) != kCells) {
      return describe_bad_puzzle(record_[column], position);
    }
    const auto empty_cell = std::find(solution.cells.begin(), solution.cells.end(), 0);
    if (empty_cell != solution.cells.end()) {
      position.column += static_cast<std::uint64_t>(empty_cell - solution.cells.begin());
      return Defect{position, "the expected solution has an empty cell"};
    }
    if (!is_solution_of(solution, puzzle)) {
      return Defect{position, "the expected solution does not solve the puzzle"};
    }
    expectation.solution.push_back(solution);
    return std::nullopt;
  }

  LineReader& lines_;
  Columns columns_;
  CsvRecord record_;
};

}  // namespace

bool is_csv_header(std::string_view text) {
  CsvRecord record(delimiter_of(trim(text)));
  if (record.split({text})) return false;
  bool all_names = record.size() > 1;
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (is_one_of(kPuzzleNames, record[i])) return true;
    all_names = all_names && is_name(record[i]);
  }
  return all_names;
}

std::unique_ptr<PuzzleFormat> make_csv_format(LineReader& lines, const std::string& path,
                                              const ReadOptions& options) {
  return std::make_unique<CsvFormat>(lines, Header(lines, path).choose(options));
}

}  // namespace sudoku
