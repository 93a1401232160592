#pragma once

#include "engines/triads/lane_per_box/node.h"

// A sweep: applies the rules of this layout to the rows and then to the columns. The rules of
// lane_per_triad differ, see triads/search.h.
//
//  1. Naked singles are removed from the rest of their box. Rule 2 then removes them from the rest
//     of their lines.
//  2. A digit takes one triad in each line and each box of a band (locked candidates, both ways).
//  3. Three digits without another triad in their box remove all others from the triad.
//  4. Hidden singles within a triad, in the columns only.
// Each rule uses the result of the previous one.

/// Number of boards that are swept at once, enough to use all vector units.
constexpr int kAtOnce = 2;
constexpr unsigned kDeadEndsBeforeParallel = 4;  // of a puzzle, before its nodes are swept at once
// A puzzle of a block is never searched alone, because boards of several puzzles cost no more.
constexpr unsigned kDeadEndsBeforeAlone = 0;
constexpr unsigned kMaxLeavesAlone = 0;
constexpr int kViews = 2;  // rows, columns

/// Results of a sweep.
struct Sweep {
  Vector lacking;  // not zero in boxes with a digit without a place or a cell without a digit
  Vector changed;  // not zero in boxes where a triad lost a digit
};

inline Vector less_one(Vector a) { return a + splat(0xFFFF); }
/// All bits of the words with several digits or none.
inline Vector is_not_single(Vector a) { return exceeding(a, a ^ less_one(a)); }
/// All bits of the words that lack at least three digits.
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

/// Applies rules 2 and 3 to the triads of a view. `left` are the remaining triads, `asserted` the
/// digits that no other triad of the box has. Returns the digits with a place in each box.
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
  Vector several[3];  // digits in more than one cell of the triad
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

/// Sweeps several boards at once.
template <int count>
[[gnu::always_inline]] inline void sweep_boards(Node (&nodes)[count], Sweep (&swept)[count]) {
#pragma GCC unroll 2
  for (int i = 0; i < count; ++i) sweep_rows(nodes[i], swept[i]);
#pragma GCC unroll 2
  for (int i = 0; i < count; ++i) sweep_columns(nodes[i], swept[i]);
}

inline bool is_dead(const Sweep& swept) { return !is_zero(swept.lacking); }

/// Whether to sweep again rather than split: if triads of at least two boxes changed.
inline bool should_sweep_again(const Sweep& swept) { return has_several(swept.changed); }
