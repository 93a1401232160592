#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_lines.h"

namespace sudoku {

/// Names of the puzzle in a CSV header or a JSON object, in order of preference.
inline constexpr std::array<std::string_view, 8> kPuzzleNames = {
    "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"};
/// Names of its solution, or of the number of solutions.
inline constexpr std::array<std::string_view, 5> kExpectationNames = {
    "solution", "solutions", "answer", "count", "solution_count"};

/// Names of the solution.
inline constexpr auto kSolutionNames = std::span(kExpectationNames).first<3>();
/// Names of the number of solutions.
inline constexpr auto kCountNames = std::span(kExpectationNames).last<2>();

/// Whether `text` is one of the names, regardless of case.
inline bool is_one_of(std::span<const std::string_view> names, std::string_view text) {
  return std::ranges::find(names, lower_case(text)) != names.end();
}

/// A CSV record (RFC 4180) split into fields. Ignores blanks around a field, and the characters by
/// which spreadsheets mark text, as in `="0012"` and `'0012`. Unlike in RFC 4180, a quoted field
/// must end on the same line.
class CsvRecord {
 public:
  /// `delimiter` is a comma, semicolon, tab or blank.
  explicit CsvRecord(char delimiter = ',') : delimiter_(delimiter) {}

  /// Splits a line into fields, which are valid until the next call. Returns the defect if it is
  /// not a record.
  std::optional<Defect> split(const Line& line);

  std::size_t size() const { return size_; }
  std::string_view operator[](std::size_t field) const { return fields_[field].text; }
  /// Returns the position of the field in the file. Adding an offset into the field is exact only
  /// before a doubled quote.
  Position position(std::size_t field) const { return {line_, fields_[field].begin + 1}; }

 private:
  struct Field {
    std::string text;
    std::size_t begin = 0;  // offset in the line
  };

  static void unwrap(Field& field);

  char delimiter_;
  std::vector<Field> fields_;  // may be more than `size_`, to reuse their memory
  std::size_t size_ = 0;
  std::uint64_t line_ = 0;
};

/// Returns the delimiter of a record, or `other` if it has none.
char delimiter_of(std::string_view record, char other);

enum class CsvHeader : std::uint8_t { no, yes, depends_on_next_line };

/// Whether `text` looks like a CSV header: it names a puzzle column, or it has several names and
/// the next line has as many fields. `next` is the next line if it is known. `sides` are the sides
/// that boards may have.
CsvHeader is_csv_header(std::string_view text, std::optional<std::string_view> next,
                        const Sides& sides);

}  // namespace sudoku
