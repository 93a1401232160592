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
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

// In order of preference.
constexpr std::array<std::string_view, 8> kPuzzleNames = {"puzzle",   "puzzles", "quiz", "quizzes",
                                                          "question", "sudoku",  "grid", "board"};
constexpr std::array<std::string_view, 5> kExpectationNames = {"solution", "solutions", "answer",
                                                               "count", "solution_count"};

bool same_name(std::string_view a, std::string_view b) { return lower_case(a) == lower_case(b); }

bool is_one_of(std::span<const std::string_view> names, std::string_view text) {
  return std::ranges::any_of(names, [&](auto name) { return same_name(name, text); });
}

/// Whether `text` is a letter followed by letters, digits, blanks, `_`, `-` and `.`.
bool is_name(std::string_view text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kOthers = "abcdefghijklmnopqrstuvwxyz0123456789 _-.";
  const std::string name = lower_case(text);
  return name.find_first_of(kLetters) == 0 && name.find_first_not_of(kOthers) == name.npos;
}

/// Whether `text` is a board of any shape that cannot be mistaken for a column name.
bool is_puzzle(std::string_view text) {
  if (text.size() == kCells && is_puzzle_line(text)) return true;
  constexpr std::size_t kMostNameBytes = 64;  // longer fields are not names
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

/// Reads a header and chooses the columns.
class Header {
 public:
  Header(LineReader& lines, const std::string& path) : lines_(lines), path_(path) {}

  Columns read(const ReadOptions& options) {
    const std::string missing = "CSV must begin with a header that names its columns";
    const auto line = next_line();
    if (!line) throw InputError(path_, missing);
    position_ = {line->number, 1};
    Columns columns;
    columns.delimiter = delimiter_of(trim(line->text));
    CsvRecord record(columns.delimiter);
    if (const auto defect = record.split(*line)) fail(*defect);
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (is_puzzle(record[i])) fail({record.position(i), missing + ", not a puzzle"});
      names_.emplace_back(record[i]);
    }
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
  std::optional<Line> next_line() {
    while (const auto line = lines_.next()) {
      if (const auto defect = find_line_defect(*line)) fail(*defect);
      if (!is_blank(line->text) && !is_comment(line->text)) return line;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> find(std::string_view wanted) const {
    const auto found =
        std::ranges::find_if(names_, [&](const auto& name) { return same_name(name, wanted); });
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  std::size_t puzzle_column() const {
    for (const std::string_view name : kPuzzleNames) {
      if (const auto found = find(name)) return *found;
    }
    fail_to_find(fmt::format("no column is named {}", fmt::join(kPuzzleNames, ", ")));
  }

  /// Returns the column with that name, or else with that number from 1.
  std::size_t column(const std::string& name_or_number) const {
    if (const auto found = find(name_or_number)) return *found;
    const auto number = parse_number(name_or_number, names_.size());
    if (number && *number >= 1) return static_cast<std::size_t>(*number) - 1;
    fail_to_find("there is no column " + printable(name_or_number));
  }

  [[noreturn]] void fail_to_find(const std::string& what) const {
    fail({position_,
          what + "; the columns are " + printable(fmt::format("{}", fmt::join(names_, ", ")))});
  }

  [[noreturn]] void fail(const Defect& defect) const {
    throw InputError(path_, defect.position, defect.what);
  }

  LineReader& lines_;
  const std::string& path_;
  Position position_;
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
    if (!evidence_ && !first_) return std::nullopt;
    if (!evidence_) add(options_.shape ? *options_.shape : likely_shape(*first_), *first_);
    if (options_.symbols != FirstSymbol::automatic)
      return Notation{shape_, false, options_.symbols};
    if (shape_ == k9x9) return Notation{};
    return Notation{shape_, false, evidence_->conclude(), false};
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
    const bool fits = evidence_ ? *shape == shape_ : may_be_symbols(cells, shape->side());
    if (fits) add(*shape, cells);
  }

  void add(const Shape& shape, std::string_view cells) {
    shape_ = shape;
    if (!evidence_) evidence_.emplace(shape, false);
    evidence_->add(cells);
  }

  const Columns& columns_;
  const ReadOptions& options_;
  CsvRecord record_;
  std::optional<std::string> first_;  // cells of the first record
  Shape shape_;
  std::optional<SymbolEvidence> evidence_;
};

class CsvFormat final : public PuzzlePerLine {
 public:
  CsvFormat(LineReader& lines, Columns columns, const Notation& notation)
      : PuzzlePerLine(lines, notation), columns_(std::move(columns)), record_(columns_.delimiter) {}

 private:
  std::optional<Defect> read_line(const Line& line, PuzzleBlock& block) override {
    if (auto defect = record_.split(line)) return defect;
    if (record_.size() != columns_.count) return describe_field_count(line);
    if (auto defect = read_field(columns_.puzzle, cells_)) return defect;
    Expectation expectation;
    for (const std::size_t column : columns_.expectations) {
      if (auto defect = read_expectation(column, expectation)) return defect;
    }
    if (!columns_.expectations.empty()) block.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }

  std::optional<Defect> read_field(std::size_t column, std::span<std::uint8_t> cells) {
    return read_whole_board(record_[column], record_.position(column), reader_, cells);
  }

  /// A leading semicolon may also be a delimiter after an empty field.
  bool is_ignored(std::string_view text) const override {
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

  std::optional<Defect> read_expectation(std::size_t column, Expectation& expectation) {
    const std::string_view text = record_[column];
    if (text.empty()) return std::nullopt;
    if (text.size() == cells_.size()) return read_solution(column, expectation);
    Position position = record_.position(column);
    const auto count = parse_count(text);
    if (count && (text.starts_with('>') || can_be_count(text.size()))) {
      const SolutionCount known = expectation.count.value_or(*count);
      expectation.count = count;
      if (known == *count) return std::nullopt;
      return Defect{position, fmt::format("{} expected, but another column says {}",
                                          number_of(*count, "solution"), format_count(known))};
    }
    const std::string_view cells = text.substr(0, cells_.size());
    const auto bad = std::ranges::find_if_not(cells, [&](char c) { return reader_.is_cell(c); });
    position.column += static_cast<std::uint64_t>(bad - cells.begin());
    return Defect{
        position,
        fmt::format("expected a solution with {} digits or a number of solutions", cells_.size())};
  }

  /// Whether a number with that many digits can be a number of solutions: at most the number of
  /// ways to fill the empty cells. Otherwise it is a solution with missing or extra digits.
  bool can_be_count(std::size_t digits) const {
    const auto empty_cells = static_cast<std::size_t>(std::ranges::count(cells_, 0));
    const std::size_t digits_per_cell = reader_.side() < 10 ? 1 : 2;
    return digits <= std::max<std::size_t>(digits_per_cell * empty_cells, 1);
  }

  std::optional<Defect> read_solution(std::size_t column, Expectation& expectation) {
    solution_.resize(cells_.size());
    if (auto defect = read_field(column, solution_)) return defect;
    Position position = record_.position(column);
    const auto empty_cell = std::ranges::find(solution_, 0);
    if (empty_cell != solution_.end()) {
      position.column += static_cast<std::uint64_t>(empty_cell - solution_.begin());
      return Defect{position, "the expected solution has an empty cell"};
    }
    const Board solution{reader_.shape(), solution_};
    if (!is_solution_of(solution, {reader_.shape(), cells_})) {
      return Defect{position, "the expected solution does not solve the puzzle"};
    }
    expectation.solution.push_back(solution);
    return std::nullopt;
  }

  Columns columns_;
  CsvRecord record_;
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
  Columns columns = Header(lines, path).read(options);
  // Without records, the notation stays as it is.
  if (const auto found = NotationFinder(columns, options).find(lines)) notation = *found;
  return std::make_unique<CsvFormat>(lines, std::move(columns), notation);
}

}  // namespace sudoku
