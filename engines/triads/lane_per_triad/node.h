#pragma once

// A node in three AVX-512 registers, see layout.h. Included inside the namespace of a variant, see
// triads/generic.h.

#include "engines/isa/words16_avx512.h"

constexpr LaneSet kEveryLane = (LaneSet{1} << kBoardLanes) - 1;
constexpr std::uint16_t kEveryDigit = 0x1FF;
constexpr __mmask64 kRest = (__mmask64{1} << (kCells - 64)) - 1;  // cells from 64 on

/// a | (b & c)
inline Vector or_and(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1111'1000);
}
/// a & (b | c)
inline Vector and_or(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1110'0000);
}
inline Vector times_4(Vector a) { return _mm512_slli_epi16(a, 2); }
inline Vector max(Vector a, Vector b) { return _mm512_max_epu16(a, b); }
inline LaneSet nonzero(Vector a) { return meets(a, a); }
inline Vector keep(LaneSet lanes, Vector a) { return _mm512_maskz_mov_epi16(lanes, a); }
/// All bits of the lanes with fewer than `count` digits.
inline Vector has_fewer(Vector a, int count) {
  const Vector difference = subtract(count_bits(a), splat(static_cast<std::uint16_t>(count)));
  return _mm512_srai_epi16(difference, 15);
}
/// The lanes with one digit; all others become empty.
inline Vector keep_single(Vector a) { return keep(equal(count_bits(a), splat(1)), a); }

inline Vector permuted(Vector a, const Permutation& sources) {
  return _mm512_permutexvar_epi8(_mm512_load_si512(sources.data()), a);
}
template <int dy, int dz>
inline Vector rotated(Vector a) {
  return permuted(a, kLayout.rotation[dy][dz]);
}
template <int m>
inline Vector transposed(Vector a) {
  return permuted(a, kLayout.transpose[m]);
}

struct Node {
  Vector cells[kRegisters];  // candidates, bit d - 1 for digit d, in the row view
};

/// Replaces a node without a branch.
inline void replace_if(bool condition, Node& node, const Node& other) {
  const LaneSet lanes = condition ? kAllLanes : 0;
  for (int m = 0; m < kRegisters; ++m) {
    node.cells[m] = select(lanes, other.cells[m], node.cells[m]);
  }
}

/// Reads a puzzle of kCells digits, 0 for an empty cell.
inline Node read_node(const std::uint8_t* cells) {
  const Vector first = _mm512_loadu_si512(cells);
  const Vector rest = _mm512_maskz_loadu_epi8(kRest, cells + 64);
  Node node;
  for (int m = 0; m < kRegisters; ++m) {
    const Vector order = _mm512_load_si512(kLayout.cell_of_byte[m].data());
    const Vector bytes = _mm512_permutex2var_epi8(first, order, rest);
    const Vector digits = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes));
    const Vector bits = _mm512_sllv_epi16(splat(1), subtract(digits, splat(1)));
    node.cells[m] = select(nonzero(digits), bits, splat(kEveryDigit));
  }
  return node;
}

/// Reads a puzzle with candidates. Not inlined, so that it takes no registers from the sweeps.
[[gnu::noinline]] inline Node read_node(const std::uint8_t* cells, const Digits* candidates) {
  alignas(Vector) std::uint16_t words[kRegisters * kLanes];
  for (int m = 0; m < kRegisters; ++m) store(words + kLanes * m, splat(kEveryDigit));
#pragma GCC unroll kCells
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    words[kLayout.lane_of_cell[cell / 64][cell % 64]] =
        static_cast<std::uint16_t>(candidates[cell]);
  }
  Node node = read_node(cells);
  for (int m = 0; m < kRegisters; ++m) node.cells[m] &= load(words + kLanes * m);
  return node;
}

/// Writes the candidates of a node. Cell i goes to first[i * stride].
inline void write_candidates(const Node& node, std::uint16_t* first, std::size_t stride) {
  alignas(Vector) std::uint16_t words[kRegisters * kLanes];
  for (int m = 0; m < kRegisters; ++m) store(words + kLanes * m, node.cells[m]);
#pragma GCC unroll kCells
  for (std::size_t cell = 0; cell < kCells; ++cell, first += stride) {
    *first = words[kLayout.lane_of_cell[cell / 64][cell % 64]];
  }
}

/// Writes the digits of a solved node.
inline void write_solution(const Node& node, std::uint8_t* cells) {
  __m256i bytes[kRegisters];
  for (int m = 0; m < kRegisters; ++m) {
    const Vector below = subtract(node.cells[m], splat(1));
    bytes[m] = _mm512_cvtepi16_epi8(add(count_bits(below), splat(1)));
  }
  const Vector first = _mm512_inserti64x4(_mm512_castsi256_si512(bytes[0]), bytes[1], 1);
  const Vector rest = _mm512_castsi256_si512(bytes[2]);
  const auto& lanes = kLayout.lane_of_cell;
  _mm512_storeu_si512(cells,
                      _mm512_permutex2var_epi8(first, _mm512_load_si512(lanes[0].data()), rest));
  _mm512_mask_storeu_epi8(
      cells + 64, kRest, _mm512_permutex2var_epi8(first, _mm512_load_si512(lanes[1].data()), rest));
}
