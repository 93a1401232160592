#pragma once

#include "engines/triads/lane_per_box/triad_split.h"

// Splits on the cell with two candidates that shares them with most of the other triads of its row
// and column. A triad counts 1 if it has one of the two candidates. It counts 2 more if one of them
// is in a cell with two candidates. lane_per_triad counts each of the two candidates instead;
// triads/search.h compares the rules.

/// The cells with two candidates; all others are empty.
inline Node pairs_of(const Node& node) {
  Node pairs;
  for (int i = 0; i < kVectors; ++i) {
    const Vector cells = node.cells[i];
    // A cell has two candidates if it has one without the lowest.
    pairs.cells[i] = cells & ~is_not_single(cells & less_one(cells));
  }
  return pairs;
}

/// All bits of the words that are zero.
inline Vector is_empty(Vector a) {
  return words_of(_mm256_cmpeq_epi16(bits_of(a), _mm256_setzero_si256()));
}

/// The number of candidates in the words of the boxes.
inline int candidates_in(Vector triads) {
  alignas(32) std::uint64_t parts[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), bits_of(triads & load(kMasks.boxes.words)));
  int count = 0;
  for (const std::uint64_t part : parts) count += __builtin_popcountll(part);
  return count;
}

/// Whether to split a puzzle on cells, decided at the first node that is split. Not inlined and
/// with a copy of the node, so that it takes no registers from the sweeps.
[[gnu::noinline]] inline bool prefers_cells(Node node) {
  int count = 0;
  for (const Vector& cells : pairs_of(node).cells) {
    const Vector in_pairs = ~is_empty(cells);
    count += __builtin_popcount(static_cast<unsigned>(_mm256_movemask_epi8(bits_of(in_pairs)))) / 2;
  }
  if (count >= kEnoughPairs) return true;
  const Vector* const c = node.cells;
  int candidates = 0;
  for (int z = 0; z < 3; ++z) {
    candidates += candidates_in(or3(c[3 * z], c[3 * z + 1], c[3 * z + 2]));
    candidates += candidates_in(or3(c[z], c[z + 3], c[z + 6]));
  }
  return !is_typical_of_hardest(candidates);
}

/// The other triads of each line of a view.
struct Beside {
  Vector triads[2];
  Vector pairs[2];  // the same triads with only the cells with two candidates
};

template <int view>
inline Beside beside(Vector triads, Vector pairs) {
  return {{next_in_line<view>(triads), last_in_line<view>(triads)},
          {next_in_line<view>(pairs), last_in_line<view>(pairs)}};
}

/// Returns -6 to 0 for each cell: -1 for each of the two triads that shares no candidate with it,
/// and -2 for each that shares none in a cell with two candidates.
inline Vector unshared(Vector cells, const Beside& beside) {
  const Vector pairs = is_empty(cells & beside.pairs[0]) + is_empty(cells & beside.pairs[1]);
  return is_empty(cells & beside.triads[0]) + is_empty(cells & beside.triads[1]) + pairs + pairs;
}

/// The greatest word.
inline unsigned highest(Vector a) {
  // There is an instruction for the smallest of eight words.
  const __m256i inverted = bits_of(~a);
  const __m128i half =
      _mm_min_epu16(_mm256_castsi256_si128(inverted), _mm256_extracti128_si256(inverted, 1));
  return ~static_cast<unsigned>(_mm_cvtsi128_si32(_mm_minpos_epu16(half))) & 0xFFFF;
}

/// A number from 1 to 144 for each word of each vector of cells.
struct CellNumbers {
  alignas(32) std::uint16_t words[kVectors][kWords];
};

constexpr CellNumbers kCellNumbers = [] {
  CellNumbers numbers{};
  for (int i = 0; i < kVectors; ++i) {
    for (int word = 0; word < kWords; ++word) {
      numbers.words[i][word] = static_cast<std::uint16_t>(kWords * i + word + 1);
    }
  }
  return numbers;
}();

/// Splits a node: in `node` the cell has the lower digit, in `other` the higher one. Returns false
/// if no cell has two candidates. Not inlined, like split_on_triad.
[[gnu::noinline]] inline bool split_on_cell(Node& node, Node& other, const Sweep&) {
  const Node pairs = pairs_of(node);
  const Vector* const c = node.cells;
  const Vector* const p = pairs.cells;
  Beside in_row[3];
  Beside in_column[3];
  for (int z = 0; z < 3; ++z) {
    in_row[z] = beside<0>(or3(c[3 * z], c[3 * z + 1], c[3 * z + 2]),
                          or3(p[3 * z], p[3 * z + 1], p[3 * z + 2]));
    in_column[z] = beside<1>(or3(c[z], c[z + 3], c[z + 6]), or3(p[z], p[z + 3], p[z + 6]));
  }
  constexpr unsigned kMost = 12;  // the highest score of a cell
  Vector best = Vector{};
  for (int i = 0; i < kVectors; ++i) {
    const Vector sum =
        splat(kMost) + unshared(p[i], in_row[i / 3]) + unshared(p[i], in_column[i % 3]);
    const Vector rank = (sum << 8) | load(kCellNumbers.words[i]);
    best = max(best, rank & ~is_empty(p[i]));
  }
  const unsigned number = highest(best) & 0xFF;
  if (number == 0) return false;
  const unsigned cell = (number - 1) / kWords;
  const Vector chosen = c[cell] & load(kMasks.alone[(number - 1) % kWords].words);
  const Vector higher = chosen & less_one(chosen);
  other = node;
  other.cells[cell] = node.cells[cell] & ~(chosen ^ higher);
  node.cells[cell] = node.cells[cell] & ~higher;
  return true;
}
