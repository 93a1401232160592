// A header that names the columns, then one puzzle per record. The delimiter is the first comma,
// semicolon or tab in the header. The content of an expectation field decides its meaning: a
// complete board is a solution, other digits are a number of solutions, an empty field means
// nothing. The header may be repeated. A field may also hold numbers separated by blanks, or
// candidates. The readers of boards read a table with a column per cell, see import/table.h.
//
// Without a header, the options give the number of the puzzle column. A blank may then be the
// delimiter.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/rules.h"
#include "engines/solution_count.h"
#include "harness/base/memory_source.h"
#include "harness/base/units.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/csv_record.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr const char* kNoHeader = "CSV must begin with a header that names its columns";

/// Whether `text` is a letter followed by letters, digits, blanks, `_`, `-` and `.`.
bool is_name(std::string_view text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kOthers = "abcdefghijklmnopqrstuvwxyz0123456789 _-.";
  const std::string name = lower_case(text);
  return name.find_first_of(kLetters) == 0 && name.find_first_not_of(kOthers) == name.npos;
}

/// Whether `text` is a board of any shape that cannot be mistaken for a column name.
bool is_puzzle(std::string_view text) {
  constexpr std::size_t kMostNameBytes = 64;  // longer fields are not names
  const auto shape = usual_shape_of_cells(text.size());
  return shape && shape->cells() > kMostNameBytes && may_be_symbols(text, shape->side());
}

struct Columns {
  std::string header;  ///< its line; empty without a header
  char delimiter = ',';
  std::size_t puzzle = 0;
  std::vector<std::size_t> expectations;
  std::vector<std::string> expectation_names;  ///< for messages
  std::size_t count = 0;                       ///< number of columns; 0 without a header

  /// Whether a record has the fields that are read.
  bool fit(std::size_t fields) const {
    if (count != 0) return fields == count;
    return fields > puzzle &&
           std::ranges::all_of(expectations, [fields](auto column) { return column < fields; });
  }
};

/// Whether a line is what may precede the header: a number of records, such as `2` or `count: 2`,
/// or `sep=;` for spreadsheets.
bool is_preamble(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  constexpr std::string_view kAround = " \t,;\"";
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(kAround)));
  text = text.substr(0, text.find_last_not_of(kAround) + 1);
  const std::size_t sign = text.find_first_of(":=");
  const bool has_name = sign != text.npos && is_name(text.substr(0, sign));
  return parse_number(trim(text.substr(has_name ? sign + 1 : 0)), kMost) ||
         lower_case(text) == "sep=";
}

/// Reads lines up to the header. Throws InputError if there is none.
Line read_header(LineReader& lines, const std::string& path) {
  while (const auto line = lines.next()) {
    const auto defect = find_line_defect(*line);
    if (defect) throw InputError(path, defect->position, defect->what);
    const bool is_other = is_comment(line->text) || is_preamble(line->text);
    if (!is_blank(line->text) && !is_other) return *line;
  }
  throw InputError(path, kNoHeader);
}

/// Chooses the columns by their names in a header, or by the numbers in the options. Throws
/// InputError if one is missing. Without a header, `header` is the first record.
Columns choose_columns(const Line& header, bool has_header, const std::string& path,
                       const ReadOptions& options) {
  constexpr std::size_t kMost = 10'000;
  Columns columns;
  columns.delimiter = delimiter_of(trim(header.text), has_header ? ',' : ' ');
  CsvRecord names(columns.delimiter);
  if (has_header) {
    columns.header = header.text;
    const auto defect = names.split(header);
    if (defect) throw InputError(path, defect->position, defect->what);
  }
  columns.count = names.size();
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_puzzle(names[i])) {
      throw InputError(path, names.position(i),
                       fmt::format("{}, not a puzzle; without a header, choose the column of the "
                                   "puzzles with --column N",
                                   kNoHeader));
    }
    list += (i == 0 ? "" : ", ") + one_line(names[i]);
  }
  const auto find = [&](std::string_view wanted) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (lower_case(names[i]) == lower_case(wanted)) return i;
    }
    return std::nullopt;
  };
  const auto missing = [&](const std::string& what) {
    return InputError(path, {header.number, 1}, what + "; the columns are " + list);
  };
  const auto choose = [&](const char* option, const std::string& name_or_number) {
    if (const auto found = find(name_or_number)) return *found;
    const auto number = parse_number(name_or_number, has_header ? names.size() : kMost);
    if (number && *number != 0) return static_cast<std::size_t>(*number) - 1;
    if (has_header) throw missing("there is no column " + one_line(name_or_number));
    throw InputError(path, fmt::format("there is no header, so {} must be a number, not {}", option,
                                       one_line(name_or_number)));
  };
  if (!options.column.empty()) {
    columns.puzzle = choose("--column", options.column);
  } else if (has_header) {
    const auto name = std::find_if(kPuzzleNames.begin(), kPuzzleNames.end(), find);
    if (name == kPuzzleNames.end()) {
      throw missing(fmt::format("no column is named {}", fmt::join(kPuzzleNames, ", ")));
    }
    columns.puzzle = *find(*name);
  }
  if (!options.expect_column.empty()) {
    columns.expectations = {choose("--expect-column", options.expect_column)};
  }
  for (std::size_t i = 0; i < names.size() && options.expect_column.empty(); ++i) {
    const bool expects = i != columns.puzzle && is_one_of(kExpectationNames, names[i]);
    if (expects) columns.expectations.push_back(i);
  }
  for (const std::size_t column : columns.expectations) {
    columns.expectation_names.push_back(has_header ? one_line(names[column])
                                                   : options.expect_column);
  }
  return columns;
}

