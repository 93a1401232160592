#include "harness/results/csv_table.h"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/csv_record.h"
#include "harness/dataset/line_reader.h"
#include "harness/errors.h"
#include "harness/units.h"

namespace sudoku {

class CsvTable::Impl {
 public:
  explicit Impl(const std::string& path) : path_(path), file_(path), lines_(file_) {
    if (!read_record()) throw InputError(path_, "the header is missing");
    for (std::size_t i = 0; i < record_.size(); ++i) names_.emplace_back(record_[i]);
  }

  std::size_t column(std::string_view name) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return i;
    }
    throw InputError(path_, {1, 0}, fmt::format("there is no column {}", name));
  }

  bool next() {
    if (!read_record()) return false;
    if (record_.size() == names_.size()) return true;
    throw InputError(
        path_, {line_, 0},
        fmt::format("{} fields, where the header has {}", record_.size(), names_.size()));
  }

  std::string_view text(std::size_t column) const { return record_[column]; }

  std::uint64_t number(std::size_t column) const {
    const auto value = parse_number(text(column));
    if (!value) refuse(column, "no whole number");
    return *value;
  }

  std::optional<double> real(std::size_t column) const {
    const std::string_view digits = text(column);
    if (digits.empty()) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse(column, "no number");
    return value;
  }

  SolutionCount count(std::size_t column) const {
    const auto value = parse_count(text(column));
    if (!value) refuse(column, "no number of solutions");
    return *value;
  }

  std::uint64_t digest(std::size_t column) const {
    constexpr std::size_t kDigits = 16;
    const std::string_view digits = text(column);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
    if (!is_whole || digits.size() != kDigits) refuse(column, "no digest");
    return value;
  }

  [[noreturn]] void refuse(std::size_t column, std::string_view what) const {
    throw InputError(path_, record_.position(column),
                     fmt::format("{}: '{}' is {}", names_[column], text(column), what));
  }

  std::uint64_t line() const { return line_; }

 private:
  bool read_record() {
    const auto line = lines_.next();
    if (!line) return false;
    line_ = line->number;
    if (line->too_long) throw InputError(path_, {line_, 0}, "the line is too long");
    // The fields are views of the line, which the reader may move.
    text_ = line->text;
    if (const auto defect = record_.split({text_, line_, false})) {
      throw InputError(path_, defect->position, defect->what);
    }
    return true;
  }

  std::string path_;
  InputFile file_;
  LineReader lines_;
  std::string text_;
  CsvRecord record_;
  std::uint64_t line_ = 0;
  std::vector<std::string> names_;
};

CsvTable::CsvTable(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
CsvTable::~CsvTable() = default;
CsvTable::CsvTable(CsvTable&&) noexcept = default;
CsvTable& CsvTable::operator=(CsvTable&&) noexcept = default;

std::size_t CsvTable::column(std::string_view name) const {
  return impl_->column(name);
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

}  // namespace sudoku
