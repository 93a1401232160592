#include "harness/audit/duplicate_index.h"

#include <algorithm>
#include <tuple>

#include <xxhash.h>

namespace sudoku {
namespace {

constexpr unsigned kLineBits = 48;
constexpr std::uint64_t kLineMask = (std::uint64_t{1} << kLineBits) - 1;

bool have_equal_boards(const DuplicateIndex::Entry& a, const DuplicateIndex::Entry& b) {
  return a.high == b.high && a.low >> kLineBits == b.low >> kLineBits;
}

}  // namespace

DuplicateIndex::Entry DuplicateIndex::entry_of(const Board& board, std::uint64_t line) {
  const XXH128_hash_t hash = XXH3_128bits(board.cells.data(), board.cells.size());
  return {hash.high64, (hash.low64 & ~kLineMask) | line};
}

std::vector<Duplicate> DuplicateIndex::find() {
  // Places equal boards next to each other, the first line first.
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.high, a.low) < std::tie(b.high, b.low);
  });
  std::vector<Duplicate> duplicates;
  std::size_t first = 0;
  for (std::size_t i = 1; i < entries_.size(); ++i) {
    if (have_equal_boards(entries_[first], entries_[i])) {
      duplicates.push_back({entries_[i].low & kLineMask, entries_[first].low & kLineMask});
    } else {
      first = i;
    }
  }
  std::sort(duplicates.begin(), duplicates.end(),
            [](const Duplicate& a, const Duplicate& b) { return a.line < b.line; });
  return duplicates;
}

}  // namespace sudoku
