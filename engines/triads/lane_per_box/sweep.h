#pragma once

#include "engines/triads/lane_per_box/node.h"

// What a board loses by the rules, in the rows and then in the columns.
//
//  1. Cells with one candidate leave the rest of their box; that of their lines follows by rule 2.
//  2. A digit takes one triad in each line and each box of a band (locked candidates, both ways).
//  3. Three digits that have no other triad in their box take all of one.
//  4. Hidden singles within a triad, in the columns only.
// Each rule reads what the one before it left.
//
// Cost. A sweep is some 250 vector operations, 12 of them permutations, and 95 loads and stores of
// what sixteen registers do not hold. On Zen 3, with four vector units, a sweep of one board takes
// 101 cycles and of two at once 87 to 95 each, where the units alone would take 63; three take no
// less. On Emerald Rapids, an Intel Xeon with three, it takes 112 and 98.
// A split or a dead end costs some 220 cycles more, most of them for branches that nothing
// foretells.
//
// Tried and lost
//  - Hidden singles only where the other rules stall: as fast on hard puzzles, slower on easy ones.
//  - A look after two sweeps instead of one: slower by a tenth.
//  - A test for solved boards of its own, which spares their last sweep: as fast.
//  - A sweep as long as any box changes: a sixth fewer guesses, but as slow, and slower where there
//    are many solutions; before the first split and between the first dead ends only: puzzles with
//    few guesses a twentieth sooner, the hardest as much later. Changes of the columns alone: half
//    more guesses.
//  - Changes told from the sweep before: fewer guesses, more sweeps, slower.
//  - The same in two vectors of 128 bits for any CPU: three times the time, which is slower than
//    `bitmask` on all but easy puzzles.
//  - The same with the instructions of AVX-512 for vectors of 256 bits, on Zen 4: a tenth sooner
//    than with AVX2, and nowhere as soon as three vectors of 512 bits.
//  - Of the digits of the band, that which is open in most bands and stacks: as many guesses.
//  - Triads with three candidates taking these from the rest of their line or box: fewer guesses,
//    by 1 to 9 %, and 2 to 15 % more time.
//  - Rule 3 in one view only: 5 to 42 % more guesses, 1 to 14 % slower.
//  - Cells without a candidate looked for where boards stall only: as fast, or slower by 4 %.
//  - Blends where two operations do, and the other way round: slower by 1 to 10 %.
//  - Four boards in vectors of their words of 64 bits, so that no permutation crosses a stack: 27
//    vectors of operations for four boards, not 36, take 5 to 15 % less time, and boards that come
//    and go take more than that.

/// Boards that are swept one beside the other: as many as it takes to fill the units.
constexpr int kAtOnce = 2;
constexpr unsigned kDeadEndsBeforeParallel = 4;  // of a puzzle before that
// A puzzle of a block never goes on alone, as boards of several puzzles cost no more.
constexpr unsigned kDeadEndsBeforeAlone = 0;
constexpr unsigned kMaxLeavesAlone = 0;
constexpr int kViews = 2;  // rows, columns

/// What a sweep tells of a board.
struct Sweep {
  Vector lacking;  // not zero where a digit lacks a place, or a cell a digit
  Vector changed;  // not zero where a triad lost a digit
};

inline Vector less_one(Vector a) {
  return a + splat(0xFFFF);
}
/// All bits of the words with several digits, or with none.
inline Vector is_not_single(Vector a) {
  return exceeding(a, a ^ less_one(a));
}
/// All bits of the words that lack three digits or more.
inline Vector lacks_three(Vector a) {
  const Vector one_more = a | (a + 1);
  return exceeding(splat(kEveryDigit), one_more | (one_more + 1));
}

template <int view>
inline Vector next_in_line(Vector a) {
  return view == 0 ? next_box(a) : next_band(a);
}
template <int view>
inline Vector last_in_line(Vector a) {
  return view == 0 ? last_box(a) : last_band(a);
}

