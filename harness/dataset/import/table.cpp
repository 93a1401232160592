#include "harness/dataset/import/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/import/plain_text.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::size_t kFewestFields = 4;
constexpr std::size_t kMostRecords = 1024;  // records that decide about the table
constexpr std::size_t kManyBoards = 4;      // enough evidence even if the last board is cut off

/// Returns the usual form of a field that is a cell, perhaps a missing value or a decimal number
/// such as `5.0` or `5.000e+00`.
std::optional<std::string> table_cell(std::string_view field) {
  static constexpr std::array<std::string_view, 5> kMissing = {"nan", "na", "<na>", "none", "null"};
  field = trim(field);
  if (field.size() == 1 && may_be_symbols(field, kMaxSideOfSymbols)) return std::string(field);
  if (field.empty() || is_one_of(kMissing, field)) return ".";
  if (field.size() == 2 && may_be_symbols(field, kMaxSideOfSymbols)) return std::string(field);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  const bool is_number = error == std::errc() && end == field.data() + field.size();
  if (!is_number || value < -1 || value > static_cast<double>(kMaxSide)) return std::nullopt;
  const int cell = static_cast<int>(value);
  return static_cast<double>(cell) == value ? std::optional(std::to_string(cell)) : std::nullopt;
}

/// Whether all cells are empty, except perhaps the first.
bool is_empty(const std::vector<std::string>& row) {
  return std::all_of(row.begin() + 1, row.end(), [](const auto& cell) { return cell == "."; });
}

/// Whether the fields from `first` on are successive letters from A, or successive numbers from 0
/// or 1. The same text may precede each of them, as in `V1`.
bool is_numbering(const CsvRecord& record, std::size_t first) {
  const std::string_view begin = record[first];
  if (begin.empty() || std::string_view("01Aa").find(begin.back()) == begin.npos) return false;
  const std::string prefix(begin.substr(0, begin.size() - 1));
  for (std::size_t i = first; i < record.size(); ++i) {
    const int place = static_cast<int>(i - first) + begin.back();
    const std::string letter(1, static_cast<char>(place));
    const bool is_letter_next = is_letter(begin.back());
    if (record[i] != prefix + (is_letter_next ? letter : std::to_string(place - '0'))) return false;
  }
  return true;
}

/// Whether the first fields number the rows of boards with that side, in the file or in each board.
/// If `side + 1` occurs in another field, the boards are larger and the first fields are cells. The
/// number of a single row is not enough evidence.
bool have_index(const std::vector<std::vector<std::string>>& rows, std::size_t side) {
  const auto start = parse_number(rows[0][0]);
  if (rows.size() < 2 || !start || (*start > 1 && usual_shape(side + 1))) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto number = parse_number(rows[i][0]);
    const auto last = std::ranges::find(rows[i], std::to_string(side + 1));
    if (number != i + *start && number != i % side + *start) return false;
    if (last != rows[i].end() && last != rows[i].begin()) return false;
  }
  return true;
}

/// Whether an empty row separates successive boards with that side.
bool have_gaps(const std::vector<std::vector<std::string>>& rows, std::size_t side) {
  const bool is_whole = (rows.size() + 1) % (side + 1) <= 1;
  if (rows.size() <= side || (!is_whole && rows.size() < kManyBoards * side)) return false;
  for (std::size_t i = side; i < rows.size(); i += side + 1) {
    if (!is_empty(rows[i])) return false;
  }
  return true;
}

}  // namespace

/// Reads the fields of a line. Returns whether there are enough fields and all of them are cells,
/// except perhaps the first and the last.
bool Table::read(std::string_view line) {
  cells_.clear();
  are_usual_ = true;
  const bool is_other = is_comment(line) && trim(line).front() != ';';
  if (is_other || record_.split({line})) return false;
  bool are_cells = record_.size() >= kFewestFields;
  for (std::size_t i = 0; i < record_.size(); ++i) {
    const auto cell = table_cell(record_[i]);
    are_cells &= cell || i == 0 || i + 1 == record_.size();
    are_usual_ &= cell == record_[i];
    cells_.push_back(cell.value_or(std::string(record_[i])));
  }
  return are_cells;
}

/// Whether the last line has text in its first field, and all its other fields are empty.
bool Table::is_title() const { return is_empty(cells_) && !table_cell(cells_[0]); }

