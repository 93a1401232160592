// Draws exactly uniform full grids by rejection.
//
// Two ordered partitions per box determine a grid: the digits of the three rows of the box, and the
// digits of its three columns. Each is a partition of the nine digits into three triples. The two
// partitions of a box cross: each of its rows and each of its columns share exactly one digit.
//   - The rows of the grid are valid if every digit is in three different rows of the three boxes
//     of a band. For given rows of one box, 56 choices remain for the rows of the other two.
//   - The same holds for columns, with stacks instead of bands.
//   - The boxes are valid if rows and columns cross in each of them.
// For given rows of all boxes, the three stacks are therefore independent. A stack has f(P, Q, R)
// choices of columns, where P, Q and R are the row partitions of its boxes. f is a small table; it
// does not depend on the order of the three triples.
//
// One draw:
//   1. Box 1 is 123/456/789. Draw the columns of boxes 4 and 7 from the 56 choices. Draw the rows
//      of boxes 4 and 7 from the 216 partitions each that cross these columns. Draw the rows of the
//      other boxes from the 56 choices of each band. Every such state of stack 1 and of all rows
//      has the same probability p, and every grid has one of these states.
//   2. Let w = f(stack 2) * f(stack 3). Accept the state with probability w / max(f)^2. Otherwise
//      start again.
//   3. Draw the columns of stacks 2 and 3 uniformly from their f(stack 2) and f(stack 3) choices:
//      draw columns of the first box that cross its rows, then one of the 56 choices for the other
//      two boxes. Repeat until these cross, too.
//   4. Rename the digits by a random permutation.
// A grid with this box 1 comes from exactly one state, with probability p * w / max(f)^2 / w. This
// is the same for all of them. Every grid is the renaming of exactly one of them. So all grids are
// equally likely, as far as the random numbers are uniform.
//
// Kevin Kilfoil estimated the number of grids with this decomposition (players' forum, 2005).
// Felgenhauer and Jarvis counted them.

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <stdexcept>
#include <vector>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

constexpr std::size_t kPartitions = 280;     // of nine digits into three triples
constexpr std::size_t kCrossing = 216;       // ordered partitions that cross a given one
constexpr std::size_t kChoices = 56;         // for the other two boxes of a band or a stack
constexpr std::uint64_t kMaxColumns = 1728;  // maximum of f, reached by f(P, P, P)

using Partition = std::uint16_t;               // 0..279
using Ordered = std::uint16_t;                 // 6 * partition + order of the triples
using Triples = std::array<DigitMask, 3>;      // of an ordered partition
using OtherBoxes = std::array<Ordered, 2>;     // second and third box of a band or a stack
using BoxPartitions = std::array<Ordered, 3>;  // all boxes of a band or a stack

constexpr Partition unordered(Ordered ordered) { return static_cast<Partition>(ordered / 6); }

bool cross(const Triples& rows, const Triples& columns) {
  return std::all_of(rows.begin(), rows.end(), [&columns](DigitMask row) {
    return (row & columns[0]) != 0 && (row & columns[1]) != 0 && (row & columns[2]) != 0;
  });
}

/// Returns the digits of `mask` whose ranks are in `ranks`, a bit set of 0, 1 and 2.
DigitMask pick(DigitMask mask, unsigned ranks) {
  DigitMask picked = 0;
  for (int rank = 0; mask != 0; ++rank, mask &= static_cast<DigitMask>(mask - 1)) {
    if ((ranks >> rank & 1U) != 0) picked |= static_cast<DigitMask>(mask & -mask);
  }
  return picked;
}

/// Precomputed properties of all partitions. Immutable, so any number of threads may use it.
class Tables {
 public:
  Tables() {
    list_partitions();
    first_rows_ = find({0007, 0070, 0700});
    first_columns_ = find({0111, 0222, 0444});
    list_other_boxes();
    list_crossing();
    relabel();
    count_columns();
  }

  const Triples& triples(Ordered ordered) const { return triples_[ordered]; }
  const OtherBoxes& others(Ordered first, std::size_t choice) const {
    return others_[first * kChoices + choice];
  }
  Ordered crossing(Partition partition, std::size_t choice) const {
    return crossing_[partition * kCrossing + choice];
  }
  bool is_crossing(Partition a, Partition b) const { return crosses_[a * kPartitions + b] != 0; }

