#pragma once

#include "engines/lanes/block.h"

#ifndef SUDOKU_IN_ORDER  // vec_avx512.h defines it
#define SUDOKU_IN_ORDER
#endif

// Sweeps: rules applied to a block. Included inside the namespace of a variant, see generic.h.
//
// A sweep processes the bands, then the stacks. It works on triads. A triad has the three cells
// that a line and a box share. A band or a stack has nine triads.
//  1. A digit takes one triad in each line and each box. Triads outside of all such permutations
//     lose the digit (locked candidates in both directions).
//  2. A triad with three asserted digits loses all others.
//  3. If a triad has three candidates, they are removed from the rest of its line and box.
//  4. Naked singles, found in the rows. Columns and boxes lose them when the next phase loads them.
//  5. Hidden singles within a triad.
// A light sweep applies rules 1 and 2, and in the stacks rule 5. A main sweep applies rule 1, in
// the bands rules 3 and 4, in the stacks rule 5. The two alternate, so each finds what the other
// omits. Triads as the unit of search, and rules 1 and 2, come from tdoku by Tom Dillon.

/// A band (three rows) or a stack (three columns) as nine triads, by line and box. A triad has the
/// candidates of its three cells.
struct Triads {
  Vector at[3][3];
};

/// Results of the row phase of a sweep, for the column phase.
struct RowFindings {
  /// [band][row][stack]: singles in the rest of the row and of the box. If the row phase is
  /// read-only: the candidates of the triad without them.
  Vector of_triad[3][3][3];
  Vector in_column[3][kDigits];  // [band][column]: singles of the column in the band
};

/// Results of the row phase of a light sweep: the triads of the bands.
struct RowTriads {
  Triads in_band[3];
};

inline int after(int i) { return i == 2 ? 0 : i + 1; }
inline int before(int i) { return i == 0 ? 2 : i - 1; }

/// Keeps each digit in the triads of its possible permutations. A permutation has one triad in each
/// line and each box. There are six permutations. A digit without a possible permutation loses all
/// triads.
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

/// The digits with two or more boxes in a line.
[[gnu::always_inline]] inline Vector open_in(const Triads& triads, int line) {
  return majority(triads.at[line][0], triads.at[line][1], triads.at[line][2]);
}

/// Removes other digits from triads with three asserted digits. A digit is asserted if the rest of
/// the line lacks it.
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

/// If a triad has three candidates, removes them from the rest of its line and box.
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

/// Applies the rule that all bands and stacks share. `complete` keeps the digits that have a place
/// in every line.
[[gnu::always_inline]] inline void close_triads(Triads& triads, Vector& complete) {
  keep_permutations(triads);
  complete = complete & or3(triads.at[0][0], triads.at[0][1], triads.at[0][2]);
}

constexpr int kBands = 6;

/// Results of a main sweep for the choice of branches: bands, then stacks.
struct Bands {
  Triads triads[kBands];
  Vector candidate_count[kBands];  // in the nine triads; in a band before clear_beside_full
  Vector open[kBands];             // digits with two or more boxes in a line

  /// Finishes a band or stack with closed triads. Returns the triads to continue with.
  [[gnu::always_inline]] const Triads& end_band(int band, Triads& closed) {
    candidate_count[band] = candidates_in(closed);
    clear_beside_full(closed);
    return note(band, closed);
  }
  [[gnu::always_inline]] const Triads& end_stack(int stack, Triads& closed) {
    candidate_count[3 + stack] = candidates_in(closed);
    return note(3 + stack, closed);
  }

 private:
  [[gnu::always_inline]] const Triads& note(int band, const Triads& left) {
    open[band] = or3(open_in(left, 0), open_in(left, 1), open_in(left, 2));
    triads[band] = left;
    return kFewRegisters ? triads[band] : left;
  }
};

/// Results of a light sweep: the number of candidates in all stacks.
struct StackCandidates {
  Vector sum;

  [[gnu::always_inline]] const Triads& end_stack(int, Triads& closed) {
    keep_asserted(closed);
    sum = add(sum, candidates_in(closed));
    return closed;
  }
};

