#pragma once

// The vector operations that vec_scalar.h documents, in AVX2 with BMI2.

constexpr int kLanes = 16;
constexpr bool kReadOnlyRowPhase = true;
constexpr bool kCollectsSolutions = true;
constexpr bool kFewRegisters = true;

using LaneSet = std::uint32_t;
constexpr LaneSet kAllLanes = 0xFFFF;

using Vector = __m256i;  // the compilers define &, | and ^
using Mask = __m256i;

inline Vector splat(std::uint16_t value) { return _mm256_set1_epi16(static_cast<short>(value)); }
inline Vector load(const std::uint16_t* values) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(values));
}
inline void store(std::uint16_t* values, Vector a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(values), a);
}

inline Vector and_not(Vector a, Vector b) { return _mm256_andnot_si256(b, a); }

#include "engines/lanes/vec_logic.h"
#include "engines/lanes/vec_majority.h"

inline Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
inline Vector subtract(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
inline Vector min(Vector a, Vector b) { return _mm256_min_epu16(a, b); }
inline Vector multiply(Vector a, Vector b) { return _mm256_mullo_epi16(a, b); }
/// Looks up four bits at a time: a shuffle uses the four lowest bits of a byte, and gives zero if
/// the highest bit is set. The ninth bit is the lowest one of the upper byte.
inline Vector count_bits(Vector a) {
  const __m256i bits_of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const Vector low = _mm256_shuffle_epi8(bits_of, a & splat(0x010F));
  const Vector high = _mm256_shuffle_epi8(bits_of, _mm256_srli_epi16(a, 4));
  return _mm256_maddubs_epi16(_mm256_add_epi8(low, high), splat(0x0101));
}
inline Vector lowest_bit(Vector a) { return a & _mm256_sub_epi16(_mm256_setzero_si256(), a); }

inline Mask equal(Vector a, Vector b) { return _mm256_cmpeq_epi16(a, b); }
inline Mask less(Vector a, Vector b) { return _mm256_cmpgt_epi16(b, a); }
inline Mask is_zero(Vector a) { return _mm256_cmpeq_epi16(a, _mm256_setzero_si256()); }
inline Mask meets(Vector a, Vector b) { return and_not(splat(0xFFFF), is_zero(a & b)); }
inline LaneSet lanes_of(Mask mask) {
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(mask), _mm256_extracti128_si256(mask, 1));
  return static_cast<LaneSet>(_mm_movemask_epi8(bytes));
}
inline Vector select(Mask mask, Vector yes, Vector no) { return _mm256_blendv_epi8(no, yes, mask); }

/// If b is the lowest bit of a, a ^ (a - 1) is 2 b - 1. That is at least a - 1 only if a is b.
inline Vector keep_single(Vector a) {
  const Vector below = add(a, splat(0xFFFF));
  return _mm256_subs_epu16(a ^ below, below);
}
/// Does not use `less`, which g++ compiles to two instructions if the right side is a constant.
inline Vector keep_if_at_most_3(Vector a, Vector count) {
  return and_not(a, _mm256_cmpgt_epi16(count, splat(3)));
}
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector either = b | c;
  const Vector one_more = either | add(either, splat(1));
  const Vector two_more = one_more | add(one_more, splat(1));
  return and_not(a, either & _mm256_cmpgt_epi16(splat(0x1FF), two_more));
}
inline Vector or_else(Vector a, Vector b) { return select(is_zero(a), b, a); }
/// Avoids a blend, which is three operations on recent Intel CPUs.
inline Vector and_or_else(Vector a, Vector b, Vector c) { return a & c & (b | is_zero(a & b)); }

inline LaneSet first_lanes(LaneSet lanes, int count) {
  return _pdep_u32((LaneSet{1} << count) - 1, lanes);
}

inline Mask mask_of(LaneSet lanes) {
  const Vector bits =
      _mm256_setr_epi16(1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9,
                        1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, static_cast<short>(0x8000));
  return equal(splat(static_cast<std::uint16_t>(lanes)) & bits, bits);
}

/// A shuffle moves bytes only within the halves of a vector. Two shuffles move the bytes that stay
/// in their half and those that change it. An index with its highest bit set gives zero.
struct LaneMove {
  Vector within_half;
  Vector across_halves;
  Mask into;
};

/// Assembles the sources in a register, four bits per lane. A load of narrower values that were
/// just stored would have to wait for them.
inline LaneMove plan_move(LaneSet from, LaneSet into) {
  const Mask mask = mask_of(into);
  std::uint64_t sources = 0;
  for (; into != 0; into &= into - 1, from &= from - 1) {
    sources |= static_cast<std::uint64_t>(__builtin_ctz(from)) << 4 * __builtin_ctz(into);
  }
  const __m128i pairs = _mm_cvtsi64_si128(static_cast<long long>(sources));
  const __m128i four_bits = _mm_set1_epi8(0xF);
  const __m128i source = _mm_unpacklo_epi8(pairs & four_bits, _mm_srli_epi16(pairs, 4) & four_bits);
  // Bytes 2 i and 2 i + 1 of source i. The fifth bit is set if they change halves.
  const Vector bytes =
      add(_mm256_mullo_epi16(_mm256_cvtepu8_epi16(source), splat(0x0202)), splat(0x0100)) ^
      _mm256_setr_epi64x(0, 0, 0x1010'1010'1010'1010, 0x1010'1010'1010'1010);
  const Vector in_half = _mm256_set1_epi8(0x70);  // the fifth bit becomes the highest one
  return {add(bytes, in_half), add(bytes ^ _mm256_set1_epi8(0x10), in_half), mask};
}
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  const Vector swapped = _mm256_permute2x128_si256(source, source, 0x01);
  const Vector arriving = _mm256_shuffle_epi8(source, move.within_half) |
                          _mm256_shuffle_epi8(swapped, move.across_halves);
  return select(move.into, arriving, target);
}

#include "engines/lanes/parts_256.h"

inline Vector interleave_low(Vector a, Vector b) { return _mm256_unpacklo_epi8(a, b); }
inline Vector interleave_high(Vector a, Vector b) { return _mm256_unpackhi_epi8(a, b); }
inline Vector narrow(Vector low, Vector high) { return _mm256_packus_epi16(low, high); }

/// Looks up the lower byte. Only digit 9 has a bit in the upper byte.
inline Vector candidate_of(Vector digits) {
  const __m256i lower_of =
      _mm256_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0,  //
                       0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
  const Vector lower = _mm256_shuffle_epi8(lower_of, digits);
  return lower | (equal(digits, splat(9)) & splat(0x100));
}
