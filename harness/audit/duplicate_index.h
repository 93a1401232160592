#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/grid.h"

namespace sudoku {

/// A line that repeats the board of an earlier line.
struct Duplicate {
  std::uint64_t line;
  std::uint64_t first_line;

  friend bool operator==(const Duplicate&, const Duplicate&) = default;
};

/// Finds equal boards with 16 bytes of memory per board: 80 bits of its XXH3-128 hash and its line.
/// Among 10^9 different boards, the probability of a false match is below 10^-6. Not thread-safe.
class DuplicateIndex {
 public:
  struct Entry {
    std::uint64_t high;  // upper half of the hash
    std::uint64_t low;   // 16 bits of the hash, then 48 bits of the line
  };

  /// Makes an entry; thread-safe. `line` must be below 2^48.
  static Entry entry_of(const Board& board, std::uint64_t line);

  void add(const Entry& entry) { entries_.push_back(entry); }

  /// Returns all lines that repeat an earlier board, sorted by line.
  std::vector<Duplicate> find();

 private:
  std::vector<Entry> entries_;
};

}  // namespace sudoku
