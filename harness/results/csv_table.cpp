#include "harness/results/csv_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"

namespace sudoku {

namespace {

enum class State : std::uint8_t { field_begin, plain, quoted, after_quote };

/// Returns the state after a character that does not end the record.
State step(State state, char c) {
  if (state == State::quoted) return c == '"' ? State::after_quote : State::quoted;
  if (c == '"' && state != State::plain) return State::quoted;
  if (c == ',') return State::field_begin;
  const bool is_blank = c == ' ' || c == '\t';
  return is_blank && state == State::field_begin ? State::field_begin : State::plain;
}

/// Returns whether a text would control a terminal, be a formula in a spreadsheet, or look like a
/// data URL.
bool needs_url(std::string_view text) {
  constexpr std::string_view kFormula = "=+-@";
  if (text.size() > 1 && kFormula.find(text.front()) != kFormula.npos) return true;
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  return is_data_url(text) || (!std::ranges::all_of(text, is_plain) && one_line(text) != text);
}

}  // namespace

CsvTable::CsvTable(const std::string& path, TornEnd torn_end)
    : path_(path), torn_end_(torn_end), source_(require_regular_file(path)) {
  if (!next_record()) throw InputError(path_, "the header is missing");
  for (std::size_t i = 0; i < fields_.size(); ++i) names_.emplace_back(fields_[i]);
}

/// Reads the next record, which ends with a line end outside of quotes. Returns false at the end.
bool CsvTable::next_record() {
  line_ += lines_in_record_;
  const auto length = find_end();
  if (!length) return false;
  std::string_view record(buffer_.data() + begin_, *length);
  lines_in_record_ = 1 + static_cast<std::uint64_t>(std::ranges::count(record, '\n'));
  digest_.add({record.data(), *length + 1});
  bytes_ += *length + 1;
  begin_ += *length + 1;
  if (record.ends_with('\r')) record.remove_suffix(1);
  if (const auto defect = fields_.split({record, line_, false})) {
    throw InputError(path_, defect->position, defect->what);
  }
  decoded_.clear();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (is_data_url(fields_[i])) decoded_[i] = from_json_text(fields_[i]);
  }
  return true;
}

/// Returns the length of the record at `begin_` without its line end; nullopt if there is none.
std::optional<std::size_t> CsvTable::find_end() {
  constexpr std::size_t kMostBytes = std::size_t{64} * 1024;
  State state = State::field_begin;
  for (std::size_t length = 0;; ++length) {
    if (begin_ + length == buffer_.size() && !fill()) {
      if (length == 0 || torn_end_ == TornEnd::left_out) return std::nullopt;
      refuse_row("the last row is incomplete");
    }
    if (length > kMostBytes) refuse_row("the row is too long");
    const char c = buffer_[begin_ + length];
    if (c == '\n' && state != State::quoted) return length;
    state = step(state, c);
  }
}

/// Appends a chunk of the file to the buffer. Returns false at the end of the file.
bool CsvTable::fill() {
  constexpr std::size_t kChunk = std::size_t{256} * 1024;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t unread = buffer_.size();
  buffer_.resize(unread + kChunk);
  const std::size_t count = source_.read(std::span(buffer_).subspan(unread));
  buffer_.resize(unread + count);
  return count > 0;
}

std::optional<std::size_t> CsvTable::find_column(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::size_t CsvTable::column(std::string_view name) const {
  if (const auto found = find_column(name)) return *found;
  throw InputError(path_, {1, 0}, fmt::format("column {} is missing", name));
}

bool CsvTable::next() {
  if (!next_record()) return false;
  if (fields_.size() == names_.size()) return true;
  refuse_row(fmt::format("{} fields, but the header has {}", fields_.size(), names_.size()));
}

double CsvTable::real(std::size_t column) const {
  const std::string_view digits = text(column);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  if (!is_number || !std::isfinite(value)) refuse(column, "not a number");
  return value;
}

void CsvTable::refuse(std::size_t column, std::string_view what) const {
  throw InputError(path_, fields_.position(column),
                   fmt::format("{}: '{}' is {}", names_[column], text(column), what));
}

void CsvTable::refuse_row(const std::string& what) const {
  throw InputError(path_, {line_, 0}, what);
}

void CsvTable::expect_digest(std::uint64_t digest) {
  while (next()) {
  }
  if (digest_.value() == digest) return;
  throw InputError(path_, fmt::format("has been modified: its digest is {}, not {}",
                                      format_digest(digest_.value()), format_digest(digest)));
}

void append_csv_field(std::string& line, std::string_view text) {
  if (needs_url(text)) {
    line += '"' + to_data_url(text) + '"';
    return;
  }
  const bool has_blank_end = !text.empty() && (kBlanks.find(text.front()) != kBlanks.npos ||
                                               kBlanks.find(text.back()) != kBlanks.npos);
  // In a short text, this loop is faster than find_first_of.
  const bool has_special = std::ranges::any_of(text, [](char c) { return c == ',' || c == '"'; });
  if (!has_blank_end && !has_special) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace sudoku