/// Rules 2 and 3 on the triads of a view: `left` is what they leave, `asserted` the digits that no
/// other triad of the box has. Returns the digits that a box has a place for.
template <int view>
[[gnu::always_inline]] inline Vector sweep_lines(const Vector* triads, Vector* left,
                                                 Vector* asserted) {
  Vector next[3];
  Vector last[3];
  Vector possible[3];
  for (int z = 0; z < 3; ++z) {
    next[z] = next_in_line<view>(triads[z]);
    last[z] = last_in_line<view>(triads[z]);
  }
  for (int z = 0; z < 3; ++z) {
    const int u = (z + 1) % 3;
    const int v = (z + 2) % 3;
    possible[z] = triads[z] & ((next[u] & last[v]) | (next[v] & last[u]));
  }
  for (int z = 0; z < 3; ++z) {
    const Vector beside = possible[(z + 1) % 3] | possible[(z + 2) % 3];
    asserted[z] = possible[z] & ~beside;
    left[z] = possible[z] & ~(beside & lacks_three(beside));
  }
  return or3(possible[0], possible[1], possible[2]);
}

inline Vector changes_of(const Vector* before, const Vector* after) {
  return or3(before[0] ^ after[0], before[1] ^ after[1], before[2] ^ after[2]);
}

[[gnu::always_inline]] inline void sweep_rows(Node& node, Sweep& swept) {
  Vector* const c = node.cells;
  Vector left[3];
  Vector single[kVectors];
  Vector seen = Vector{};
  for (int i = 0; i < kVectors; ++i) {
    single[i] = c[i] & ~is_not_single(c[i]);
    seen = seen | single[i];
  }
  Vector triads[3] = {};
  for (int i = 0; i < kVectors; ++i) {
    c[i] = (c[i] & ~seen) | single[i];
    triads[i / 3] = triads[i / 3] | c[i];
  }
  Vector asserted[3];
  swept.lacking = ~sweep_lines<0>(triads, left, asserted);
  swept.changed = changes_of(triads, left);
  for (int i = 0; i < kVectors; ++i) c[i] = c[i] & left[i / 3];
}

[[gnu::always_inline]] inline void sweep_columns(Node& node, Sweep& swept) {
  Vector* const c = node.cells;
  Vector left[3];
  Vector triads[3];
  Vector several[3];  // the digits that more than one cell of the triad has
  for (int z = 0; z < 3; ++z) {
    const Vector either = c[z] | c[z + 3];
    triads[z] = either | c[z + 6];
    several[z] = (c[z] & c[z + 3]) | (either & c[z + 6]);
  }
  Vector asserted[3];
  const Vector complete = sweep_lines<1>(triads, left, asserted);
  for (int z = 0; z < 3; ++z) asserted[z] = asserted[z] & ~several[z];
  Vector fewest = splat(kEveryDigit);
  for (int i = 0; i < kVectors; ++i) {
    const Vector hidden = c[i] & asserted[i % 3];
    c[i] = select(exceeding(hidden, Vector{}), hidden, c[i] & left[i % 3]);
    fewest = min(fewest, c[i]);
  }
  const Vector lacking = (swept.lacking | ~complete) & splat(kEveryDigit);
  swept.lacking = lacking | exceeding(splat(1), fewest);
  swept.changed = swept.changed | changes_of(triads, left);
}

/// Sweeps boards one beside the other.
template <int count>
[[gnu::always_inline]] inline void sweep_boards(Node (&nodes)[count], Sweep (&swept)[count]) {
#pragma GCC unroll 2
  for (int i = 0; i < count; ++i) sweep_rows(nodes[i], swept[i]);
#pragma GCC unroll 2
  for (int i = 0; i < count; ++i) sweep_columns(nodes[i], swept[i]);
}

inline bool is_dead(const Sweep& swept) {
  return !is_zero(swept.lacking);
}

/// A sweep that changes the triads of no more than one box is worth less than a split.
inline bool should_sweep_again(const Sweep& swept) {
  return has_several(swept.changed);
}