/// Returns the next line that is neither blank nor a comment, without reading it; empty if there is
/// none.
std::string next_content_line(LineReader& lines) {
  std::string line;
  lines.look_ahead([&](std::string_view text, bool /*is_all*/) {
    do {
      line = take_content_line(text).value_or("");
    } while (is_preamble(line));
    return !line.empty();
  });
  return line;
}

/// Returns the number of cells of a board in a field. It may be a list of numbers.
std::size_t cell_count(std::string_view field, bool is_list) {
  return is_list ? split_cells(field).size() : field.size();
}

/// Finds the notation of the puzzles as in a file of lines, from the records in memory. Returns
/// nullopt if there is no record.
std::optional<Notation> find_notation(LineReader& lines, const Columns& columns,
                                      ReadOptions options) {
  const Sides sides(options.shape);
  CsvRecord record(columns.delimiter);
  std::string boards;
  bool are_lists = false;
  lines.look_ahead([&](std::string_view text, bool /*is_all*/) {
    boards.clear();
    while (!text.empty()) {
      if (record.split({take_line(text)}) || !columns.fit(record.size())) continue;
      const std::string_view puzzle = record[columns.puzzle];
      are_lists |= sides.of_board(split_cells(puzzle).size()) != 0;
      const std::size_t count = cell_count(puzzle, are_lists);
      // A field is never a row.
      const bool is_row = sides.has(count) && sides.of_board(count) == 0 &&
                          !notation_of_candidates(puzzle, options.shape, options.symbols);
      if (!is_row) boards.append(puzzle) += '\n';
      // A digit may occur in the solutions only.
      for (const std::size_t column : columns.expectations) {
        const bool is_board = !is_row && cell_count(record[column], are_lists) == count;
        if (is_board) boards.append(record[column]) += '\n';
      }
    }
    return !boards.empty();
  });
  if (boards.empty()) return std::nullopt;
  options.format = are_lists ? DatasetFormat::integers : DatasetFormat::line;
  options.column.clear();
  options.expect_column.clear();
  MemorySource source(boards);
  LineReader board_lines(source);
  return detect_layout(board_lines, options).notation;
}

class CsvFormat final : public PuzzlePerLine {
 public:
  CsvFormat(LineReader& lines, Columns columns, const Notation& notation)
      : PuzzlePerLine(lines, notation), columns_(std::move(columns)), record_(columns_.delimiter) {}

  std::string count_column() const override { return count_column_; }

 private:
  std::optional<Defect> read_line(const Line& line) override {
    if (auto defect = record_.split(line)) return defect;
    if (!columns_.fit(record_.size())) return describe_field_count(line);
    if (auto defect = read_puzzle()) return defect;
    for (std::size_t i = 0; i < columns_.expectations.size(); ++i) {
      if (auto defect = read_expectation(columns_.expectations[i])) return defect;
      if (expectation_.count && count_column_.empty())
        count_column_ = columns_.expectation_names[i];
    }
    return std::nullopt;
  }

  std::optional<Defect> read_puzzle() {
    const std::size_t column = columns_.puzzle;
    if (!has_candidates()) return read_field(column, cells_);
    return read_candidates(record_[column], record_.position(column), reader_, candidates_);
  }

  std::optional<Defect> read_field(std::size_t column, std::span<std::uint8_t> cells) {
    return read_whole_board(record_[column], record_.position(column), reader_, cells);
  }

  SkippedLines* note_of(std::string_view text) override {
    return text == columns_.header ? &notes_.headers : nullptr;
  }

  /// A leading semicolon may also be a delimiter after an empty field.
  bool is_comment_line(std::string_view text) const override {
    return is_comment(text) && (columns_.delimiter != ';' || trim(text).front() != ';');
  }

