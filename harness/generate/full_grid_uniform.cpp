// Exactly uniform full grids by rejection.
//
// A grid is told completely by two things about each box: its rows as three sets of three digits
// (which digit stands in which row), and its columns likewise. Both are ordered partitions of the
// digits into three triples, and they cross: each row and each column of a box share one digit.
//   - The rows of the grid are right if in each band the three boxes have a digit in three
//     different rows. Given the rows of one box there are 56 choices for those of the other two.
//   - The columns are right if the same holds in each stack, for the columns of its boxes.
//   - The boxes are right if rows and columns cross in each of the nine.
// So, once the row partitions of all boxes are chosen, the three stacks are independent of one
// another: each has f(P, Q, R) choices of columns, where P, Q, R are the row partitions of its
// boxes. f is a small table (it counts, and does not depend on the order of the three triples).
//
// One draw:
//   1. Box 1 is 123/456/789. The columns of boxes 4 and 7 are one of the 56 choices. The rows of
//      boxes 4 and 7 are any of the 216 partitions each that cross these columns. The rows of the
//      other boxes are one of the 56 choices of each band. All choices are equally likely: every
//      state of stack 1 and of all rows that a grid can have, and only those, with probability p.
//   2. With w = f(stack 2) * f(stack 3) the state is accepted with probability w / max(f)^2, and
//      otherwise the draw begins again.
//   3. The columns of stacks 2 and 3 are drawn among the f(stack 2) and f(stack 3) possible ones,
//      each equally likely: columns of the first box that cross its rows, one of the 56 choices for
//      the others, again until these cross too.
//   4. The digits are renamed by a random permutation.
// A grid with that first box comes from one state, with probability p * w / max(f)^2 / w, the same
// for all; and each grid is the renaming of one of them in one way. Hence every grid is equally
// likely, as far as the random numbers are.
//
// The decomposition into rows and columns is the one by which Kevin Kilfoil estimated the number of
// grids (players' forum, 2005); Felgenhauer and Jarvis counted them.

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
constexpr std::uint64_t kMaxColumns = 1728;  // the largest f: f(P, P, P)

using Partition = std::uint16_t;               // 0..279
using Ordered = std::uint16_t;                 // 6 * partition + order of the triples
using Triples = std::array<DigitMask, 3>;      // of an ordered partition
using OtherBoxes = std::array<Ordered, 2>;     // of a band or a stack, after the first
using BoxPartitions = std::array<Ordered, 3>;  // of a band or a stack

constexpr Partition unordered(Ordered ordered) {
  return static_cast<Partition>(ordered / 6);
}

bool cross(const Triples& rows, const Triples& columns) {
  return std::all_of(rows.begin(), rows.end(), [&columns](DigitMask row) {
    return (row & columns[0]) != 0 && (row & columns[1]) != 0 && (row & columns[2]) != 0;
  });
}

/// The digits of `mask` at the ranks in `ranks`, a set of 0, 1, 2.
DigitMask pick(DigitMask mask, unsigned ranks) {
  DigitMask picked = 0;
  for (int rank = 0; mask != 0; ++rank, mask &= static_cast<DigitMask>(mask - 1)) {
    if ((ranks >> rank & 1U) != 0) picked |= static_cast<DigitMask>(mask & -mask);
  }
  return picked;
}

/// All that is known in advance about partitions.
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

  /// f: the ways to choose the columns of three boxes with these rows.
  std::uint16_t columns(Partition a, Partition b, Partition c) const {
    return columns_[relabelled_[a * kPartitions + b] * kPartitions +
                    relabelled_[a * kPartitions + c]];
  }
  /// Of a box that is 123/456/789.
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

  /// From each row of the first box, k digits go down by one row to the second box and the others
  /// by two; the third box takes what is left. That k is the same for the three rows.
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

  /// The number of each partition after the digits are renamed so that another one becomes
  /// 123/456/789, which f does not notice.
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

  /// f with 123/456/789 as the first partition, for all others.
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
      throw std::logic_error("the bound of the columns of a stack");
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

/// One draw under way: the partitions of every box, by band and stack.
class Draw {
 public:
  Draw(const Tables& tables, Random& random) : tables_(tables), random_(random) {
    rows_[0][0] = tables.first_rows();
    columns_[0][0] = tables.first_columns();
  }

  /// Steps 1 and 2. False if the state was refused.
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
    const std::uint64_t bar = random_.below(kMaxColumns * kMaxColumns);
    const std::uint64_t weight = columns_of(1);
    return bar < weight * kMaxColumns && bar < weight * columns_of(2);
  }

  /// Step 3 for one stack.
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

  /// The grid with digit names[d - 1] in the place of d.
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