/// The triads of a band.
[[gnu::always_inline]] inline Triads triads_of(const std::uint16_t (*rows)[kLanes]) {
  Triads triads;
  for (int row = 0; row < 3; ++row) {
    for (int stack = 0; stack < 3; ++stack) {
      const auto* cell = rows + kDigits * row + 3 * stack;
      triads.at[row][stack] = or3(load(cell[0]), load(cell[1]), load(cell[2]));
    }
  }
  return triads;
}

/// The row phase of a light sweep for one band.
[[gnu::always_inline]] inline void sweep_band_lightly(const Block& block, int band,
                                                      RowTriads& triads) {
  Triads closed = triads_of(block.cells + 3 * kDigits * band);
  keep_permutations(closed);
  keep_asserted(closed);
  triads.in_band[band] = closed;
}

/// Finds the singles of a triad in the row phase. Returns all of them. `alone` receives the singles
/// of each cell.
[[gnu::always_inline]] inline Vector singles_of(std::uint16_t (*cell)[kLanes], Vector triad,
                                                Vector* alone) {
  Vector candidates[3];
  for (int i = 0; i < 3; ++i) {
    candidates[i] = load(cell[i]) & triad;
    alone[i] = keep_single(candidates[i]);
  }
  for (int i = 0; i < 3 && !kReadOnlyRowPhase; ++i) {
    store(cell[i], and_neither(candidates[i], alone[after(i)], alone[before(i)]));
  }
  return or3(alone[0], alone[1], alone[2]);
}

/// Finds the singles of a band by triad and by column. It works stack by stack, which needs fewer
/// registers. If it writes cells, it works row by row, in the order of memory.
[[gnu::always_inline]] inline void find_singles(std::uint16_t (*rows)[kLanes], const Triads& triads,
                                                Vector (&in_triad)[3][3],
                                                Vector (&in_column)[kDigits]) {
  if constexpr (kReadOnlyRowPhase) {
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

/// The row phase of a main sweep for one band. `rows_of_singles` keeps the digits that are single
/// in every row.
///
/// With kReadOnlyRowPhase it writes no cells and does not remove a single from the rest of its
/// triad. The column phase finds it nevertheless: the single leaves its digit no other box in its
/// column.
inline void sweep_band(Block& block, int band, Bands& left, RowFindings& findings, Vector& complete,
                       Vector& rows_of_singles) {
  auto* rows = block.cells + 3 * kDigits * band;
  Triads triads = triads_of(rows);
  close_triads(triads, complete);
  const Triads& closed = left.end_band(band, triads);
  if constexpr (kReadOnlyRowPhase) compiler_barrier();  // keeping 27 cells would need stores, too

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
          kReadOnlyRowPhase ? or_without(own, closed.at[row][stack], seen) : and_not(seen, own);
    }
  }
  rows_of_singles = rows_of_singles & and3(in_row[0], in_row[1], in_row[2]);
}

/// The candidates of a cell after the row phase, see RowFindings.
[[gnu::always_inline]] inline Vector left_of(Vector cell, Vector of_triad, Vector in_column) {
  if constexpr (kReadOnlyRowPhase) return both_without(cell, of_triad, in_column);
  return and_neither(cell, of_triad, in_column);
}

/// The cells of a stack after the row phase.
struct StackCells {
  Vector at[3][3][3];  // [column][band][row]
};

[[gnu::always_inline]] inline StackCells cells_left(const Block& block, int stack,
                                                    const RowFindings& findings) {
  Vector singles[3][3];  // [column][band]: singles in the other bands
  for (int column = 0; column < 3; ++column) {
    const int j = 3 * stack + column;
    for (int band = 0; band < 3; ++band) {
      singles[column][band] =
          findings.in_column[after(band)][j] | findings.in_column[before(band)][j];
    }
  }
  StackCells cells;
  for (int band = 0; band < 3; ++band) {
    for (int row = 0; row < 3; ++row) {
      const auto* cell = block.cells + (3 * band + row) * kDigits + 3 * stack;
      const Vector of_triad = findings.of_triad[band][row][stack];
      for (int column = 0; column < 3; ++column) {
        cells.at[column][band][row] = left_of(load(cell[column]), of_triad, singles[column][band]);
      }
    }
  }
  return cells;
}