  Defect describe_field_count(const Line& line) const {
    if (columns_.count == 0) {
      return {{line.number, line.text.size() + 1},
              fmt::format("{} found, too few for the column of --column or --expect-column",
                          number_of(record_.size(), "field"))};
    }
    const std::uint64_t column = record_.size() > columns_.count
                                     ? record_.position(columns_.count).column
                                     : line.text.size() + 1;
    return {{line.number, column},
            fmt::format("{} fields expected as in the header, {} found", columns_.count,
                        record_.size())};
  }

  std::optional<Defect> read_expectation(std::size_t column) {
    const std::string_view text = record_[column];
    if (text.empty()) return std::nullopt;
    if (cell_count(text, reader_.notation().is_integers) == cells_.size()) {
      return read_solution(column);
    }
    Position position = record_.position(column);
    const auto count = parse_count(text);
    if (count && (text.starts_with('>') || can_be_count(text.size()))) {
      const SolutionCount known = expectation_.count.value_or(*count);
      expectation_.count = count;
      if (known == *count) return std::nullopt;
      return Defect{position,
                    fmt::format("{} expected, but another column says {}",
                                number_of(format_count(*count), "solution"), format_count(known))};
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

  std::optional<Defect> read_solution(std::size_t column) {
    solution_.resize(cells_.size());
    if (auto defect = read_field(column, solution_)) return defect;
    Position position = record_.position(column);
    const auto empty_cell = std::ranges::find(solution_, 0);
    if (empty_cell != solution_.end()) {
      position.column += static_cast<std::uint64_t>(empty_cell - solution_.begin());
      return Defect{position, "the expected solution has an empty cell"};
    }
    const Board solution{reader_.shape(), solution_};
    if (!is_solution_of(solution, {reader_.shape(), cells_, candidates_})) {
      return Defect{position, "the expected solution does not solve the puzzle"};
    }
    expectation_.solution.push_back(solution);
    return std::nullopt;
  }

  Columns columns_;
  CsvRecord record_;
  std::string count_column_;  // name of the column of the first count
  std::vector<std::uint8_t> solution_;
};

void append_record(const Board& puzzle, const Expectation& expectation, std::string& text) {
  append_board(puzzle, text);
  text += ',';
  if (expectation.count) text += format_count(*expectation.count);
  text += ',';
  if (!expectation.solution.empty()) append_board(expectation.solution[0], text);
  text += '\n';
}

/// Reads the header, and detects the notation from the records in memory. Throws InputError if
/// there is no header, or if the header lacks a column that the options name.
std::unique_ptr<PuzzleFormat> open_csv(const OpenDataset& dataset) {
  LineReader& lines = dataset.lines;
  const ReadOptions& options = dataset.options;
  const std::string first = next_content_line(lines);
  const bool is_numbered = !options.column.empty() || !options.expect_column.empty();
  const bool has_header = is_csv_header(first, std::nullopt, Sides(options.shape)) != CsvHeader::no;
  const bool reads_header = has_header || !is_numbered;
  Columns columns = choose_columns(reads_header ? read_header(lines, dataset.path) : Line{first},
                                   reads_header, dataset.path, options);
  // Without records, the notation stays as it is.
  Notation& notation = dataset.layout.notation;
  if (const auto found = find_notation(lines, columns, options)) notation = *found;
  return std::make_unique<CsvFormat>(lines, std::move(columns), notation);
}

}  // namespace

const PuzzleWriter kCsvWriter{
    .append = append_record, .header = "puzzle,count,solution\n", .holds_candidates = true};

CsvHeader is_csv_header(std::string_view text, std::optional<std::string_view> next,
                        const Sides& sides) {
  const char delimiter = delimiter_of(trim(text), ',');
  CsvRecord record(delimiter);
  if (record.split({text})) return CsvHeader::no;
  const std::size_t fields = record.size();
  bool has_puzzle_name = false;
  bool has_only_names = true;
  for (std::size_t i = 0; i < fields; ++i) {
    has_puzzle_name |= is_one_of(kPuzzleNames, record[i]);
    has_only_names &= is_name(record[i]) && !is_puzzle(record[i]);
  }
  const bool is_certain = has_puzzle_name && fields > 1;
  if (!is_certain && (!has_only_names || (fields == 1 && !has_puzzle_name))) return CsvHeader::no;
  // It may also be a title.
  if (!next) return CsvHeader::depends_on_next_line;
  const auto cells = parse_cell_line(*next, sides);
  const bool is_row = cells && sides.of_board(cells->count.cells) == 0;
  const bool is_record = !record.split({*next}) && record.size() == fields && !is_row;
  if (is_record) return CsvHeader::yes;
  // The first record may be damaged, but a row or a board without a delimiter is none.
  const bool may_be_damaged = !cells || next->find(delimiter) != next->npos;
  return is_certain && may_be_damaged ? CsvHeader::yes : CsvHeader::no;
}

const FileFormat formats::csv{.open = open_csv, .writer = &kCsvWriter};

}  // namespace sudoku
