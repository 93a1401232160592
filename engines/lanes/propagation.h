#pragma once

#include "engines/lanes/block.h"

// The rules, swept over a block. Included by kernel.h inside the namespace of a variant.

/// A band (three rows) or a stack (three columns) as nine triads, by line and box: each holds
/// the digits that one of its three cells can have.
struct Triads {
  Vector at[3][3];
};

/// What the row phase of a sweep hands to the column phase.
struct RowFindings {
  /// [band][row][stack]: singles of the rest of the row and of the box; where the cells are left
  /// alone, what is left of the triad without them.
  Vector of_triad[3][3][3];
  Vector in_column[3][kDigits];  // [band][column]: singles of the column within the band
};

inline int after(int i) {
  return i == 2 ? 0 : i + 1;
}
inline int before(int i) {
  return i == 0 ? 2 : i - 1;
}

/// Of each digit, the triads that a choice of one triad in each line and in each box can take. The
/// choices are the six permutations of three boxes; a digit without one vanishes.
[[gnu::always_inline]] inline void keep_permutations(Triads& triads) {
  auto& t = triads.at;
  const Vector p012 = and3(t[0][0], t[1][1], t[2][2]);
  const Vector p120 = and3(t[0][1], t[1][2], t[2][0]);
  const Vector p201 = and3(t[0][2], t[1][0], t[2][1]);
  const Vector p021 = and3(t[0][0], t[1][2], t[2][1]);
  const Vector p102 = and3(t[0][1], t[1][0], t[2][2]);
  const Vector p210 = and3(t[0][2], t[1][1], t[2][0]);
  t[0][0] = p012 | p021;
  t[0][1] = p120 | p102;
  t[0][2] = p201 | p210;
  t[1][0] = p201 | p102;
  t[1][1] = p012 | p210;
  t[1][2] = p120 | p021;
  t[2][0] = p120 | p210;
  t[2][1] = p201 | p021;
  t[2][2] = p012 | p102;
}

/// The digits that have two boxes or more in a line.
[[gnu::always_inline]] inline Vector open_in(const Triads& triads, int line) {
  return majority(triads.at[line][0], triads.at[line][1], triads.at[line][2]);
}

/// A triad has three cells: with three asserted digits, which the rest of its line lacks, it holds
/// no other one.
[[gnu::always_inline]] inline void keep_asserted(Triads& triads) {
  for (auto& in_line : triads.at) {
    const Vector before_it[3] = {in_line[0], in_line[1], in_line[2]};
    for (int box = 0; box < 3; ++box) {
      in_line[box] =
          and_neither_if_3_left(in_line[box], before_it[after(box)], before_it[before(box)]);
    }
  }
}

[[gnu::always_inline]] inline Vector candidates_in(const Triads& triads) {
  Vector count = splat(0);
  for (const auto& in_line : triads.at) {
    for (const Vector triad : in_line) count = add(count, count_bits(triad));
  }
  return count;
}

/// A triad that has three candidates holds them, so that the rest of its line and box cannot.
[[gnu::always_inline]] inline void clear_beside_full(Triads& triads) {
  Vector full[3][3];
  for (int line = 0; line < 3; ++line) {
    for (int box = 0; box < 3; ++box) {
      const Vector triad = triads.at[line][box];
      full[line][box] = keep_if_at_most_3(triad, count_bits(triad));
    }
  }
  for (int line = 0; line < 3; ++line) {
    for (int box = 0; box < 3; ++box) {
      const Vector seen =
          or3(full[after(line)][box], full[before(line)][box], full[line][after(box)]);
      triads.at[line][box] = and_neither(triads.at[line][box], seen, full[line][before(box)]);
    }
  }
}

/// What bands and stacks have in common: the rules for their triads that both apply. `complete`
/// keeps the digits that have a place in every line.
[[gnu::always_inline]] inline void close_triads(Triads& triads, Vector& complete) {
  keep_permutations(triads);
  complete = complete & or3(triads.at[0][0], triads.at[0][1], triads.at[0][2]);
  keep_asserted(triads);
}

constexpr int kBands = 6;

/// What a sweep leaves for the choice of branches: the bands, then the stacks.
struct Bands {
  static constexpr bool kClearsBesideFull = true;

  Triads triads[kBands];
  Vector candidate_count[kBands];  // over the nine triads, in a stack before the full ones are seen
  Vector open[kBands];             // digits that have the choice of two boxes in some line