[[gnu::always_inline]] inline StackCells cells_left(const Block& block, int stack,
                                                    const RowTriads& triads) {
  StackCells cells;
  for (int band = 0; band < 3; ++band) {
    for (int row = 0; row < 3; ++row) {
      const auto* cell = block.cells + (3 * band + row) * kDigits + 3 * stack;
      const Vector triad = triads.in_band[band].at[row][stack];
      for (int column = 0; column < 3; ++column) {
        cells.at[column][band][row] = load(cell[column]) & triad;
      }
    }
  }
  return cells;
}

/// The column phase of a sweep for one stack. `fewest` is the lowest value of a cell: zero if a
/// cell has no candidate.
template <typename Left, typename Findings>
inline void sweep_stack(Block& block, int stack, Left& left, const Findings& findings,
                        Vector& complete, Vector& fewest) {
  const StackCells cells = cells_left(block, stack, findings);
  Triads triads;
  for (int column = 0; column < 3; ++column) {
    for (int band = 0; band < 3; ++band) {
      const auto& cell = cells.at[column][band];
      triads.at[column][band] = or3(cell[0], cell[1], cell[2]);
    }
  }
  close_triads(triads, complete);
  const Triads& closed = left.end_stack(stack, triads);

  for (int column = 0; column < 3; ++column) {
    const Vector open = open_in(closed, column);
    for (int band = 0; band < 3; ++band) {
      const auto& cell = cells.at[column][band];
      const Vector triad = closed.at[column][band];
      const Vector hidden = and_neither(triad, majority(cell[0], cell[1], cell[2]), open);
      for (int row = 0; row < 3; ++row) {
        const Vector candidates = and_or_else(cell[row], hidden, triad);
        fewest = min(fewest, candidates);
        store(block.cells[(3 * band + row) * kDigits + 3 * stack + column], candidates);
      }
    }
  }
}

struct Sweep {
  LaneSet dead;        // a digit without a place or a cell without a candidate
  LaneSet solved;      // a solution, if not dead
  LaneSet progressed;  // should be swept again before a branch
};

/// A light sweep. Returns the number of candidates that are left in the stacks of each lane.
SUDOKU_IN_ORDER [[gnu::noinline]] inline Vector sweep_lightly(Block& block) {
  RowTriads triads;
  for (int band = 0; band < 3; ++band) sweep_band_lightly(block, band, triads);
  StackCandidates candidates{splat(0)};
  Vector ignored = splat(0);
  for (int stack = 0; stack < 3; ++stack) {
    sweep_stack(block, stack, candidates, triads, ignored, ignored);
  }
  return candidates.sum;
}

/// Whether a board that lost `lost` candidates in a main sweep and has `left` candidates should be
/// swept again. It must have lost at least two, and one more for every four candidates above kFew.
[[gnu::always_inline]] inline Mask is_enough_progress(Vector lost, Vector left) {
  constexpr std::uint16_t kFew = 124;
  constexpr std::uint16_t kForOneMore = 4;
  const Vector beyond = subtract(left, min(left, splat(kFew)));
  return less(add(beyond, splat(kForOneMore)), multiply(lost, splat(kForOneMore)));
}

/// A main sweep, after which boards may be split. `candidates_before` is the result of
/// sweep_lightly.
[[gnu::noinline]] inline Sweep sweep(Block& block, Bands& bands, Vector candidates_before) {
  const Vector all = splat(kAllDigits);
  Vector complete = all;
  Vector rows_of_singles = all;
  Vector fewest = all;
  RowFindings findings;
  for (int band = 0; band < 3; ++band) {
    sweep_band(block, band, bands, findings, complete, rows_of_singles);
  }
  for (int stack = 0; stack < 3; ++stack) {
    sweep_stack(block, stack, bands, findings, complete, fewest);
  }
  Vector open = splat(0);
  for (const Vector of_band : bands.open) open = open | of_band;
  const Vector* count = bands.candidate_count;
  const Vector candidates = add(add(count[3], count[4]), count[5]);
  const Vector lost = subtract(candidates_before, candidates);
  const LaneSet dead = ~lanes_of(equal(complete, all)) | lanes_of(equal(fewest, splat(0)));
  const LaneSet solved = lanes_of(equal(rows_of_singles, all));
  // If no digit has a choice of triads, there is no branch. Sweeps solve or refute the board.
  const LaneSet progressed =
      lanes_of(is_enough_progress(lost, candidates)) | lanes_of(equal(open, splat(0)));
  return {dead, solved, progressed};
}
