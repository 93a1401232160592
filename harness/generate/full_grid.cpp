#include "harness/generate/full_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Draws one of the digits of a non-empty mask.
template <typename Mask>
std::uint8_t draw_digit(Mask digits, Random& random, GenerateEffort& effort) {
  const int count = std::popcount(digits);
  if (count > 1) ++effort.guesses;
  for (auto left = random.below(static_cast<std::uint64_t>(count)); left > 0; --left) {
    digits &= static_cast<Mask>(digits - 1);
  }
  return static_cast<std::uint8_t>(std::countr_zero(digits) + 1);
}

/// Fills the grid row by row. Returns false at a cell without candidates.
bool fill_at_random(Grid& grid, Random& random, GenerateEffort& effort) {
  const Houses9x9 houses;
  HouseMasks masks(houses);
  for (int cell = 0; cell < kCells; ++cell) {
    const DigitMask candidates = masks.candidates_of(cell);
    if (candidates == 0) return false;
    // A single candidate takes no random number.
    grid[cell] = std::has_single_bit(candidates)
                     ? static_cast<std::uint8_t>(std::countr_zero(candidates) + 1)
                     : draw_digit(candidates, random, effort);
    masks.toggle(cell, grid[cell]);
  }
  return true;
}

/// Fills the cells from `cell` on. Returns false, with `masks` unchanged, if that fails.
bool backtrack(Grid& grid, int cell, HouseMasks<Houses9x9>& masks, Random& random,
               GenerateEffort& effort) {
  if (cell == kCells) return true;
  std::array<std::uint8_t, kSize> digits{};
  std::size_t count = 0;
  const DigitMask candidates = masks.candidates_of(cell);
  for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
    if ((candidates & mask_of(digit)) != 0) digits[count++] = digit;
  }
  shuffle(std::span(digits).first(count), random);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + 1 < count) ++effort.guesses;
    grid[cell] = digits[i];
    masks.toggle(cell, digits[i]);
    if (backtrack(grid, cell + 1, masks, random, effort)) return true;
    masks.toggle(cell, digits[i]);
  }
  return false;
}

// --- Uniform -----------------------------------------------------------------------------------

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
// choices of columns, where P, Q and R are the row partitions of its boxes. f is a small table. It
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
// is the same for all such grids. Every grid is a renaming of exactly one such grid. So all grids
// are equally likely if the random numbers are uniform.
//
// Kevin Kilfoil estimated the number of grids with this decomposition (players' forum, 2005).
// Felgenhauer and Jarvis counted them.

constexpr std::size_t kPartitions = 280;     // of nine digits into three triples
constexpr std::size_t kCrossing = 216;       // ordered partitions that cross a given one
constexpr std::size_t kChoices = 56;         // for the other two boxes of a band or a stack
constexpr std::uint64_t kMaxColumns = 1728;  // maximum of f, reached by f(P, P, P)

using Partition = std::uint16_t;                 // 0..279
using Ordered = std::uint16_t;                   // 6 * partition + order of the triples
using Triples = std::array<DigitMask, 3>;        // of an ordered partition
using OtherBoxes = std::pair<Ordered, Ordered>;  // second and third box of a band or a stack
using BoxPartitions = std::array<Ordered, 3>;    // all boxes of a band or a stack

constexpr Partition unordered(Ordered ordered) { return static_cast<Partition>(ordered / 6); }

bool cross(const Triples& rows, const Triples& columns) {
  return std::all_of(rows.begin(), rows.end(), [&columns](DigitMask row) {
    return (row & columns[0]) != 0 && (row & columns[1]) != 0 && (row & columns[2]) != 0;
  });
}

