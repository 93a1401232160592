#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/line_reader.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// Lines that a reader skipped without calling them invalid.
struct SkippedLines {
  std::uint64_t count = 0;
  Defect first{};  ///< position of the first such line, and why it is no puzzle

  void add(const Line& line) { add({{line.number, 0}, {}}); }
  void add(Defect defect) {
    if (count++ == 0) first = std::move(defect);
  }
};

/// Lines of a dataset, or parts of them, that its user might miss.
struct ReadingNotes {
  SkippedLines text;      ///< between the boards
  SkippedLines comments;  ///< that hold a board
  SkippedLines headers;   ///< of CSV, repeated
  SkippedLines remarks;   ///< after the cells of rows
};

/// Parser of one file format. Not thread-safe.
class PuzzleFormat {
 public:
  /// `lines` must outlive the format.
  PuzzleFormat(LineReader& lines, const Notation& notation) : lines_(lines), reader_(notation) {}
  virtual ~PuzzleFormat() = default;
  /// Appends puzzles to `block` until it holds `max_puzzles` or the data end. At an invalid puzzle,
  /// skips it and returns its defect.
  virtual std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) = 0;

  /// After `read` returned a defect or threw, returns the position before that puzzle.
  TextPosition begin_of_invalid() const { return begin_; }
  const ReadingNotes& notes() const { return notes_; }
  /// Returns the name of the CSV column with the numbers of solutions; empty if there is none.
  virtual std::string count_column() const { return {}; }

 protected:
  /// Notes a comment that holds a board.
  void note_comment(const Line& line) {
    if (!find_boards(line.text.substr(line.text.find_first_of("#;%/") + 1), reader_).empty()) {
      notes_.comments.add(line);
    }
  }

  /// Adds the expectation of a puzzle that will be added to the block. After the first expectation,
  /// all puzzles have one.
  void add_expectation(Expectation expectation, PuzzleBlock& block) {
    has_expectations_ |= expectation.count || !expectation.solution.empty();
    if (!has_expectations_) return;
    block.expectations.resize(block.puzzles.size());
    block.expectations.push_back(std::move(expectation));
  }

  bool has_candidates() const { return reader_.notation().has_candidates; }
  /// Notes the position before a puzzle that may be invalid.
  void mark_begin(TextPosition begin) { begin_ = begin; }

  LineReader& lines_;
  CellReader reader_;
  ReadingNotes notes_;
  bool has_expectations_ = false;  // of any puzzle so far

 private:
  TextPosition begin_;
};

/// A format with one puzzle per line.
class PuzzlePerLine : public PuzzleFormat {
 public:
  PuzzlePerLine(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation),
        cells_(notation.shape.cells()),
        candidates_(notation.has_candidates ? notation.shape.cells() : 0) {}
  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) final;

 protected:
  /// Reads a line into `cells_` or `candidates_`. May set `expectation_`.
  virtual std::optional<Defect> read_line(const Line& line) = 0;
  virtual bool is_comment_line(std::string_view text) const { return is_comment(text); }
  /// Returns where to note an invalid line that is not a damaged puzzle; null for a damaged puzzle.
  virtual SkippedLines* note_of(std::string_view /*text*/) { return nullptr; }
  /// Reads the next lines if a faster method supports them.
  virtual void read_plain_lines(PuzzleBlock& /*block*/, std::size_t /*max_puzzles*/) {}

  std::vector<std::uint8_t> cells_;
  std::vector<Digits> candidates_;  // of all cells, if the notation has candidates
  Expectation expectation_;
};

}  // namespace sudoku
