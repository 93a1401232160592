#include "harness/results/csv_table.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/dataset/csv_record.h"

namespace sudoku {
namespace {

/// The records of a file, each of which ends with a line end outside of quotes.
class RecordReader {
 public:
  RecordReader(std::string path, std::uint64_t bytes, TornEnd torn_end)
      : path_(std::move(path)), torn_end_(torn_end), source_(path_) {
    if (bytes != CsvTable::kAllBytes) source_.go_to(0, bytes);
  }

  /// Without its line end; valid until the next call. Nothing at the end.
  std::optional<std::string_view> next() {
    line_ += lines_in_record_;
    const std::size_t length = find_end();
    if (length == std::string::npos) return std::nullopt;
    std::string_view record(buffer_.data() + begin_, length);
    lines_in_record_ =
        1 + static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    digest_.add({record.data(), length + 1});
    begin_ += length + 1;
    byte_count_ += length + 1;
    if (record.ends_with('\r')) record.remove_suffix(1);
    return record;
  }

  std::uint64_t line() const { return line_; }
  std::uint64_t byte_count() const { return byte_count_; }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{64} * 1024;

  enum class Place : std::uint8_t { field_begin, plain, quoted, behind_quote };

  /// Where in a record `c` leads to, but for a line end outside of quotes.
  static Place step(Place place, char c) {
    if (place == Place::quoted) return c == '"' ? Place::behind_quote : Place::quoted;
    if (c == '"' && place != Place::plain) return Place::quoted;
    if (c == ',') return Place::field_begin;
    const bool is_blank = c == ' ' || c == '\t';
    return is_blank && place == Place::field_begin ? Place::field_begin : Place::plain;
  }

  /// The length of the record that begins at `begin_`, without its line end.
  std::size_t find_end() {
    Place place = Place::field_begin;
    for (std::size_t length = 0;; ++length) {
      if (begin_ + length == buffer_.size() && !fill()) return refuse_torn(length);
      if (length > kMostBytes) throw InputError(path_, {line_, 0}, "the row is too long");
      const char c = buffer_[begin_ + length];
      if (c == '\n' && place != Place::quoted) return length;
      place = step(place, c);
    }
  }

  std::size_t refuse_torn(std::size_t length) const {
    if (length > 0 && torn_end_ == TornEnd::refused) {
      throw InputError(path_, {line_, 0}, "the row is torn: the file ends in it");
    }
    return std::string::npos;
  }

  /// False at the end of the file.
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
  std::size_t begin_ = 0;  // of the unread text in it
  std::uint64_t line_ = 1;
  std::uint64_t lines_in_record_ = 0;
  std::uint64_t byte_count_ = 0;
  TextDigest digest_;
};

}  // namespace

class CsvTable::Impl {
 public:
  Impl(const std::string& path, std::uint64_t bytes, TornEnd torn_end)
      : path_(path), records_(path, bytes, torn_end) {
    if (!read_record()) throw InputError(path_, "the header is missing");
    for (std::size_t i = 0; i < record_.size(); ++i) names_.emplace_back(record_[i]);
  }

  std::optional<std::size_t> find_column(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  std::size_t column(std::string_view name) const {
    if (const auto found = find_column(name)) return *found;
    throw InputError(path_, {1, 0}, fmt::format("there is no column {}", name));
  }

  bool next() {
    if (!read_record()) return false;
    if (record_.size() == names_.size()) return true;
    throw InputError(
        path_, {line(), 0},
        fmt::format("{} fields, where the header has {}", record_.size(), names_.size()));
  }

  std::string_view text(std::size_t column) const { return record_[column]; }

  std::uint64_t number(std::size_t column) const {
    const auto value = parse_number(text(column));
    if (!value) refuse(column, "not a whole number below 2^64");
    return *value;
  }

  std::optional<double> real(std::size_t column) const {
    const std::string_view digits = text(column);
    if (digits.empty()) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      refuse(column, "not a number");
    return value;
  }

  SolutionCount count(std::size_t column) const {
    const auto value = parse_count(text(column));
    if (!value) refuse(column, "not a number of solutions");
    return *value;
  }

  std::uint64_t digest(std::size_t column) const {
    const auto value = parse_digest(text(column));
    if (!value) refuse(column, "not a digest");
    return *value;
  }

  [[noreturn]] void refuse(std::size_t column, std::string_view what) const {
    throw InputError(path_, record_.position(column),
                     fmt::format("{}: '{}' is {}", names_[column], text(column), what));
  }

  std::uint64_t line() const { return records_.line(); }
  std::uint64_t byte_count() const { return records_.byte_count(); }

  void expect_digest(std::uint64_t digest) {
    while (next()) {
    }
    if (records_.digest() == digest) return;
    throw InputError(path_, fmt::format("has been modified: its digest is {}, not {}",
                                        format_digest(records_.digest()), format_digest(digest)));
  }

 private:
  bool read_record() {
    const auto text = records_.next();
    if (!text) return false;
    if (const auto defect = record_.split({*text, line(), false})) {
      throw InputError(path_, defect->position, defect->what);
    }
    return true;
  }

  std::string path_;
  RecordReader records_;
  CsvRecord record_;
  std::vector<std::string> names_;
};

CsvTable::CsvTable(const std::string& path, std::uint64_t bytes)
    : impl_(std::make_unique<Impl>(path, bytes, TornEnd::refused)) {}
CsvTable::CsvTable(const std::string& path, TornEnd torn_end)
    : impl_(std::make_unique<Impl>(path, kAllBytes, torn_end)) {}
CsvTable::~CsvTable() = default;
CsvTable::CsvTable(CsvTable&&) noexcept = default;
CsvTable& CsvTable::operator=(CsvTable&&) noexcept = default;

std::size_t CsvTable::column(std::string_view name) const {
  return impl_->column(name);
}
std::optional<std::size_t> CsvTable::find_column(std::string_view name) const {
  return impl_->find_column(name);
}
bool CsvTable::next() {
  return impl_->next();
}
std::string_view CsvTable::text(std::size_t column) const {
  return impl_->text(column);
}
std::uint64_t CsvTable::number(std::size_t column) const {
  return impl_->number(column);
}
std::optional<std::uint64_t> CsvTable::optional_number(std::size_t column) const {
  return text(column).empty() ? std::nullopt : std::optional(number(column));
}
std::optional<double> CsvTable::real(std::size_t column) const {
  return impl_->real(column);
}
SolutionCount CsvTable::count(std::size_t column) const {
  return impl_->count(column);
}
std::uint64_t CsvTable::digest(std::size_t column) const {
  return impl_->digest(column);
}
void CsvTable::refuse(std::size_t column, std::string_view what) const {
  impl_->refuse(column, what);
}
std::uint64_t CsvTable::line() const {
  return impl_->line();
}
std::uint64_t CsvTable::byte_count() const {
  return impl_->byte_count();
}
void CsvTable::expect_digest(std::uint64_t digest) {
  impl_->expect_digest(digest);
}

}  // namespace sudoku
