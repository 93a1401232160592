#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/solution_count.h"

namespace sudoku {

/// What becomes of a last row without its line end, which was being written when the program ended.
enum class TornEnd : std::uint8_t { refused, left_out };

/// Reads a file with a header of column names (RFC 4180), row by row, in memory that does not grow
/// with it: the result files, read back. Not thread-safe.
class CsvTable {
 public:
  static constexpr std::uint64_t kAllBytes = std::numeric_limits<std::uint64_t>::max();

  /// Opens `path`, of which it reads no more than the first `bytes`, and reads the header. Throws
  /// InputError and Interrupted, as all members do.
  explicit CsvTable(const std::string& path, std::uint64_t bytes = kAllBytes);
  CsvTable(const std::string& path, TornEnd torn_end);
  ~CsvTable();
  CsvTable(CsvTable&&) noexcept;
  CsvTable& operator=(CsvTable&&) noexcept;

  /// The number of a column, for the functions below. Throws if there is none of that name.
  std::size_t column(std::string_view name) const;
  /// Nothing where there is none, as in a file of an earlier version.
  std::optional<std::size_t> find_column(std::string_view name) const;

  /// Goes to the next row. False at the end. A row with more or fewer fields than the header is bad
  /// input.
  bool next();

  /// A field of the row, valid until the next one.
  std::string_view text(std::size_t column) const;
  std::uint64_t number(std::size_t column) const;
  /// Nothing where the field is empty.
  std::optional<std::uint64_t> optional_number(std::size_t column) const;
  /// Nothing where the field is empty.
  std::optional<double> real(std::size_t column) const;
  /// Of up to 128 bits.
  SolutionCount count(std::size_t column) const;
  /// As digests are written: 16 hexadecimal digits.
  std::uint64_t digest(std::size_t column) const;

  /// Throws what the functions above throw for a field that they cannot read: that it is `what`, as
  /// in "not a digest".
  [[noreturn]] void refuse(std::size_t column, std::string_view what) const;

  /// The number of the line on which the row begins, from 1.
  std::uint64_t line() const;
  /// Bytes of the file up to the end of the row.
  std::uint64_t byte_count() const;

  /// Reads to the end of the file, and throws unless all of it has that XXH3-64.
  void expect_digest(std::uint64_t digest);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
