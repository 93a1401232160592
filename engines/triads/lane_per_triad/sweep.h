#pragma once

#include "engines/triads/lane_per_triad/node.h"

// A sweep: applies the rules of this layout to the rows and then to the columns. The rules of
// lane_per_box differ, see triads/search.h.
//
// All rules of one view read the triads at its start, so that no rule waits for another one:
//  1. A digit takes one triad in each line and each box of a band (locked candidates, both ways).
//  2. Three digits without another triad in their line remove all others from the triad.
//  3. Singles are removed from the rest of the row and of the box. In the columns, that leaves the
//     digit no other triad in the box, so rule 1 removes it from the rest of the column.
//  4. Hidden singles within a triad, in the columns only.

struct RowSweep {
  Vector complete;  // digits with a place in each line, before the sweep
  Vector changed;   // not zero in triads that lost a digit
};

struct ColumnSweep {
  Vector triads;  // after the sweep
  Vector fewest;  // zero in triads with an empty cell, after the sweep
  Vector complete;
  Vector changed;
  Vector open;  // not zero in triads with a cell with several candidates, after the sweep
};

/// Applies rules 1 and 2, which both views share, to `triads`.
inline Vector sweep_triads(Vector triads, Vector asserted) {
  // Rule 1: one of six permutations.
  const Vector odd = rotated<1, 2>(triads) & rotated<2, 1>(triads);
  const Vector possible = triads & or_and(odd, rotated<1, 1>(triads), rotated<2, 2>(triads));
  // Rule 2.
  return and_or(possible, asserted, has_fewer(asserted, 3));
}

[[gnu::always_inline]] inline RowSweep sweep_rows(Node& node) {
  RowSweep swept;
  Vector* const c = node.cells;
  Vector single[kRegisters];
  const Vector triads = or3(c[0], c[1], c[2]);
  const Vector beside_1 = rotated<1, 0>(triads);
  const Vector beside_2 = rotated<2, 0>(triads);
  for (int m = 0; m < 3; ++m) single[m] = keep_single(c[m]);
  swept.complete = or3(triads, beside_1, beside_2);
  const Vector left = sweep_triads(triads, and_neither(triads, beside_1, beside_2));
  // Rule 3.
  const Vector singles = or3(single[0], single[1], single[2]);
  const Vector seen = or3(rotated<1, 0>(singles), rotated<2, 0>(singles), rotated<0, 1>(singles));
  const Vector kept = and_neither(left, seen, rotated<0, 2>(singles));
  swept.changed = triads ^ kept;
  const Vector n0 = and_neither(c[0], single[1], single[2]) & kept;
  const Vector n1 = and_neither(c[1], single[0], single[2]) & kept;
  const Vector n2 = and_neither(c[2], single[0], single[1]) & kept;
  c[0] = transposed<0>(n0);
  c[1] = transposed<1>(n1);
  c[2] = transposed<2>(n2);
  return swept;
}

[[gnu::always_inline]] inline ColumnSweep sweep_columns(Node& node) {
  ColumnSweep swept;
  Vector* const c = node.cells;
  const Vector triads = or3(c[0], c[1], c[2]);
  const Vector beside_1 = rotated<1, 0>(triads);
  const Vector beside_2 = rotated<2, 0>(triads);
  const Vector asserted = and_neither(triads, beside_1, beside_2);
  swept.complete = or3(triads, beside_1, beside_2);
  const Vector kept = sweep_triads(triads, asserted);
  // Rule 4: digits that are asserted in the triad and possible in one of its cells.
  const Vector hidden = and_not(asserted, majority(c[0], c[1], c[2]));
  const Vector held = hidden & kept;
  const Vector n0 = c[0] & select(meets(c[0], hidden), held, kept);
  const Vector n1 = c[1] & select(meets(c[1], hidden), held, kept);
  const Vector n2 = c[2] & select(meets(c[2], hidden), held, kept);
  swept.fewest = min(min(n0, n1), n2);
  const Vector minus_1 = splat(0xFFFF);
  swept.open = or3(n0 & add(n0, minus_1), n1 & add(n1, minus_1), n2 & add(n2, minus_1));
  swept.changed = triads ^ kept;
  swept.triads = kept;
  c[0] = transposed<0>(n0);
  c[1] = transposed<1>(n1);
  c[2] = transposed<2>(n2);
  return swept;
}

struct Sweep {
  RowSweep rows;
  ColumnSweep columns;
};

/// Number of boards that are swept at once, enough to use all vector units.
constexpr int kAtOnce = 3;
constexpr unsigned kDeadEndsBeforeParallel = 1;  // of a puzzle, before its nodes are swept at once
// Dead ends of a puzzle of a block after which it is searched alone, and its leaves until the other
// puzzles continue.
constexpr unsigned kDeadEndsBeforeAlone = 12;
constexpr unsigned kMaxLeavesAlone = 2048;

/// Sweeps several boards at once, each of them twice. Returns the results of the second sweep.
template <int count>
[[gnu::always_inline]] inline void sweep_boards(Node (&nodes)[count], Sweep (&swept)[count]) {
#pragma GCC unroll 2
  for (int times = 0; times < 2; ++times) {
#pragma GCC unroll 3
    for (int i = 0; i < count; ++i) swept[i].rows = sweep_rows(nodes[i]);
#pragma GCC unroll 3
    for (int i = 0; i < count; ++i) swept[i].columns = sweep_columns(nodes[i]);
  }
}

/// Whether a digit has no place or a cell no candidate.
inline bool is_dead(const Sweep& swept) {
  const auto& [rows, columns] = swept;
  const Vector lacking = and_not(splat(kEveryDigit), rows.complete & columns.complete);
  return nonzero(lacking | _mm512_subs_epu16(splat(1), columns.fewest)) != 0;
}

/// Whether every cell has one candidate. They need not be a solution.
inline bool is_filled(const Sweep& swept) {
  return (nonzero(swept.columns.open) & kEveryLane) == 0;
}

/// Whether to sweep again rather than split or check the board: if at least two triads changed and
/// a cell has several candidates.
inline bool should_sweep_again(const Sweep& swept) {
  const LaneSet changed = nonzero(swept.rows.changed | swept.columns.changed);
  return ((changed & (changed - 1)) != 0) & !is_filled(swept);
}
