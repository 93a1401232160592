#include "engines/bandjoin/triple_lists.h"

#include <algorithm>
#include <numeric>

namespace sudoku::bandjoin {

void SecondTriples::list(const BoxStack& stack, const std::array<std::size_t, 3>& bands) {
  const auto [a, b, c] = bands;
  begins_.assign(stack.used(a).size() + 1, 0);
  for (const Triple& triple : stack.triples()) ++begins_[stack.rank(a, triple[a]) + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  entries_.resize(stack.triples().size());
  std::vector<std::uint32_t> next = begins_;
  for (const Triple& triple : stack.triples()) {
    entries_[next[stack.rank(a, triple[a])]++] = {
        static_cast<std::uint16_t>(stack.rank(b, triple[b])),
        static_cast<std::uint16_t>(stack.rank(c, triple[c]))};
  }
}

void ThirdTriples::list(const BoxStack& stack, const Puzzle::FreeColumns& free_columns,
                        const std::array<std::size_t, 3>& bands) {
  const auto [a, b, c] = bands;
  const PartitionTables& tables = PartitionTables::instance();
  const auto is_first = [&](Partition p) {
    DigitMask last = 0;
    for (std::size_t column = 0; column < 3; ++column) {
      if (!free_columns[column]) continue;
      if (tables.triple(p, column) < last) return false;
      last = tables.triple(p, column);
    }
    return true;
  };
  std::vector<std::uint32_t> counts(stack.used(b).size());
  for (const Triple& triple : stack.triples()) {
    if (is_first(triple[b])) ++counts[stack.rank(b, triple[b])];
  }
  begins_.assign(1, 0);
  for (const std::uint32_t count : counts) {
    begins_.push_back(begins_.back() + (count + 1) / 2);
  }
  // If the number of triples is odd, half of the last pair has weight zero.
  const auto weightless = static_cast<std::uint16_t>(stack.used(a).size());
  pairs_.assign(begins_.back(), {{0, 0}, {weightless, weightless}});
  std::fill(counts.begin(), counts.end(), 0);
  for (const Triple& triple : stack.triples()) {
    if (!is_first(triple[b])) continue;
    const std::size_t row = stack.rank(b, triple[b]);
    const std::uint32_t number = counts[row]++;
    TriplePair& pair = pairs_[begins_[row] + number / 2];
    pair.c[number % 2] = static_cast<std::uint16_t>(stack.rank(c, triple[c]));
    pair.a[number % 2] = static_cast<std::uint16_t>(stack.rank(a, triple[a]));
  }
}

}  // namespace sudoku::bandjoin