  /// Returns f: the number of choices of columns for three boxes with these row partitions.
  std::uint16_t columns(Partition a, Partition b, Partition c) const {
    return columns_[relabelled_[a * kPartitions + b] * kPartitions +
                    relabelled_[a * kPartitions + c]];
  }
  /// Partitions of the box 123/456/789.
  Ordered first_rows() const { return first_rows_; }
  Ordered first_columns() const { return first_columns_; }

 private:
  void list_partitions() {
    number_.resize(std::size_t{512} * 512);
    for (DigitMask first = 0; first <= kEveryDigit; ++first) {
      if ((first & 1) == 0 || std::popcount(first) != 3) continue;
      const auto rest = static_cast<DigitMask>(kEveryDigit & ~first);
      const auto lowest = static_cast<DigitMask>(rest & -rest);
      for (DigitMask second = 0; second <= kEveryDigit; ++second) {
        if ((second & ~rest) != 0 || (second & lowest) == 0 || std::popcount(second) != 3) continue;
        Triples triples = {first, second, static_cast<DigitMask>(rest & ~second)};
        std::sort(triples.begin(), triples.end());
        do {
          number_[triples[0] * std::size_t{512} + triples[1]] =
              static_cast<Ordered>(triples_.size());
          triples_.push_back(triples);
        } while (std::next_permutation(triples.begin(), triples.end()));
      }
    }
  }

  Ordered find(const Triples& triples) const {
    return number_[triples[0] * std::size_t{512} + triples[1]];
  }

  /// From each row of the first box, k digits move one row down in the second box, the others two
  /// rows. The third box takes the remaining places. k is the same for the three rows.
  void list_other_boxes() {
    for (const Triples& first : triples_) {
      for (unsigned ranks = 0; ranks < 512; ++ranks) {
        const std::array<unsigned, 3> down = {ranks & 7U, ranks >> 3 & 7U, ranks >> 6};
        if (std::popcount(down[0]) != std::popcount(down[1]) ||
            std::popcount(down[0]) != std::popcount(down[2])) {
          continue;
        }
        Triples second{};
        Triples third{};
        for (std::size_t row = 0; row < 3; ++row) {
          const DigitMask one = pick(first[row], down[row]);
          const auto two = static_cast<DigitMask>(first[row] & ~one);
          second[(row + 1) % 3] |= one;
          second[(row + 2) % 3] |= two;
          third[(row + 2) % 3] |= one;
          third[(row + 1) % 3] |= two;
        }
        others_.push_back({find(second), find(third)});
      }
    }
  }

  void list_crossing() {
    for (std::size_t a = 0; a < kPartitions; ++a) {
      for (std::size_t b = 0; b < kPartitions; ++b) {
        const bool is_crossing = cross(triples_[6 * a], triples_[6 * b]);
        crosses_.push_back(is_crossing ? 1 : 0);
        if (!is_crossing) continue;
        for (std::size_t order = 0; order < 6; ++order) {
          crossing_.push_back(static_cast<Ordered>(6 * b + order));
        }
      }
    }
  }

  /// Lists the number of each partition after renaming the digits so that another partition becomes
  /// 123/456/789. Renaming does not change f.
  void relabel() {
    const auto renamed = [](const Triples& names, DigitMask triple) {
      DigitMask mask = 0;
      int digit = 1;
      for (const DigitMask name : names) {
        for (DigitMask rest = name; rest != 0; rest &= static_cast<DigitMask>(rest - 1), ++digit) {
          if ((triple & rest & -rest) != 0) mask |= mask_of(digit);
        }
      }
      return mask;
    };
    for (std::size_t a = 0; a < kPartitions; ++a) {
      for (std::size_t b = 0; b < kPartitions; ++b) {
        const Triples& from = triples_[6 * b];
        const Triples& names = triples_[6 * a];
        relabelled_.push_back(unordered(
            find({renamed(names, from[0]), renamed(names, from[1]), renamed(names, from[2])})));
      }
    }
  }

  /// Tabulates f for 123/456/789 as the first partition.
  void count_columns() {
    columns_.resize(kPartitions * kPartitions);
    const Partition first = unordered(first_rows_);
    for (std::size_t i = 0; i < kCrossing; ++i) {
      for (std::size_t choice = 0; choice < kChoices; ++choice) {
        const OtherBoxes& boxes = others(crossing(first, i), choice);
        for (std::size_t b = 0; b < kCrossing; b += 6) {
          for (std::size_t c = 0; c < kCrossing; c += 6) {
            const Partition second = unordered(crossing(unordered(boxes[0]), b));
            const Partition third = unordered(crossing(unordered(boxes[1]), c));
            ++columns_[second * kPartitions + third];
          }
        }
      }
    }
    if (*std::max_element(columns_.begin(), columns_.end()) != kMaxColumns) {
      throw std::logic_error("kMaxColumns is not the maximum of f");
    }
  }

