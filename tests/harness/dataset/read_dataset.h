#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "engines/grid.h"
#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/memory_source.h"
#include "harness/dataset/dataset_reader.h"
#include "tests/catch.h"

// Shared by the tests of the reader and its parts.
namespace sudoku::test {

inline const std::string kEscargot =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
inline const std::string kUnique =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string kUniqueSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The end of the message for a character that is not a cell of a 9x9 board.
inline const std::string kMarks = " is not a cell; use 1 to 9, or . 0 - _ * ? x for an empty cell";

using Strings = std::vector<std::string>;

/// Returns the rows of a 9x9 board, with a text after each.
inline std::string rows_of(const std::string& board, const std::string& after = "\n") {
  std::string text;
  for (std::size_t i = 0; i < board.size(); i += 9) text += board.substr(i, 9) + after;
  return text;
}

/// A temporary file with `content`.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) {
    std::string name = (std::filesystem::temp_directory_path() / "sudoku-test-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor >= 0) close(descriptor);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Everything that a reader returned.
struct Reading {
  std::vector<std::string> puzzles;
  std::vector<std::uint64_t> lines;
  std::vector<Expectation> expectations;
  std::uint64_t rejected = 0;
  std::string error;  ///< without the path, as in `:3:7: x is not a cell`; empty if there is none
};

inline void append(const PuzzleBlock& block, Reading& reading) {
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    reading.puzzles.push_back(format_line(block.puzzles[i]));
  }
  reading.lines.insert(reading.lines.end(), block.lines.begin(), block.lines.end());
  reading.expectations.insert(reading.expectations.end(), block.expectations.begin(),
                              block.expectations.end());
}

inline Reading read_file(const std::string& path, const ReadOptions& options = {},
                         std::size_t max_puzzles = 64) {
  Reading reading;
  try {
    DatasetReader reader(path, options);
    PuzzleBlock block;
    while (reader.read(block, max_puzzles)) append(block, reading);
    reading.rejected = reader.rejected();
  } catch (const InputError& error) {
    reading.error = std::string(error.what()).substr(path.size());
  }
  return reading;
}

inline Reading read_text(std::string_view text, const ReadOptions& options = {},
                         std::size_t max_puzzles = 64) {
  return read_file(TemporaryFile(text).path(), options, max_puzzles);
}

/// Checks that a text is read as these puzzles, without an error.
inline void check_puzzles(const std::string& text, const std::vector<std::string>& puzzles,
                          const std::vector<std::uint64_t>& lines = {}) {
  INFO(text);
  const Reading reading = read_text(text);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == puzzles);
  if (!lines.empty()) CHECK(reading.lines == lines);
}

inline ReadOptions with_format(DatasetFormat format) {
  ReadOptions options;
  options.format = format;
  return options;
}

inline ReadOptions with_shape(const Shape& shape) {
  ReadOptions options;
  options.shape = shape;
  return options;
}

inline ReadOptions skipping() {
  ReadOptions options;
  options.skip_invalid = true;
  return options;
}

/// Checks that a reader that skips invalid puzzles reads these puzzles, and counts the others.
inline void check_skipped(const std::string& text, const std::vector<std::string>& puzzles,
                          std::uint64_t rejected) {
  INFO(text);
  const Reading reading = read_text(text, skipping());
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == puzzles);
  CHECK(reading.rejected == rejected);
}

/// Checks that a text is read as these puzzles, each with its expected solution; empty if it has
/// none.
inline void check_solutions(const std::string& text, const Strings& puzzles,
                            const Strings& solutions, const ReadOptions& options = {},
                            std::size_t max_puzzles = 64) {
  INFO(text);
  const Reading reading = read_text(text, options, max_puzzles);
  CHECK(reading.error.empty());
  CHECK(reading.puzzles == puzzles);
  Strings found;
  for (const Expectation& expectation : reading.expectations) {
    found.push_back(expectation.solution.empty() ? "" : format_line(expectation.solution[0]));
    CHECK_FALSE(expectation.count);
  }
  CHECK(found == solutions);
}

}  // namespace sudoku::test
