#pragma once

#include "engines/lanes/propagation.h"

// The choice of a branch and its two children. Included inside the namespace of a variant, see
// generic.h.
//
// The search chooses the band or stack with the lowest cost, then a digit. It prefers digits with
// two permutations left that are open in many bands and stacks. One child has the digit in a triad,
// the other child has it elsewhere in the line of the triad.

/// One branch per lane: the digit is either in the triad or elsewhere in the line of the triad.
struct Branches {
  alignas(Vector) std::uint16_t line[kLanes];   // 3 * band + line
  alignas(Vector) std::uint16_t box[kLanes];    // of the triad
  alignas(Vector) std::uint16_t digit[kLanes];  // one bit
};

/// The cells of a triad and of the rest of its line.
struct TriadCells {
  std::uint8_t own[3];
  std::uint8_t rest[6];
};

constexpr int cell_of_triad(int band, int line, int box, int i) {
  return band < 3 ? (3 * band + line) * kDigits + 3 * box + i
                  : (3 * box + i) * kDigits + 3 * (band - 3) + line;
}

struct TriadTable {
  TriadCells triads[9 * kBands];
};

constexpr TriadTable kTriadTable = [] {
  TriadTable table{};
  for (int triad = 0; triad < 9 * kBands; ++triad) {
    const int band = triad / 9;
    const int line = triad % 9 / 3;
    const int box = triad % 3;
    TriadCells& cells = table.triads[triad];
    for (int i = 0; i < 3; ++i) {
      cells.own[i] = static_cast<std::uint8_t>(cell_of_triad(band, line, box, i));
      for (int step = 1; step < 3; ++step) {
        cells.rest[3 * (step - 1) + i] =
            static_cast<std::uint8_t>(cell_of_triad(band, line, (box + step) % 3, i));
      }
    }
  }
  return table;
}();

/// a & b if that is not zero, else a.
[[gnu::always_inline]] inline Vector preferring(Vector a, Vector b) { return or_else(a & b, a); }

constexpr std::uint16_t kMostCandidates = 9 * kDigits;  // of nine triads

// Weights of a candidate in the cost of a band. A negative weight prefers bands with many
// candidates.
constexpr std::uint16_t kMostWeight = 16;
constexpr std::uint16_t kLeastWeight = 8;  // as a negative number

// Number of candidates in all triads of a board with weight 0. Boards with fewer candidates have a
// positive weight, so that the chosen band has few candidates left. Boards with more have a
// negative weight.
//
// For puzzles without candidates, the roots of the hardest searches have about this number. There a
// choice should decide as much as possible.
constexpr std::uint16_t kWithoutWeight = 319;
// For puzzles with candidates, the hardest searches begin with many more. Here, all boards have the
// highest weight.
constexpr std::uint16_t kWithoutWeightIfGiven = kMostWeight + kBands * kMostCandidates;

/// The weights for each board.
[[gnu::always_inline]] inline Vector weights_of_candidates(const Bands& bands,
                                                           std::uint16_t without_weight) {
  Vector candidates = splat(0);
  for (const Vector count : bands.candidate_count) candidates = add(candidates, count);
  const Vector most = splat(static_cast<std::uint16_t>(without_weight + kLeastWeight));
  const Vector above_least = subtract(most, min(candidates, most));
  return subtract(min(above_least, splat(kMostWeight + kLeastWeight)), splat(kLeastWeight));
}

/// For each lane, the band or stack with the lowest cost. The cost depends on open digits and
/// candidates. Skips bands and stacks without an open digit.
[[gnu::always_inline]] inline Vector least_open_band(const Bands& bands,
                                                     std::uint16_t without_weight) {
  constexpr std::uint16_t kOpenDigit = 20;
  constexpr std::uint16_t kLeastCost = kLeastWeight * kMostCandidates;
  const Vector weights = weights_of_candidates(bands, without_weight);
  Vector chosen = splat(0);
  Vector least = splat(0x7FFF);
  for (int band = 0; band < kBands; ++band) {
    const Vector open = bands.open[band];
    const Vector of_open = multiply(count_bits(open), splat(kOpenDigit));
    const Vector cost =
        add(add(of_open, splat(kLeastCost)), multiply(bands.candidate_count[band], weights));
    const Vector passed_over = select(equal(open, splat(0)), splat(0x7FFF), cost);
    chosen = select(less(passed_over, least), splat(static_cast<std::uint16_t>(band)), chosen);
    least = min(passed_over, least);
  }
  return chosen;
}

/// The digits in `digits` that are open in the most bands and stacks. The number of bands and
/// stacks is rounded down to an even number.
[[gnu::always_inline]] inline Vector mostly_open(const Bands& bands, Vector digits) {
  const Vector* open = bands.open;
  const Vector sum_1 = xor3(open[0], open[1], open[2]);
  const Vector sum_2 = xor3(open[3], open[4], open[5]);
  const Vector carry_1 = majority(open[0], open[1], open[2]);
  const Vector carry_2 = majority(open[3], open[4], open[5]);
  // The number of pairs, 0 to 3, as two bits.
  const Vector ones = xor3(carry_1, carry_2, sum_1 & sum_2);
  const Vector twos = majority(carry_1, carry_2, sum_1 & sum_2);
  return preferring(preferring(digits, twos), ones);
}

