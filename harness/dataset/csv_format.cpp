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

constexpr const char* kNoHeader = "CSV must begin with a header that names its columns";

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

/// Reads lines up to the header. Throws InputError if there is none.
Line read_header(LineReader& lines, const std::string& path) {
  while (const auto line = lines.next()) {
    const auto defect = find_line_defect(*line);
    if (defect) throw InputError(path, defect->position, defect->what);
    if (!is_blank(line->text) && !is_comment(line->text)) return *line;
  }
  throw InputError(path, kNoHeader);
}

/// Chooses the columns by their names in a header. Throws InputError if one is missing.
Columns choose_columns(const Line& header, const std::string& path, const ReadOptions& options) {
  Columns columns;
  columns.delimiter = delimiter_of(trim(header.text));
  CsvRecord names(columns.delimiter);
  const auto defect = names.split(header);
  if (defect) throw InputError(path, defect->position, defect->what);
  columns.count = names.size();
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_puzzle(names[i])) {
      throw InputError(path, names.position(i), fmt::format("{}, not a puzzle", kNoHeader));
    }
    list += (i == 0 ? "" : ", ") + one_line(names[i]);
  }
  const auto find = [&](std::string_view wanted) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (same_name(names[i], wanted)) return i;
    }
    return std::nullopt;
  };
  const auto missing = [&](const std::string& what) {
    return InputError(path, {header.number, 1}, what + "; the columns are " + list);
  };
  const auto choose = [&](const std::string& name_or_number) {
    if (const auto found = find(name_or_number)) return *found;
    const auto number = parse_number(name_or_number, names.size());
    if (!number || *number == 0) throw missing("there is no column " + one_line(name_or_number));
    return static_cast<std::size_t>(*number) - 1;
  };
  if (options.column.empty()) {
    const auto name = std::find_if(kPuzzleNames.begin(), kPuzzleNames.end(), find);
    if (name == kPuzzleNames.end()) {
      throw missing(fmt::format("no column is named {}", fmt::join(kPuzzleNames, ", ")));
    }
    columns.puzzle = *find(*name);
  } else {
    columns.puzzle = choose(options.column);
  }
  if (!options.expect_column.empty()) columns.expectations = {choose(options.expect_column)};
  for (std::size_t i = 0; i < names.size() && options.expect_column.empty(); ++i) {
    const bool expects = i != columns.puzzle && is_one_of(kExpectationNames, names[i]);
    if (expects) columns.expectations.push_back(i);
  }
  return columns;
}

/// Finds the notation of the puzzles from the records in memory, or else guesses it from the first
/// record. Ignores invalid records. Returns nullopt if there is no record.
std::optional<Notation> find_notation(LineReader& lines, const Columns& columns,
                                      const ReadOptions& options) {
  CsvRecord record(columns.delimiter);
  std::optional<std::string> first;  // cells of the first record
  std::optional<SymbolEvidence> evidence;
  Shape shape;
  const auto add = [&](const Shape& found, std::string_view cells) {
    shape = found;
    if (!evidence) evidence.emplace(shape, false);
    evidence->add(cells);
  };
  const auto look_at = [&](std::string_view text) {
    // 9x9 boards need no evidence about their symbols.
    while (!text.empty() && !(evidence && shape == k9x9)) {
      if (record.split({take_line(text)}) || record.size() != columns.count) continue;
      const std::string_view cells = record[columns.puzzle];
      if (!first) first = cells;
      const auto found = options.shape ? options.shape : usual_shape_of_cells(cells.size());
      if (!found || found->cells() != cells.size()) continue;
      if (evidence ? *found == shape : may_be_symbols(cells, found->side())) add(*found, cells);
    }
  };
  do {
    const std::string_view text = lines.buffered();
    look_at(text.substr(0, text.rfind('\n') + 1));
  } while (!evidence && lines.buffer_more());
  if (!evidence) look_at(lines.buffered());
  if (!evidence && !first) return std::nullopt;
  if (!evidence) add(options.shape ? *options.shape : likely_shape(*first), *first);
  if (options.symbols != FirstSymbol::automatic) return Notation{shape, false, options.symbols};
  if (shape == k9x9) return Notation{};
  return Notation{shape, false, evidence->conclude(), false};
}

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
  Columns columns = choose_columns(read_header(lines, path), path, options);
  // Without records, the notation stays as it is.
  if (const auto found = find_notation(lines, columns, options)) notation = *found;
  return std::make_unique<CsvFormat>(lines, std::move(columns), notation);
}

}  // namespace sudoku
