// A header that names the columns, then one puzzle per record. The delimiter is the first comma,
// semicolon or tab in the header. The content of an expectation field decides its meaning: a
// complete board is a solution, other digits are a number of solutions, an empty field means
// nothing.

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/rules.h"
#include "engines/solution_count.h"
#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/csv_record.h"
#include "harness/dataset/notation.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether a number with that many digits can be a number of solutions: at most the number of ways
/// to fill the empty cells. Otherwise it is a solution with missing or extra digits.
bool can_be_count(std::size_t digits, const Board& puzzle) {
  const auto empty_cells = std::count(puzzle.cells.begin(), puzzle.cells.end(), 0);
  const std::size_t digits_per_cell = puzzle.shape.side() < 10 ? 1 : 2;
  return digits <=
         std::max<std::size_t>(digits_per_cell * static_cast<std::size_t>(empty_cells), 1);
}

/// Longer fields are not column names.
constexpr std::size_t kMostNameBytes = 64;

using Names = std::span<const std::string_view>;

// In order of preference.
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

/// Whether `text` is a letter followed by letters, digits, blanks, `_`, `-` and `.`.
bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto goes_on = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-' || c == '.';
  };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), goes_on);
}

/// Whether `text` is a board of any shape that cannot be mistaken for a column name.
bool is_puzzle(std::string_view text) {
  if (text.size() == kCells && is_puzzle_line(text)) return true;
  const auto shape = usual_shape_of_cells(text.size());
  return shape && shape->cells() > kMostNameBytes && may_be_symbols(text, shape->side());
}

/// Returns the delimiter of a header; a comma if it has only one field.
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
  std::size_t count = 0;  // number of columns
};