/// Chooses a branch for each lane. It is undefined for a lane without an open digit.
/// `without_weight` is kWithoutWeight or kWithoutWeightIfGiven.
inline void choose_branches(const Bands& bands, std::uint16_t without_weight, Branches& branches) {
  const Vector band = least_open_band(bands, without_weight);
  Triads triads = bands.triads[0];
  Vector open = bands.open[0];
  for (int other = 1; other < kBands; ++other) {
    const Mask is_chosen = equal(band, splat(static_cast<std::uint16_t>(other)));
    for (int line = 0; line < 3; ++line) {
      for (int box = 0; box < 3; ++box) {
        Vector& triad = triads.at[line][box];
        triad = select(is_chosen, bands.triads[other].at[line][box], triad);
      }
    }
    open = select(is_chosen, bands.open[other], open);
  }
  Vector two_boxes[3];
  Vector one_box[3];
  for (int line = 0; line < 3; ++line) {
    const auto& t = triads.at[line];
    one_box[line] = exactly_one(t[0], t[1], t[2]);
    two_boxes[line] = exactly_two(t[0], t[1], t[2]);
  }
  const Vector some_two = or3(two_boxes[0], two_boxes[1], two_boxes[2]);
  // The digits with two permutations left.
  const Vector two_permutations = (or3(one_box[0], one_box[1], one_box[2]) & some_two) |
                                  and3(two_boxes[0], two_boxes[1], two_boxes[2]);
  const Vector digit = lowest_bit(mostly_open(bands, preferring(open, two_permutations)));

  // The first line in which the digit has two boxes, or else three, and the first of these boxes.
  const Mask has_two = meets(some_two, digit);
  Vector line_number = splat(2);
  Triads& t = triads;
  Vector first_box = t.at[2][0];
  for (int line = 1; line >= 0; --line) {
    const auto& boxes = t.at[line];
    const Vector wide = select(has_two, two_boxes[line], majority(boxes[0], boxes[1], boxes[2]));
    const Mask is_wide = meets(wide, digit);
    line_number = select(is_wide, splat(static_cast<std::uint16_t>(line)), line_number);
    first_box = select(is_wide, boxes[0], first_box);
  }
  const Vector box = select(meets(first_box, digit), splat(0), splat(1));
  store(branches.line, add(add(add(band, band), band), line_number));
  store(branches.box, box);
  store(branches.digit, digit);
}

/// Candidates that branches remove from the boards of a block, in one line of triads per lane.
struct Removals {
  static constexpr std::uint16_t kNoLine = 0xFF;

  Vector line;       // 3 * band + line, or kNoLine
  Vector digits[3];  // by box

  /// The removed digits of one triad.
  [[gnu::always_inline]] Vector of(int number, int box) const {
    return select(equal(line, splat(static_cast<std::uint16_t>(number))), digits[box], splat(0));
  }
};

/// The removals for boards that `copying` copies. The digit is in the triad in the lanes
/// `required`, and elsewhere in its line in the lanes `excluded`.
inline Removals removals_of(const Branches& branches, const LaneMove& copying, LaneSet required,
                            LaneSet excluded) {
  const auto copied = [&copying](const std::uint16_t* lanes) {
    const Vector of_branch = load(lanes);
    return moved(copying, of_branch, of_branch);
  };
  const Vector box = copied(branches.box);
  const Vector digit = copied(branches.digit);
  const Mask is_required = mask_of(required);
  Removals removals;
  removals.line =
      select(mask_of(required | excluded), copied(branches.line), splat(Removals::kNoLine));
  for (int i = 0; i < 3; ++i) {
    const Mask is_own = equal(box, splat(static_cast<std::uint16_t>(i)));
    const Vector own = select(is_own, digit, splat(0));
    removals.digits[i] = select(is_required, digit ^ own, own);
  }
  return removals;
}

/// Writes the boards of a block without the removed candidates. `cell_of` returns the previous
/// candidates of a cell.
template <typename CellOf>
[[gnu::always_inline]] inline void apply_removals(Block& block, const Removals& removals,
                                                  const CellOf& cell_of) {
  for (int band = 0; band < 3; ++band) {
    Vector of_column[kDigits];
#pragma GCC unroll 9
    for (int j = 0; j < kDigits; ++j) of_column[j] = removals.of(kDigits + j, band);
#pragma GCC unroll 1
    for (int row = 3 * band; row < 3 * band + 3; ++row) {
      const Vector of_row[3] = {removals.of(row, 0), removals.of(row, 1), removals.of(row, 2)};
#pragma GCC unroll 9
      for (int j = 0; j < kDigits; ++j) {
        const int cell = kDigits * row + j;
        store(block.cells[cell], and_neither(cell_of(cell), of_row[j / 3], of_column[j]));
      }
    }
  }
}

/// Removes the digit of a branch from cells of a lane.
template <int count>
inline void remove(Block& block, int lane, const std::uint8_t (&cells)[count],
                   std::uint16_t digit) {
  const auto others = static_cast<std::uint16_t>(~digit);
  for (const std::uint8_t cell : cells) block.cells[cell][lane] &= others;
}
