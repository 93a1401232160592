#pragma once

#include "engines/triads/lane_per_triad/node.h"

// What a board loses by the rules, in the rows and then in the columns.
//
// All rules of one view read the triads as they are at its start, so that none waits for another:
//  1. A digit takes one triad in each line and each box of a band (locked candidates, both ways).
//  2. Three digits that have no other place in a line than one triad take all of it.
//  3. Singles leave the rest of the row and of the box. That leaves their digit no other triad of
//     the box in the columns, so that rule 1 takes it from the rest of the column.
//  4. Hidden singles within a triad, in the columns only.
//
// Cost. A sweep is some 80 vector operations, 22 of them permutations, and 10 moves. On Zen 4,
// where two can begin in a cycle, a sweep of one board takes 80 cycles, as each waits for the one
// before it, and of three at once 47 each, by which the ports are full; four take no less. On
// Emerald Rapids, an Intel Xeon, a sweep takes 60 cycles alone and 42 of three at once. On Zen 5
// an operation takes 2 cycles and a permutation 5, so that there, too, one board waits and three do
// not. A node takes 8 sweeps where there is hardly a guess to make, and 3.5 where there are many. A
// split takes 110 operations on a triad, 130 on a cell, 28 or 14 of them permutations. Of a node of
// a hard puzzle, sweeps have six tenths; the split and the branches not foretold, the rest. To look
// whether cells are left with a choice after each look costs hard puzzles 1 %, and spares easy
// ones, an eighth of whose time it is, the last sweeps.
//
// Tried and lost
//  - Each rule reading what the one before it left: fewer sweeps, but more latency than they save.
//  - Naked singles in the columns too, hidden singles in the rows too: hardly fewer sweeps.
//  - Triads with three candidates taking these from the rest of their line and box: 1 to 5 % fewer
//    guesses, but sweeps longer by a sixth. Singles that leave their box only: more sweeps.
//  - The changes of one view alone to end the sweeps of a node: a tenth to a half more guesses.
//  - No rule 2: 10 % more guesses on hard puzzles, no rule 4: 40 %. Rule 2 in the second of two
//    sweeps only, in one view or in both: the same within 1 %.
//  - A look after each sweep, or after three: looks are foreseen wrong, each at the price of a
//    sweep.

struct RowSweep {
  Vector complete;  // the digits that each line has a place for, before it
  Vector changed;   // not zero where a triad lost a digit
};

struct ColumnSweep {
  Vector triads;  // after it
  Vector fewest;  // zero where a cell is empty, after it
  Vector complete;
  Vector changed;
  Vector open;  // not zero where a triad has a cell with a choice, after it
};

/// The rules that both views share: `triads` without what cannot be there.
inline Vector sweep_triads(Vector triads, Vector asserted) {
  // A digit takes one triad in each line and each box: one of six permutations of three places.
  const Vector odd = rotated<1, 2>(triads) & rotated<2, 1>(triads);
  const Vector possible = triads & or_and(odd, rotated<1, 1>(triads), rotated<2, 2>(triads));
  // Three digits that have no other place in the line take the whole triad.
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
  // Singles leave the rest of the line and the box.
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
  // Hidden singles: what a triad has to hold, and only one of its cells can.
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

/// Boards that are swept one beside the other: as many as it takes to fill the units.
constexpr int kAtOnce = 3;
constexpr unsigned kDeadEndsBeforeParallel = 1;  // of a puzzle before that
// Those after which a puzzle of a block goes on alone, and the leaves until which the others wait:
// half a millisecond.
constexpr unsigned kDeadEndsBeforeAlone = 12;
constexpr unsigned kMaxLeavesAlone = 2048;

/// Sweeps boards one beside the other, each of them twice; tells of the second time.
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

/// Whether a digit lacks a place, or a cell a candidate.
inline bool is_dead(const Sweep& swept) {
  const auto& [rows, columns] = swept;
  const Vector lacking = and_not(splat(kEveryDigit), rows.complete & columns.complete);
  return nonzero(lacking | _mm512_subs_epu16(splat(1), columns.fewest)) != 0;
}

/// Whether every cell has one candidate, of which none is known to be right.
inline bool is_filled(const Sweep& swept) {
  return (nonzero(swept.columns.open) & kEveryLane) == 0;
}

/// A sweep that changes the triads of no more than one lane is worth less than a split, and cells
/// without a choice are looked at at once.
inline bool should_sweep_again(const Sweep& swept) {
  const LaneSet changed = nonzero(swept.rows.changed | swept.columns.changed);
  return ((changed & (changed - 1)) != 0) & !is_filled(swept);
}