/// Precomputed properties of all partitions. Immutable, so any number of threads may use it.
class Tables {
 public:
  Tables() {
    list_partitions();
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
  /// Return the partitions of the box 123/456/789.
  Ordered first_rows() const { return find({0007, 0070, 0700}); }
  Ordered first_columns() const { return find({0111, 0222, 0444}); }

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
        const int moved = std::popcount(down[0]);
        if (moved != std::popcount(down[1]) || moved != std::popcount(down[2])) continue;
        Triples second{};
        Triples third{};
        for (std::size_t row = 0; row < 3; ++row) {
          DigitMask rest = first[row];
          for (unsigned rank = 0; rank < 3; ++rank, rest &= static_cast<DigitMask>(rest - 1)) {
            const std::size_t step = (down[row] >> rank & 1) != 0 ? 1 : 2;
            second[(row + step) % 3] |= static_cast<DigitMask>(rest & -rest);
            third[(row + 3 - step) % 3] |= static_cast<DigitMask>(rest & -rest);
          }
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
    for (std::size_t a = 0; a < kPartitions; ++a) {
      const auto renamed = [&names = triples_[6 * a]](DigitMask triple) {
        DigitMask mask = 0;
        int digit = 1;
        for (const DigitMask name : names) {
          for (DigitMask rest = name; rest != 0; rest &= rest - 1, ++digit) {
            if ((triple & rest & -rest) != 0) mask |= mask_of(digit);
          }
        }
        return mask;
      };
      for (std::size_t b = 0; b < kPartitions; ++b) {
        const auto& [first, second, third] = triples_[6 * b];
        relabelled_.push_back(unordered(find({renamed(first), renamed(second), renamed(third)})));
      }
    }
  }

  /// Tabulates f for 123/456/789 as the first partition.
  void count_columns() {
    columns_.resize(kPartitions * kPartitions);
    const Partition first = unordered(first_rows());
    for (std::size_t i = 0; i < kCrossing; ++i) {
      for (std::size_t choice = 0; choice < kChoices; ++choice) {
        const auto& [second, third] = others(crossing(first, i), choice);
        for (std::size_t b = 0; b < kCrossing; b += 6) {
          for (std::size_t c = 0; c < kCrossing; c += 6) {
            const Partition rows = unordered(crossing(unordered(second), b));
            ++columns_[rows * kPartitions + unordered(crossing(unordered(third), c))];
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
    std::tie(columns_[0][1], columns_[0][2]) = tables_.others(columns_[0][0], next(kChoices));
    for (std::size_t band = 0; band < 3; ++band) {
      auto& [first, second, third] = rows_[band];
      if (band > 0) first = tables_.crossing(unordered(columns_[0][band]), next(kCrossing));
      std::tie(second, third) = tables_.others(first, next(kChoices));
    }
    const std::uint64_t threshold = random_.below(kMaxColumns * kMaxColumns);
    const std::uint64_t weight = columns_of(1);
    return threshold < weight * kMaxColumns && threshold < weight * columns_of(2);
  }

  /// Performs step 3 for one stack.
  void draw_columns(std::size_t stack) {
    auto& [first, second, third] = columns_[stack];
    do {
      const std::uint64_t choice = random_.below(kCrossing * kChoices);
      first = tables_.crossing(row_partition(0, stack), choice % kCrossing);
      std::tie(second, third) = tables_.others(first, choice / kCrossing);
    } while (!tables_.is_crossing(unordered(second), row_partition(1, stack)) ||
             !tables_.is_crossing(unordered(third), row_partition(2, stack)));
  }

  /// Performs step 4.
  Grid renamed() {
    std::array<std::uint8_t, kSize> names = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    shuffle(std::span(names), random_);
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

Grid full_grid_uniform(Random& random, GenerateEffort& effort) {
  static const Tables tables;
  Draw draw(tables, random);
  while (!draw.draw_rows()) ++effort.restarts;
  draw.draw_columns(1);
  draw.draw_columns(2);
  return draw.renamed();
}

}  // namespace

Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort) {
  if (method == GridMethod::uniform) return full_grid_uniform(random, effort);
  Grid grid;
  if (method == GridMethod::lasvegas) {
    while (!fill_at_random(grid, random, effort)) ++effort.restarts;
    return grid;
  }
  const Houses9x9 houses;
  HouseMasks masks(houses);
  backtrack(grid, 0, masks, random, effort);
  return grid;
}

GridSource::GridSource(const GeneratePlan& plan)
    : method_(plan.shape == k9x9 ? plan.method : method_of(plan.shape)),
      houses_(plan.shape),
      clues_(plan.shape) {
  if (plan.shape != k9x9 && method_ == GridMethod::backtrack) engine_ = default_engine().make({});
}

/// Places random candidates in a quarter of the cells: few enough that most such boards have a
/// completion that is easy to find. Returns false at a cell without candidates.
bool GridSource::draw_clues(Random& random, GenerateEffort& effort) {
  const std::span<std::uint8_t> board = clues_.cells();
  std::fill(board.begin(), board.end(), std::uint8_t{0});
  std::vector<std::uint16_t> cells(board.size());
  std::iota(cells.begin(), cells.end(), std::uint16_t{0});
  shuffle(std::span(cells), random);
  HouseMasks masks(houses_);
  for (const std::uint16_t cell : std::span(cells).first(cells.size() / 4)) {
    const HouseMasks<HousesOfShape>::Digits candidates = masks.candidates_of(cell);
    if (candidates == 0) return false;
    board[cell] = draw_digit(candidates, random, effort);
    masks.toggle(cell, board[cell]);
  }
  return true;
}

std::optional<OwnedBoard> GridSource::draw(Random& random, GenerateEffort& effort,
                                           const std::atomic<bool>& stop) {
  if (engine_) return draw_by_search(random, effort, stop);
  switch (method_) {
    case GridMethod::chain: return draw_latin_square(houses_.shape(), random, effort, stop);
    case GridMethod::switching: return draw_by_switching(houses_.shape(), random, effort, stop);
    default: return full_grid(method_, random, effort);
  }
}

std::optional<OwnedBoard> GridSource::draw_by_search(Random& random, GenerateEffort& effort,
                                                     const std::atomic<bool>& stop) {
  // A limit of guesses, unlike one of time, gives the same grids on every machine.
  const SolveLimits limits{.max_solutions = 1, .max_guesses = 1000, .stop = &stop};
  OwnedBoard solution(houses_.shape());
  for (; !stop.load(); ++effort.restarts) {
    if (!draw_clues(random, effort)) continue;
    const auto results = solve_block(*engine_, Board(clues_), limits, solution.cells());
    if (results.front().solutions == 0) continue;
    OwnedBoard grid(houses_.shape());
    random_isomorphism(random, houses_.shape()).apply(solution, grid.cells());
    return grid;
  }
  return std::nullopt;
}

}  // namespace sudoku
