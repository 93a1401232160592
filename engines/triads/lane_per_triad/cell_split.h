#pragma once

#include "engines/triads/lane_per_triad/triad_split.h"

// Splits on the cell with two candidates that occur most often in the other triads of its row and
// column. A triad counts 1 for each of the two candidates that it has. It counts 2 more if the
// candidate is in a cell with two candidates. lane_per_box counts both candidates once instead;
// triads/search.h compares the rules.

/// The cells with two candidates; all others are empty.
inline Node pairs_of(const Node& node) {
  Node pairs;
  for (int m = 0; m < kRegisters; ++m) {
    const Vector cells = node.cells[m];
    pairs.cells[m] = keep(equal(count_bits(cells), splat(2)), cells);
  }
  return pairs;
}

/// The sum of all words, each below 2^8.
inline long long sum_of(Vector a) { return _mm512_reduce_add_epi64(_mm512_sad_epu8(a, splat(0))); }

/// Whether to split a puzzle on cells, decided at the first node that is split. Not inlined and
/// with a copy of the node, so that it takes no registers from the sweeps.
[[gnu::noinline]] inline bool prefers_cells(Node node) {
  int count = 0;
  for (const Vector cells : pairs_of(node).cells) count += __builtin_popcount(nonzero(cells));
  if (count >= kEnoughPairs) return true;
  const Vector* const c = node.cells;
  const Vector rows = or3(c[0], c[1], c[2]);
  const Vector columns = or3(transposed<0>(c[0]), transposed<1>(c[1]), transposed<2>(c[2]));
  const Vector counts = add(count_bits(rows), count_bits(columns));
  return !is_typical_of_hardest(sum_of(keep(kEveryLane, counts)));
}

/// A count for each digit as a binary number, in bit d - 1 of each vector for digit d.
struct Counts {
  Vector ones;
  Vector twos;
  Vector fours;
};

/// Counts of the other triads of the line.
inline Counts counts_beside(Vector triads, Vector pair_triads) {
  const Vector a = rotated<1, 0>(triads);
  const Vector b = rotated<2, 0>(triads);
  const Vector pair_a = rotated<1, 0>(pair_triads);
  const Vector pair_b = rotated<2, 0>(pair_triads);
  const Vector both = a & b;
  return {a ^ b, xor3(both, pair_a, pair_b), majority(both, pair_a, pair_b)};
}

/// The sum of counts over the candidates of each cell.
inline Vector sum_over(Vector cells, const Counts& counts) {
  const Vector twos = count_bits(cells & counts.twos);
  const Vector sum = add(count_bits(cells & counts.ones), add(twos, twos));
  return add(sum, times_4(count_bits(cells & counts.fours)));
}

/// The greatest word, in all words.
inline Vector highest(Vector a) {
  // There is an instruction for the smallest of eight words.
  const Vector inverted = a ^ splat(0xFFFF);
  const __m256i half =
      _mm256_min_epu16(_mm512_castsi512_si256(inverted), _mm512_extracti64x4_epi64(inverted, 1));
  const __m128i quarter =
      _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return _mm512_broadcastw_epi16(_mm_minpos_epu16(quarter)) ^ splat(0xFFFF);
}

/// Splits a node: in `node` the cell has the lower digit, in `other` the higher one. Returns false
/// if no cell has two candidates.
inline bool split_on_cell(Node& node, Node& other, const Sweep& swept) {
  Vector* const c = node.cells;
  const Node pairs = pairs_of(node);
  const Vector* const p = pairs.cells;
  const Vector p_transposed[] = {transposed<0>(p[0]), transposed<1>(p[1]), transposed<2>(p[2])};
  const Counts in_row = counts_beside(or3(c[0], c[1], c[2]), or3(p[0], p[1], p[2]));
  const Counts in_column =
      counts_beside(swept.columns.triads, or3(p_transposed[0], p_transposed[1], p_transposed[2]));
  const Vector column_sums[] = {transposed<0>(sum_over(p_transposed[0], in_column)),
                                transposed<1>(sum_over(p_transposed[1], in_column)),
                                transposed<2>(sum_over(p_transposed[2], in_column))};
  Vector rank[kRegisters];  // different for all cells; zero without two candidates
  for (int m = 0; m < kRegisters; ++m) {
    const Vector sum = add(sum_over(p[m], in_row), column_sums[m]);
    const Vector number = _mm512_load_si512(kLayout.number_of_cell[m].data());
    rank[m] = keep(nonzero(p[m]), _mm512_slli_epi16(sum, 7) | number);
  }
  const Vector best = highest(max(max(rank[0], rank[1]), rank[2]));
  if (nonzero(best) == 0) return false;
  for (int m = 0; m < kRegisters; ++m) {
    const LaneSet chosen = equal(rank[m], best);
    const Vector digit = keep(chosen, lowest_bit(c[m]));
    other.cells[m] = and_not(c[m], digit);
    c[m] = select(chosen, digit, c[m]);
  }
  return true;
}