  [[gnu::always_inline]] void count_band(int band, const Triads& left) {
    candidate_count[band] = candidates_in(left);
  }
  [[gnu::always_inline]] void count_stack(int stack, const Triads& left) {
    candidate_count[3 + stack] = candidates_in(left);
  }
  /// Notes what is left of a band or stack, and gives the triads to go on with.
  [[gnu::always_inline]] const Triads& note(int band, const Triads& left) {
    open[band] = or3(open_in(left, 0), open_in(left, 1), open_in(left, 2));
    triads[band] = left;
    return kFewRegisters ? triads[band] : left;
  }
};

/// The same of a light sweep: the candidates of all stacks together.
struct StackCandidates {
  static constexpr bool kClearsBesideFull = false;

  Vector sum;

  [[gnu::always_inline]] void count_band(int, const Triads&) {}
  [[gnu::always_inline]] void count_stack(int, const Triads& left) {
    sum = add(sum, candidates_in(left));
  }
  [[gnu::always_inline]] const Triads& note(int, const Triads& left) { return left; }
};

/// The singles of a triad of the row phase, each by itself and, as the result, together.
[[gnu::always_inline]] inline Vector singles_of(std::uint16_t (*cell)[kLanes], Vector triad,
                                                Vector* alone) {
  Vector candidates[3];
  for (int i = 0; i < 3; ++i) {
    candidates[i] = load(cell[i]) & triad;
    alone[i] = keep_single(candidates[i]);
  }
  for (int i = 0; i < 3 && !kLeavesCells; ++i) {
    store(cell[i], and_neither(candidates[i], alone[after(i)], alone[before(i)]));
  }
  return or3(alone[0], alone[1], alone[2]);
}

/// The singles of a band by triad and by column: stack by stack, as fewer of them are at hand at a
/// time, but row by row where cells are written, in the order that they lie in.
[[gnu::always_inline]] inline void find_singles(std::uint16_t (*rows)[kLanes], const Triads& triads,
                                                Vector (&in_triad)[3][3],
                                                Vector (&in_column)[kDigits]) {
  if constexpr (kLeavesCells) {
    for (int stack = 0; stack < 3; ++stack) {
      Vector single[3][3];
      for (int row = 0; row < 3; ++row) {
        in_triad[row][stack] =
            singles_of(rows + kDigits * row + 3 * stack, triads.at[row][stack], single[row]);
      }
      for (int i = 0; i < 3; ++i) {
        in_column[3 * stack + i] = or3(single[0][i], single[1][i], single[2][i]);
      }
    }
  } else {
    Vector single[3][kDigits];
    for (int row = 0; row < 3; ++row) {
      for (int stack = 0; stack < 3; ++stack) {
        in_triad[row][stack] = singles_of(rows + kDigits * row + 3 * stack, triads.at[row][stack],
                                          single[row] + 3 * stack);
      }
    }
    for (int i = 0; i < kDigits; ++i) in_column[i] = or3(single[0][i], single[1][i], single[2][i]);
  }
}

/// Row phase: a band. `rows_of_singles` keeps the digits that are single in every row.
///
/// Where a store and its two operations take longer than a load (kLeavesCells), it writes no cells,
/// and a single stays in the rest of its own triad: it leaves its digit no other box in its column,
/// by which the column phase finds that.
template <typename Left>
inline void sweep_band(Block& block, int band, Left& left, RowFindings& findings, Vector& complete,
                       Vector& rows_of_singles) {
  auto* rows = block.cells + 3 * kDigits * band;
  Triads triads;
  for (int row = 0; row < 3; ++row) {
    for (int stack = 0; stack < 3; ++stack) {
      const auto* cell = rows + kDigits * row + 3 * stack;
      triads.at[row][stack] = or3(load(cell[0]), load(cell[1]), load(cell[2]));
    }
  }
  close_triads(triads, complete);
  left.count_band(band, triads);
  const Triads& closed = left.note(band, triads);
  if constexpr (kLeavesCells) forget_loads();  // to keep 27 cells takes stores, too

  Vector in_triad[3][3];
  find_singles(rows, closed, in_triad, findings.in_column[band]);
  Vector in_row[3];
  Vector in_box[3];
  for (int i = 0; i < 3; ++i) {
    in_row[i] = or3(in_triad[i][0], in_triad[i][1], in_triad[i][2]);
    in_box[i] = or3(in_triad[0][i], in_triad[1][i], in_triad[2][i]);
  }
  for (int row = 0; row < 3; ++row) {
    for (int stack = 0; stack < 3; ++stack) {
      const Vector seen = in_row[row] | in_box[stack];
      const Vector own = in_triad[row][stack];
      findings.of_triad[band][row][stack] =
          kLeavesCells ? or_without(own, closed.at[row][stack], seen) : and_not(seen, own);
    }
  }
  rows_of_singles = rows_of_singles & and3(in_row[0], in_row[1], in_row[2]);
}