std::optional<Table> Table::find(std::string_view head) {
  std::string_view after_first = head;
  const std::string_view first = trim(take_content_line(after_first).value_or(""));
  if (first.starts_with('[') || first.starts_with('{')) return std::nullopt;  // JSON
  std::map<std::pair<char, std::size_t>, Rows> found;  // by delimiter and number of fields
  std::map<char, bool> are_usual;
  std::string buffer;
  std::size_t records = 0;
  for (std::string_view rest = head; !rest.empty() && records < kMostRecords;) {
    const std::string_view line = to_ascii(take_line(rest), buffer);
    const char delimiter = delimiter_of(line, ' ');
    Table table(delimiter, 0);
    if (!table.read(line) || table.is_title()) continue;
    ++records;
    are_usual.emplace(delimiter, true).first->second &= table.are_usual_;
    found[{delimiter, table.cells_.size()}].push_back(std::move(table.cells_));
  }
  if (found.empty()) return std::nullopt;
  auto& [kind, rows] = *std::ranges::max_element(
      found, {}, [](const auto& rows_of_kind) { return rows_of_kind.second.size(); });
  const auto [delimiter, fields] = kind;
  Table table(delimiter, fields);
  table.find_header(head);
  // The last record may lack its trailing delimiter.
  const auto shorter = found.find({delimiter, fields - 1});
  std::size_t count = rows.size();
  if (shorter != found.end() && table.header_.empty()) count += shorter->second.size();
  if (table.read(table.header_)) {
    const bool is_zero = table.cells_[0] == "0";
    std::erase(rows, table.cells_);
    const bool fits = records < kMostRecords && !rows.empty() && rows.size() % fields == 0;
    const bool may_be_row = !table.has_index_ && fields <= kMaxSide && !is_zero;
    if (may_be_row && !fits && !have_gaps(rows, fields)) {
      table.header_.clear();
    } else {
      count = rows.size();
    }
  }
  table.are_all_usual_ = are_usual[delimiter];
  if (!rows.empty()) table.choose_columns(rows, count);
  const bool is_usual = table.are_all_usual_ && table.header_.empty() && table.begin_ == 0;
  return is_usual || rows.empty() ? std::nullopt : std::optional(std::move(table));
}

/// Looks for a header before the first record, or in the first record itself.
void Table::find_header(std::string_view head) {
  std::string buffer;
  for (bool is_record = false; !is_record && !head.empty();) {
    const std::string_view line = to_ascii(take_line(head), buffer);
    is_record = read(line);
    const bool lacks_index = record_.size() + 1 == fields_;
    if (cells_.size() < kFewestFields || (record_.size() != fields_ && !lacks_index)) continue;
    const bool are_names = line.find_first_of(",;\t") != line.npos &&
                           std::ranges::all_of(cells_, [](const std::string& name) {
                             return name.size() > 1 && is_letter(name[0]);
                           });
    const bool is_numbered = is_numbering(record_, 0);
    if (!is_numbered && !is_numbering(record_, 1) && !are_names) continue;
    has_index_ = lacks_index || (!is_numbered && !are_names);
    header_ = line;
    return;
  }
}

/// Chooses the fields that are cells. Leaves out an index and as many empty columns as the size of
/// the boards permits. `count` is the number of rows, including a last row that lacks a delimiter.
void Table::choose_columns(const Rows& rows, std::size_t count) {
  const auto has_text = [&](std::size_t column) {
    return std::ranges::none_of(
        rows, [&](const auto& row) { return table_cell(row[column]).has_value(); });
  };
  const auto is_unused = [&](std::size_t column) {
    // A column of empty-cell marks belongs to boards with few clues. Only empty fields are unused.
    const auto is_empty_cell = [&](const auto& row) {
      return !are_all_usual_ && row[column] == ".";
    };
    return has_text(column) || std::ranges::all_of(rows, is_empty_cell);
  };
  const auto fits = [&](std::size_t cells) {
    return usual_shape_of_cells(cells) || count % cells == 0 || count > kManyBoards * cells ||
           have_gaps(rows, cells);
  };
  has_index_ |= has_text(0);
  const std::size_t certain = has_index_ ? 1 : 0;
  std::size_t front = certain;
  std::size_t back = 0;
  while (front + kFewestFields < fields_ && is_unused(front)) ++front;
  while (front + back + kFewestFields < fields_ && is_unused(fields_ - back - 1)) ++back;
  if (front == 0 && have_index(rows, fields_ - 1)) front = 1;
  std::size_t dropped = front + back;
  while (dropped > certain && !fits(fields_ - dropped)) --dropped;
  begin_ = std::max(certain, dropped - std::min(dropped, back));
  end_ = fields_ - (dropped - begin_);
  has_gaps_ = have_gaps(rows, end_ - begin_);
}

std::string_view Table::convert(std::string_view line) {
  if (!header_.empty() && line == header_) return {};
  if (!read(line) && cells_.size() != fields_) return line;
  if (begin_ == 0 && is_title()) return line;
  if (has_gaps_ && is_empty(cells_)) return {};
  line_.clear();
  const std::size_t end = cells_.size() == fields_ ? end_ : cells_.size();
  for (std::size_t i = begin_; i < end; ++i) {
    const std::size_t column = record_.position(i).column - 1;
    line_.resize(std::max(column, line_.size() + (i > begin_ ? 1 : 0)), ' ');
    line_ += cells_[i];
  }
  return line_;
}

}  // namespace sudoku
