#include "harness/results/csv_table.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/dataset/csv_record.h"

namespace sudoku {

/// Reads the records of a file. A record ends with a line end outside of quotes.
class CsvTable::Records {
 public:
  Records(std::string path, std::uint64_t bytes, TornEnd torn_end)
      : path_(std::move(path)), torn_end_(torn_end), source_(path_) {
    if (bytes != kAllBytes) source_.go_to(0, bytes);
  }

  /// Reads the next record. Returns false at the end.
  bool next() {
    line_ += lines_in_record_;
    const std::size_t length = find_end();
    if (length == std::string::npos) return false;
    std::string_view record(buffer_.data() + begin_, length);
    lines_in_record_ =
        1 + static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    digest_.add({record.data(), length + 1});
    begin_ += length + 1;
    if (record.ends_with('\r')) record.remove_suffix(1);
    if (const auto defect = fields_.split({record, line_, false})) {
      throw InputError(path_, defect->position, defect->what);
    }
    return true;
  }

  const CsvRecord& fields() const { return fields_; }

  std::uint64_t line() const { return line_; }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{64} * 1024;

  enum class State : std::uint8_t { field_begin, plain, quoted, after_quote };

  /// Returns the state after a character that does not end the record.
  static State step(State state, char c) {
    if (state == State::quoted) return c == '"' ? State::after_quote : State::quoted;
    if (c == '"' && state != State::plain) return State::quoted;
    if (c == ',') return State::field_begin;
    const bool is_blank = c == ' ' || c == '\t';
    return is_blank && state == State::field_begin ? State::field_begin : State::plain;
  }

  /// Returns the length of the record at `begin_` without its line end; npos if there is none.
  std::size_t find_end() {
    State state = State::field_begin;
    for (std::size_t length = 0;; ++length) {
      if (begin_ + length == buffer_.size() && !fill()) {
        if (length == 0 || torn_end_ == TornEnd::left_out) return std::string::npos;
        throw InputError(path_, {line_, 0}, "the last row is incomplete");
      }
      if (length > kMostBytes) throw InputError(path_, {line_, 0}, "the row is too long");
      const char c = buffer_[begin_ + length];
      if (c == '\n' && state != State::quoted) return length;
      state = step(state, c);
    }
  }

  /// Returns false at the end of the file.
  bool fill() {
    constexpr std::size_t kChunk = std::size_t{256} * 1024;
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t unread = buffer_.size();
    buffer_.resize(unread + kChunk);
    const std::size_t count = source_.read(std::span(buffer_).subspan(unread));
    buffer_.resize(unread + count);
    return count > 0;
  }

  std::string path_;
  TornEnd torn_end_;
  TextSource source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread text in the buffer
  std::uint64_t line_ = 1;
  std::uint64_t lines_in_record_ = 0;
  CsvRecord fields_;
  TextDigest digest_;
};

CsvTable::CsvTable(const std::string& path, std::uint64_t bytes, TornEnd torn_end)
    : path_(path), records_(std::make_unique<Records>(path, bytes, torn_end)) {
  if (!records_->next()) throw InputError(path_, "the header is missing");
  const CsvRecord& header = records_->fields();
  for (std::size_t i = 0; i < header.size(); ++i) names_.emplace_back(header[i]);
}

CsvTable::~CsvTable() = default;
CsvTable::CsvTable(CsvTable&&) noexcept = default;
CsvTable& CsvTable::operator=(CsvTable&&) noexcept = default;

std::optional<std::size_t> CsvTable::find_column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::size_t CsvTable::column(std::string_view name) const {
  if (const auto found = find_column(name)) return *found;
  throw InputError(path_, {1, 0}, fmt::format("column {} is missing", name));
}

bool CsvTable::next() {
  if (!records_->next()) return false;
  const std::size_t size = records_->fields().size();
  if (size == names_.size()) return true;
  throw InputError(path_, {line(), 0},
                   fmt::format("{} fields, but the header has {}", size, names_.size()));
}

std::string_view CsvTable::text(std::size_t column) const { return records_->fields()[column]; }

std::uint64_t CsvTable::number(std::size_t column) const {
  const auto value = parse_number(text(column));
  if (!value) refuse(column, "not a whole number below 2^64");
  return *value;
}

double CsvTable::real(std::size_t column) const {
  const std::string_view digits = text(column);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) refuse(column, "not a number");
  return value;
}

SolutionCount CsvTable::count(std::size_t column) const {
  const auto value = parse_count(text(column));
  if (!value) refuse(column, "not a number of solutions");
  return *value;
}

std::uint64_t CsvTable::digest(std::size_t column) const {
  const auto value = parse_digest(text(column));
  if (!value) refuse(column, "not a digest");
  return *value;
}

void CsvTable::refuse(std::size_t column, std::string_view what) const {
  throw InputError(path_, records_->fields().position(column),
                   fmt::format("{}: '{}' is {}", names_[column], text(column), what));
}

std::uint64_t CsvTable::line() const { return records_->line(); }

void CsvTable::expect_digest(std::uint64_t digest) {
  while (next()) {
  }
  if (records_->digest() == digest) return;
  throw InputError(path_, fmt::format("has been modified: its digest is {}, not {}",
                                      format_digest(records_->digest()), format_digest(digest)));
}

void append_csv_field(std::string& line, std::string_view text) {
  const bool has_blank_end = !text.empty() && (kBlanks.find(text.front()) != kBlanks.npos ||
                                               kBlanks.find(text.back()) != kBlanks.npos);
  if (!has_blank_end && text.find_first_of(",\"\r\n") == text.npos) {
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