/// What the row phase leaves of a cell, see RowFindings.
[[gnu::always_inline]] inline Vector left_of(Vector cell, Vector of_triad, Vector in_column) {
  if constexpr (kLeavesCells) return both_without(cell, of_triad, in_column);
  return and_neither(cell, of_triad, in_column);
}

/// Column phase: a stack. Takes from the cells what the row phase found, too.
/// `fewest` is the least value of a cell, which is zero where one is empty.
template <typename Left>
inline void sweep_stack(Block& block, int stack, Left& left, const RowFindings& findings,
                        Vector& complete, Vector& fewest) {
  Triads triads;
  Vector cells[3][3][3];  // [column][band][row]
  for (int column = 0; column < 3; ++column) {
    for (int band = 0; band < 3; ++band) {
      const int j = 3 * stack + column;
      const Vector above_and_below =
          findings.in_column[after(band)][j] | findings.in_column[before(band)][j];
      auto& cell = cells[column][band];
      for (int row = 0; row < 3; ++row) {
        cell[row] = left_of(load(block.cells[(3 * band + row) * kDigits + j]),
                            findings.of_triad[band][row][stack], above_and_below);
      }
      triads.at[column][band] = or3(cell[0], cell[1], cell[2]);
    }
  }
  close_triads(triads, complete);
  left.count_stack(stack, triads);
  if constexpr (Left::kClearsBesideFull) clear_beside_full(triads);
  const Triads& closed = left.note(3 + stack, triads);

  for (int column = 0; column < 3; ++column) {
    const Vector open = open_in(closed, column);
    for (int band = 0; band < 3; ++band) {
      Vector cell[3];  // apart from `cells`, or else g++ stores it there, too
      for (int row = 0; row < 3; ++row) {
        cell[row] = cells[column][band][row] & closed.at[column][band];
      }
      const Vector elsewhere = majority(cell[0], cell[1], cell[2]) | open;
      for (int row = 0; row < 3; ++row) {
        const Vector candidates = or_else(and_not(cell[row], elsewhere), cell[row]);
        fewest = min(fewest, candidates);
        store(block.cells[(3 * band + row) * kDigits + 3 * stack + column], candidates);
      }
    }
  }
}

struct Sweep {
  LaneSet dead;        // a digit without a place or a cell without a digit
  LaneSet solved;      // a solution, if not dead
  LaneSet progressed;  // worth more sweeps before a branch
};

/// Sweeps the rules over all lanes. Gives the lanes that are dead, and the others that are solved.
template <typename Left>
[[gnu::always_inline]] inline Sweep sweep_all(Block& block, Left& left) {
  const Vector all = splat(kAllDigits);
  Vector complete = all;
  Vector rows_of_singles = all;
  Vector fewest = all;
  RowFindings findings;
  for (int band = 0; band < 3; ++band) {
    sweep_band(block, band, left, findings, complete, rows_of_singles);
  }
  for (int stack = 0; stack < 3; ++stack) {
    sweep_stack(block, stack, left, findings, complete, fewest);
  }
  return {~lanes_of(equal(complete, all)) | lanes_of(equal(fewest, splat(0))),
          lanes_of(equal(rows_of_singles, all)), 0};
}

/// A sweep that nobody looks at but for the candidates that it leaves in the stacks of each lane.
[[gnu::noinline]] inline Vector sweep_lightly(Block& block) {
  StackCandidates candidates{splat(0)};
  sweep_all(block, candidates);
  return candidates.sum;
}

/// A sweep after which boards may be split. `candidates_before` is what sweep_lightly left.
[[gnu::noinline]] inline Sweep sweep(Block& block, Bands& bands, Vector candidates_before) {
  constexpr std::uint16_t kLittleProgress = 1;
  Sweep result = sweep_all(block, bands);
  Vector open = splat(0);
  for (const Vector of_band : bands.open) open = open | of_band;
  const Vector* count = bands.candidate_count;
  const Vector candidates = add(add(count[3], count[4]), count[5]);
  const Vector lost = subtract(candidates_before, candidates);
  // Where no digit has a choice of triads there is nothing to branch on; sweeps will do.
  result.progressed =
      lanes_of(less(splat(kLittleProgress), lost)) | lanes_of(equal(open, splat(0)));
  return result;
}