/// The names of the columns.
class Header {
 public:
  Header(LineReader& lines, const std::string& path) : path_(path) {
    while (const auto line = lines.next()) {
      position_ = {line->number, 1};
      if (const auto defect = find_line_defect(*line)) fail(*defect);
      if (is_blank(line->text) || is_comment(line->text)) continue;
      take_names(*line);
      return;
    }
    throw InputError(path_, "CSV must begin with a header that names its columns");
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
        fail({record.position(i),
              "CSV must begin with a header that names its columns, not a puzzle"});
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

  /// Returns the column with that name, or else with that number from 1.
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

/// Finds the notation of the puzzles from the records in memory. Ignores invalid records.
class NotationFinder {
 public:
  NotationFinder(const Columns& columns, const ReadOptions& options)
      : columns_(columns), options_(options), record_(columns.delimiter) {}

  /// Guesses from the first record if no record has the length of a board. Returns nullopt if there
  /// is no record.
  std::optional<Notation> find(LineReader& lines) {
    do {
      const std::string_view text = lines.buffered();
      look_at(text.substr(0, text.rfind('\n') + 1));
    } while (!evidence_ && lines.buffer_more());
    if (!evidence_) look_at(lines.buffered());
    if (!evidence_ && !guess()) return std::nullopt;
    if (options_.symbols != FirstSymbol::automatic)
      return Notation{shape_, false, options_.symbols};
    const bool is_classic = shape_ == k9x9;
    return Notation{shape_, false, is_classic ? FirstSymbol::one : evidence_->conclude(),
                    is_classic};
  }

 private:
  void look_at(std::string_view text) {
    while (!text.empty()) {
      look_at_line(take_line(text));
      // 9x9 boards need no evidence about their symbols.
      if (evidence_ && shape_ == k9x9) return;
    }
  }

  void look_at_line(std::string_view line) {
    if (record_.split({line}) || record_.size() != columns_.count) return;
    const std::string_view cells = record_[columns_.puzzle];
    if (!first_) first_ = cells;
    const auto shape = options_.shape ? options_.shape : usual_shape_of_cells(cells.size());
    if (!shape || shape->cells() != cells.size()) return;
    if (evidence_ && shape != shape_) return;
    if (!evidence_) {
      if (!may_be_symbols(cells, shape->side())) return;
      shape_ = *shape;
      evidence_.emplace(shape_, false);
    }
    evidence_->add(cells);
  }

  /// Returns false if there is no record.
  bool guess() {
    if (!first_) return false;
    shape_ = options_.shape ? *options_.shape : likely_shape(*first_);
    evidence_.emplace(shape_, false);
    evidence_->add(*first_);
    return true;
  }

  const Columns& columns_;
  const ReadOptions& options_;
  CsvRecord record_;
  std::optional<std::string> first_;  // cells of the first record
  Shape shape_;
  std::optional<SymbolEvidence> evidence_;
};

class CsvFormat final : public PuzzleFormat {
 public:
  CsvFormat(LineReader& lines, Columns columns, const Notation& notation)
      : lines_(lines),
        columns_(std::move(columns)),
        record_(columns_.delimiter),
        reader_(notation),
        is_classic_(is_classic(notation)),
        cells_(reader_.shape().cells()) {}

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
    if (auto defect = find_line_defect(line)) return defect;
    if (is_blank(line.text) || is_ignored(line.text)) return std::nullopt;
    if (auto defect = record_.split(line)) return defect;
    if (record_.size() != columns_.count) return describe_field_count(line);

    const std::string_view text = record_[columns_.puzzle];
    if (auto defect = read_cells(text, record_.position(columns_.puzzle), cells_)) return defect;
    const Board puzzle{reader_.shape(), cells_};
    Expectation expectation;
    for (const std::size_t column : columns_.expectations) {
      if (auto defect = read_expectation(column, puzzle, expectation)) return defect;
    }
    block.puzzles.push_back(puzzle);
    block.lines.push_back(line.number);
    if (!columns_.expectations.empty()) block.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }

  std::optional<Defect> read_cells(std::string_view text, Position position,
                                   std::span<std::uint8_t> cells) {
    if (!is_classic_) {
      if (auto defect = read_board(text, position, reader_, cells)) return defect;
      if (text.size() == cells.size()) return std::nullopt;
      position.column += cells.size();
      return Defect{position, describe_cell_count(reader_.shape(), text.size())};
    }
    if (text.size() == kCells && parse_line(text, as_grid(cells)) == kCells) return std::nullopt;
    return describe_bad_puzzle(text, position);
  }

  /// A leading semicolon may also be a delimiter after an empty field.
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

  std::optional<Defect> read_expectation(std::size_t column, const Board& puzzle,
                                         Expectation& expectation) {
    const std::string_view text = record_[column];
    if (text.empty()) return std::nullopt;
    if (text.size() == cells_.size()) return read_solution(column, puzzle, expectation);
    Position position = record_.position(column);
    const auto count = parse_count(text);
    if (count && (text.starts_with('>') || can_be_count(text.size(), puzzle))) {
      const SolutionCount known = expectation.count.value_or(*count);
      expectation.count = count;
      if (known == *count) return std::nullopt;
      return Defect{position, fmt::format("{} expected, but another column says {}",
                                          number_of(*count, "solution"), format_count(known))};
    }
    const std::string_view cells = text.substr(0, cells_.size());
    position.column +=
        static_cast<std::uint64_t>(std::find_if_not(cells.begin(), cells.end(),
                                                    [this](char c) { return reader_.is_cell(c); }) -
                                   cells.begin());
    return Defect{
        position,
        fmt::format("expected a solution with {} digits or a number of solutions", cells_.size())};
  }

  std::optional<Defect> read_solution(std::size_t column, const Board& puzzle,
                                      Expectation& expectation) {
    solution_.resize(cells_.size());
    Position position = record_.position(column);
    if (auto defect = read_cells(record_[column], position, solution_)) return defect;
    const auto empty_cell = std::find(solution_.begin(), solution_.end(), 0);
    if (empty_cell != solution_.end()) {
      position.column += static_cast<std::uint64_t>(empty_cell - solution_.begin());
      return Defect{position, "the expected solution has an empty cell"};
    }
    const Board solution{reader_.shape(), solution_};
    if (!is_solution_of(solution, puzzle)) {
      return Defect{position, "the expected solution does not solve the puzzle"};
    }
    expectation.solution.push_back(solution);
    return std::nullopt;
  }

  LineReader& lines_;
  Columns columns_;
  CsvRecord record_;
  CellReader reader_;
  bool is_classic_;
  std::vector<std::uint8_t> cells_;  // of the puzzle
  std::vector<std::uint8_t> solution_;
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
                                              const ReadOptions& options, Notation& notation) {
  Columns columns = Header(lines, path).choose(options);
  // Without records, the notation stays as it is.
  if (const auto found = NotationFinder(columns, options).find(lines)) notation = *found;
  return std::make_unique<CsvFormat>(lines, std::move(columns), notation);
}

}  // namespace sudoku