  std::vector<Triples> triples_;        // [6 * kPartitions]
  std::vector<Ordered> number_;         // by the first two triples
  std::vector<OtherBoxes> others_;      // [6 * kPartitions][kChoices]
  std::vector<Ordered> crossing_;       // [kPartitions][kCrossing]
  std::vector<char> crosses_;           // [kPartitions][kPartitions]
  std::vector<Partition> relabelled_;   // [kPartitions][kPartitions]
  std::vector<std::uint16_t> columns_;  // [kPartitions][kPartitions]
  Ordered first_rows_ = 0;
  Ordered first_columns_ = 0;
};

/// State of one draw: the partitions of all boxes.
class Draw {
 public:
  Draw(const Tables& tables, Random& random) : tables_(tables), random_(random) {
    rows_[0][0] = tables.first_rows();
    columns_[0][0] = tables.first_columns();
  }

  /// Performs steps 1 and 2. Returns whether the state was accepted.
  bool draw_rows() {
    std::uint64_t choice =
        random_.below(kCrossing * kCrossing * kChoices * kChoices * kChoices * kChoices);
    const auto next = [&choice](std::size_t count) {
      const std::size_t drawn = choice % count;
      choice /= count;
      return drawn;
    };
    const OtherBoxes& columns = tables_.others(columns_[0][0], next(kChoices));
    columns_[0][1] = columns[0];
    columns_[0][2] = columns[1];
    for (std::size_t band = 0; band < 3; ++band) {
      Ordered& first = rows_[band][0];
      if (band > 0) first = tables_.crossing(unordered(columns_[0][band]), next(kCrossing));
      const OtherBoxes& boxes = tables_.others(first, next(kChoices));
      rows_[band][1] = boxes[0];
      rows_[band][2] = boxes[1];
    }
    const std::uint64_t threshold = random_.below(kMaxColumns * kMaxColumns);
    const std::uint64_t weight = columns_of(1);
    return threshold < weight * kMaxColumns && threshold < weight * columns_of(2);
  }

  /// Performs step 3 for one stack.
  void draw_columns(std::size_t stack) {
    while (true) {
      const std::uint64_t choice = random_.below(kCrossing * kChoices);
      const Ordered first = tables_.crossing(row_partition(0, stack), choice % kCrossing);
      const OtherBoxes& others = tables_.others(first, choice / kCrossing);
      if (tables_.is_crossing(unordered(others[0]), row_partition(1, stack)) &&
          tables_.is_crossing(unordered(others[1]), row_partition(2, stack))) {
        columns_[stack] = {first, others[0], others[1]};
        return;
      }
    }
  }

  /// Performs step 4: returns the grid with digit names[d - 1] in place of d.
  Grid grid(const std::array<std::uint8_t, kSize>& names) const {
    Grid grid;
    for (int cell = 0; cell < kCells; ++cell) {
      const auto band = static_cast<std::size_t>(box_of(cell) / 3);
      const auto stack = static_cast<std::size_t>(box_of(cell) % 3);
      const DigitMask row = tables_.triples(rows_[band][stack])[row_of(cell) % std::size_t{3}];
      const DigitMask column = tables_.triples(columns_[stack][band])[cell % std::size_t{3}];
      grid[cell] = names[static_cast<std::size_t>(std::countr_zero(DigitMask(row & column)))];
    }
    return grid;
  }

 private:
  Partition row_partition(std::size_t band, std::size_t stack) const {
    return unordered(rows_[band][stack]);
  }
  std::uint64_t columns_of(std::size_t stack) const {
    return tables_.columns(row_partition(0, stack), row_partition(1, stack),
                           row_partition(2, stack));
  }

  const Tables& tables_;
  Random& random_;
  std::array<BoxPartitions, 3> rows_{};     // [band][stack]
  std::array<BoxPartitions, 3> columns_{};  // [stack][band]
};

}  // namespace

Grid full_grid_uniform(Random& random, GenerateEffort& effort) {
  static const Tables tables;
  Draw draw(tables, random);
  while (!draw.draw_rows()) ++effort.restarts;
  draw.draw_columns(1);
  draw.draw_columns(2);
  std::array<std::uint8_t, kSize> names = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  shuffle(std::span(names), random);
  return draw.grid(names);
}

}  // namespace sudoku
