#pragma once

// 32 words of 16 bits in AVX-512 with the extensions BW, VL and BITALG: the operations that the
// techniques share. Included inside a namespace without a name and a target region.

constexpr int kLanes = 32;

using LaneSet = std::uint32_t;
constexpr LaneSet kAllLanes = 0xFFFF'FFFF;

using Vector = __m512i;  // the compilers know &, | and ^ of it
using Mask = __mmask32;

inline Vector splat(std::uint16_t value) {
  return _mm512_set1_epi16(static_cast<short>(value));
}
inline Vector load(const std::uint16_t* values) {
  return _mm512_load_si512(values);
}
inline void store(std::uint16_t* values, Vector a) {
  _mm512_store_si512(values, a);
}

// The constant of a ternary operation is its truth table: bit 4a + 2b + c.

inline Vector and_not(Vector a, Vector b) {
  return _mm512_andnot_si512(b, a);
}
inline Vector and_neither(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0001'0000);
}
inline Vector or_without(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1111'0100);
}
inline Vector both_without(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0100'0000);
}
inline Vector or3(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1111'1110);
}
inline Vector and3(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1000'0000);
}
inline Vector xor3(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1001'0110);
}
inline Vector majority(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b1110'1000);
}
inline Vector exactly_two(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0110'1000);
}
inline Vector exactly_one(Vector a, Vector b, Vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0b0001'0110);
}

inline Vector add(Vector a, Vector b) {
  return _mm512_add_epi16(a, b);
}
inline Vector subtract(Vector a, Vector b) {
  return _mm512_sub_epi16(a, b);
}
inline Vector min(Vector a, Vector b) {
  return _mm512_min_epu16(a, b);
}
inline Vector count_bits(Vector a) {
  return _mm512_popcnt_epi16(a);
}
inline Vector lowest_bit(Vector a) {
  return a & _mm512_sub_epi16(_mm512_setzero_si512(), a);
}

inline Mask equal(Vector a, Vector b) {
  return _mm512_cmpeq_epi16_mask(a, b);
}
inline Mask less(Vector a, Vector b) {
  return _mm512_cmplt_epu16_mask(a, b);
}
inline Mask meets(Vector a, Vector b) {
  return _mm512_test_epi16_mask(a, b);
}
inline LaneSet lanes_of(Mask mask) {
  return mask;
}
inline Vector select(Mask mask, Vector yes, Vector no) {
  return _mm512_mask_mov_epi16(no, mask, yes);
}
