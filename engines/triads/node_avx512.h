#pragma once

// A node in three AVX-512 registers, see layout.h. Included inside a namespace without a name and
// a target region.

using Vector = __m512i;  // 32 lanes of 16 bits
using LaneSet = std::uint32_t;

constexpr LaneSet kEveryLane = (LaneSet{1} << triads::kBoardLanes) - 1;
constexpr std::uint16_t kEveryDigit = 0x1FF;

inline Vector splat(std::uint16_t value) {
  return _mm512_set1_epi16(static_cast<short>(value));
}

// The constant of a ternary operation is its truth table: bit 4a + 2b + c.

inline Vector and_not(Vector a, Vector b) {
  return _mm512_andnot_si512(b, a);
}
inline Vector or3(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1111'1110);
}
inline Vector or_and(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1111'1000);
}
inline Vector and_or(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1110'0000);
}
inline Vector and_neither(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0001'0000);
}
inline Vector majority(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1110'1000);
}
inline Vector exactly_two(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0110'1000);
}
inline Vector and3(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1000'0000);
}

inline LaneSet nonzero(Vector a) {
  return _mm512_test_epi16_mask(a, a);
}
inline Vector select(LaneSet lanes, Vector yes, Vector no) {
  return _mm512_mask_mov_epi16(no, lanes, yes);
}
inline Vector keep(LaneSet lanes, Vector a) {
  return _mm512_maskz_mov_epi16(lanes, a);
}
/// All bits of the lanes with fewer than `count` digits.
inline Vector has_fewer(Vector a, int count) {
  const Vector difference =
      _mm512_sub_epi16(_mm512_popcnt_epi16(a), splat(static_cast<std::uint16_t>(count)));
  return _mm512_srai_epi16(difference, 15);
}
/// Lanes with one digit; the others become empty. With two or more, twice what is left without the
/// lowest exceeds the whole.
inline Vector keep_single(Vector a) {
  const Vector rest = a & _mm512_add_epi16(a, splat(0xFFFF));
  return _mm512_subs_epu16(a, _mm512_add_epi16(rest, rest));
}
/// a & b where that is not empty, else a.
inline Vector narrow(Vector a, Vector b) {
  return select(_mm512_test_epi16_mask(a, b), a & b, a);
}

inline Vector permuted(Vector a, const triads::Permutation& sources) {
  return _mm512_permutexvar_epi8(_mm512_load_si512(sources.data()), a);
}
template <int dy, int dz>
inline Vector rotated(Vector a) {
  return permuted(a, triads::kLayout.rotation[dy][dz]);
}
template <int m>
inline Vector turned(Vector a) {
  return permuted(a, triads::kLayout.turn[m]);
}

struct Node {
  Vector cells[triads::kRegisters];  // candidates, bit d - 1 for digit d, in the row view
};

/// `cells` are 81 digits, 0 where a cell is empty.
inline Node read_node(const std::uint8_t* cells) {
  constexpr __mmask64 kRest = (__mmask64{1} << (kCells - 64)) - 1;
  const Vector first = _mm512_loadu_si512(cells);
  const Vector rest = _mm512_maskz_loadu_epi8(kRest, cells + 64);
  Node node;
  for (int m = 0; m < triads::kRegisters; ++m) {
    const Vector order = _mm512_load_si512(triads::kLayout.cell_of_byte[m].data());
    const Vector bytes = _mm512_permutex2var_epi8(first, order, rest);
    const Vector digits = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes));
    const Vector bits = _mm512_sllv_epi16(splat(1), _mm512_sub_epi16(digits, splat(1)));
    node.cells[m] = select(nonzero(digits), bits, splat(kEveryDigit));
  }
  return node;
}

/// The digits of a node that is solved.
inline void write_solution(const Node& node, std::uint8_t* cells) {
  constexpr __mmask64 kRest = (__mmask64{1} << (kCells - 64)) - 1;
  __m256i bytes[triads::kRegisters];
  for (int m = 0; m < triads::kRegisters; ++m) {
    const Vector below = _mm512_sub_epi16(node.cells[m], splat(1));
    bytes[m] = _mm512_cvtepi16_epi8(_mm512_add_epi16(_mm512_popcnt_epi16(below), splat(1)));
  }
  const Vector first = _mm512_inserti64x4(_mm512_castsi256_si512(bytes[0]), bytes[1], 1);
  const Vector rest = _mm512_castsi256_si512(bytes[2]);
  const auto& lanes = triads::kLayout.lane_of_cell;
  _mm512_storeu_si512(cells,
                      _mm512_permutex2var_epi8(first, _mm512_load_si512(lanes[0].data()), rest));
  _mm512_mask_storeu_epi8(
      cells + 64, kRest, _mm512_permutex2var_epi8(first, _mm512_load_si512(lanes[1].data()), rest));
}
