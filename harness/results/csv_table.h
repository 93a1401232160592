#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/count.h"

namespace sudoku {

/// Reads a file with a header of column names (RFC 4180, without line ends in fields), row by row,
/// in memory that does not grow with it: the result files, read back. Not thread-safe.
class CsvTable {
 public:
  /// Opens `path` and reads the header. Throws InputError, as all members do.
  explicit CsvTable(const std::string& path);
  ~CsvTable();
  CsvTable(CsvTable&&) noexcept;
  CsvTable& operator=(CsvTable&&) noexcept;

  /// The number of a column, for the functions below. Throws if there is none of that name.
  std::size_t column(std::string_view name) const;

  /// Goes to the next row. False at the end. A row with more or fewer fields than the header is bad
  /// input.
  bool next();

  /// A field of the row, valid until the next one.
  std::string_view text(std::size_t column) const;
  std::uint64_t number(std::size_t column) const;
  /// Nothing where the field is empty.
  std::optional<double> real(std::size_t column) const;
  /// Of up to 128 bits.
  SolutionCount count(std::size_t column) const;
  /// As digests are written: 16 hexadecimal digits.
  std::uint64_t digest(std::size_t column) const;

  /// Throws what the functions above throw for a field that they cannot read: that it is `what`, as
  /// in "no digest".
  [[noreturn]] void refuse(std::size_t column, std::string_view what) const;

  /// The number of the row's line, from 1.
  std::uint64_t line() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
