#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/solution_count.h"

namespace sudoku {

/// Appends a field of a CSV file (RFC 4180). Puts it in quotes if it has blanks at an end, too,
/// because readers ignore them.
void append_csv_field(std::string& line, std::string_view text);

/// What happens to a last row without a line end, as a crash leaves it.
enum class TornEnd : std::uint8_t { refused, left_out };

/// Reads a CSV file with a header row by row. Memory use does not depend on the size of the file.
/// All members throw InputError for invalid input, and Interrupted. Not thread-safe.
class CsvTable {
 public:
  static constexpr std::uint64_t kAllBytes = std::numeric_limits<std::uint64_t>::max();

  /// Reads the header. Ignores what follows the first `bytes` of the file.
  explicit CsvTable(const std::string& path, std::uint64_t bytes = kAllBytes,
                    TornEnd torn_end = TornEnd::refused);
  ~CsvTable();
  CsvTable(CsvTable&&) noexcept;
  CsvTable& operator=(CsvTable&&) noexcept;

  /// Returns the index of a column. Throws if there is none of that name.
  std::size_t column(std::string_view name) const;
  std::optional<std::size_t> find_column(std::string_view name) const;

  /// Reads the next row. Returns false at the end.
  bool next();

  // Fields of the row, valid until the next call of next():

  std::string_view text(std::size_t column) const;
  std::uint64_t number(std::size_t column) const;
  double real(std::size_t column) const;
  SolutionCount count(std::size_t column) const;
  /// Reads 16 hexadecimal digits.
  std::uint64_t digest(std::size_t column) const;

  /// Throws an error for a field. `what` completes the sentence "'…' is …".
  [[noreturn]] void refuse(std::size_t column, std::string_view what) const;

  /// Returns the number of the line on which the row begins, from 1.
  std::uint64_t line() const;

  /// Reads to the end of the file. Throws if its XXH3-64 is not `digest`.
  void expect_digest(std::uint64_t digest);

 private:
  class Records;

  std::string path_;
  std::unique_ptr<Records> records_;
  std::vector<std::string> names_;
};

}  // namespace sudoku
