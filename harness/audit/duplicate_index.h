#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/grid.h"

namespace sudoku {

/// A line that says again what an earlier one said.
struct Duplicate {
  std::uint64_t line;
  std::uint64_t first_line;

  friend bool operator==(const Duplicate&, const Duplicate&) = default;
};

/// Finds equal grids in any number of them, in 16 bytes a grid: 80 bits of its XXH3-128 hash and
/// its line. Among a thousand million different grids, the chance that two are taken for equal is
/// below 10^-6. Not thread-safe.
class DuplicateIndex {
 public:
  /// An entry of the index, which any thread may make.
  struct Entry {
    std::uint64_t high;  // of the hash
    std::uint64_t low;   // 16 bits of the hash, then 48 bits of the line
  };

  /// `line` must be below 2^48.
  static Entry entry_of(const Board& board, std::uint64_t line);

  void add(const Entry& entry) { entries_.push_back(entry); }

  /// Every line with a grid that an earlier line has, and the first that has it; by line.
  std::vector<Duplicate> find();

 private:
  std::vector<Entry> entries_;
};

}  // namespace sudoku
