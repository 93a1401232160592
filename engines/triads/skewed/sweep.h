#pragma once

#include "engines/triads/skewed/node.h"

// What a board loses by the rules, in the rows and then in the columns.
//
// All rules of one view read the triads as they are at its start, so that none waits for another:
//  1. A digit takes one triad in each line and each box of a band (locked candidates, both ways).
//  2. Three digits that have no other place in a line than one triad take all of it.
//  3. Singles, and the digits of a triad with three candidates, leave the rest of the line and, in
//     the rows, of the box.
//  4. Hidden singles within a triad, in the columns only.
//
// Cost. A sweep is some 110 vector operations, 27 of them permutations. On Zen 5 an operation takes
// 2 cycles and a permutation 5, which makes about 55 of the 70 cycles that a sweep of one board
// takes; three boards at once take 34 cycles each, four no less. There the ports bind. On Zen 4 a
// sweep of one board takes 40 cycles and of three 25 each; four take longer, for want of registers.
// Of a node of a hard puzzle, sweeps have half; the split and the branches not foretold, the rest.
//
// Tried and lost
//  - Each rule reading what the one before it left: fewer sweeps, but more latency than they save.
//  - Naked singles in the columns too, hidden singles in the rows too: hardly fewer sweeps.
//  - No rule 2: 10 % more guesses on hard puzzles, no rule 4: 40 %.
//  - A look after each sweep, or after three: looks are foreseen wrong, each at the price of a
//    sweep.

/// What a sweep over the rows leaves for the columns and for what comes after.
struct RowSweep {
  Vector singles[triads::kRegisters];  // cells with one candidate, before it
  Vector open;                         // not zero where a triad had a cell with a choice, before it
  Vector complete;                     // the digits that each line has a place for, before it
  Vector changed;                      // not zero where a triad lost a digit
};

struct ColumnSweep {
  Vector triads;  // after it
  Vector fewest;  // zero where a cell is empty, after it
  Vector complete;
  Vector changed;
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
  Vector* const single = swept.singles;
  const Vector triads = or3(c[0], c[1], c[2]);
  const Vector beside_1 = rotated<1, 0>(triads);
  const Vector beside_2 = rotated<2, 0>(triads);
  for (int m = 0; m < 3; ++m) single[m] = keep_single(c[m]);
  swept.open = or3(c[0] ^ single[0], c[1] ^ single[1], c[2] ^ single[2]);
  swept.complete = or3(triads, beside_1, beside_2);
  const Vector left = sweep_triads(triads, and_neither(triads, beside_1, beside_2));
  // Singles, and the digits of a triad that has no others, leave the rest of the line and the box.
  const Vector certain = or_and(or3(single[0], single[1], single[2]), triads, has_fewer(triads, 4));
  const Vector seen = or3(rotated<1, 0>(certain), rotated<2, 0>(certain), rotated<0, 1>(certain));
  const Vector kept = and_neither(left, seen, rotated<0, 2>(certain));
  swept.changed = triads ^ kept;
  const Vector n0 = and_neither(c[0], single[1], single[2]) & kept;
  const Vector n1 = and_neither(c[1], single[0], single[2]) & kept;
  const Vector n2 = and_neither(c[2], single[0], single[1]) & kept;
  c[0] = turned<0>(n0);
  c[1] = turned<1>(n1);
  c[2] = turned<2>(n2);
  return swept;
}

[[gnu::always_inline]] inline ColumnSweep sweep_columns(Node& node, const RowSweep& rows) {
  ColumnSweep swept;
  Vector* const c = node.cells;
  const Vector triads = or3(c[0], c[1], c[2]);
  const Vector beside_1 = rotated<1, 0>(triads);
  const Vector beside_2 = rotated<2, 0>(triads);
  const Vector asserted = and_neither(triads, beside_1, beside_2);
  swept.complete = or3(triads, beside_1, beside_2);
  const Vector left = sweep_triads(triads, asserted);
  // The rows have cleared the boxes of their singles.
  const Vector singles =
      or3(turned<0>(rows.singles[0]), turned<1>(rows.singles[1]), turned<2>(rows.singles[2]));
  const Vector certain = or_and(singles, triads, has_fewer(triads, 4));
  const Vector kept = and_neither(left, rotated<1, 0>(certain), rotated<2, 0>(certain));
  // Hidden singles: what a triad has to hold, and only one of its cells can.
  const Vector hidden = and_not(asserted, majority(c[0], c[1], c[2]));
  const Vector n0 = narrow(c[0], hidden) & kept;
  const Vector n1 = narrow(c[1], hidden) & kept;
  const Vector n2 = narrow(c[2], hidden) & kept;
  swept.fewest = min(min(n0, n1), n2);
  swept.changed = triads ^ kept;
  swept.triads = kept;
  c[0] = turned<0>(n0);
  c[1] = turned<1>(n1);
  c[2] = turned<2>(n2);
  return swept;
}

struct Sweep {
  RowSweep rows;
  ColumnSweep columns;
};

/// Boards that are swept one beside the other: as many as it takes to fill the units.
constexpr int kAtOnce = 3;
constexpr int kDeadEndsAlone = 2;  // of a puzzle before that

/// Sweeps boards one beside the other, each of them twice; tells of the second time.
template <int count>
[[gnu::always_inline]] inline void sweep_boards(Node (&nodes)[count], Sweep (&swept)[count]) {
#pragma GCC unroll 2
  for (int times = 0; times < 2; ++times) {
#pragma GCC unroll 3
    for (int i = 0; i < count; ++i) swept[i].rows = sweep_rows(nodes[i]);
#pragma GCC unroll 3
    for (int i = 0; i < count; ++i) swept[i].columns = sweep_columns(nodes[i], swept[i].rows);
  }
}

/// Whether a digit lacks a place, or a cell a candidate.
inline bool is_dead(const Sweep& swept) {
  const auto& [rows, columns] = swept;
  const Vector lacking = and_not(splat(kEveryDigit), rows.complete & columns.complete);
  return nonzero(lacking | _mm512_subs_epu16(splat(1), columns.fewest)) != 0;
}

/// A sweep that changes the triads of no more than one lane is worth less than a split.
inline bool is_worth_another(const Sweep& swept) {
  const LaneSet changed = nonzero(swept.rows.changed | swept.columns.changed);
  return (changed & (changed - 1)) != 0;
}
