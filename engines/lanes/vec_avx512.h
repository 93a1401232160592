#pragma once

// The vector operations of vec_scalar.h, which says what they do, in AVX-512 with the extensions
// BW, VL, VBMI, VBMI2 and BITALG, and BMI2: what Intel has had since Ice Lake and AMD since Zen 4.

#include "engines/isa/words16_avx512.h"

constexpr bool kLeavesCells = true;
constexpr bool kWritesBlocks = true;
constexpr bool kFewRegisters = false;

// The instructions of a light sweep are left in their order. Elsewhere g++ gains from moving them.
#if defined(__clang__)
#define SUDOKU_IN_ORDER
#else
#define SUDOKU_IN_ORDER [[gnu::optimize("no-live-range-shrinkage", "no-schedule-insns2")]]
#endif

inline Vector multiply(Vector a, Vector b) {
  return _mm512_mullo_epi16(a, b);
}
inline Vector keep_single(Vector a) {
  Vector below = _mm512_add_epi16(a, _mm512_set1_epi16(-1));
  asm("" : "+v"(below));  // or else clang counts bits instead, on fewer ports
  return _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, below), a);
}
inline Vector keep_if_at_most_3(Vector a, Vector count) {
  return _mm512_maskz_mov_epi16(_mm512_cmple_epu16_mask(count, splat(3)), a);
}
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector left = and_neither(a, b, c);
  return _mm512_mask_mov_epi16(a, _mm512_cmpge_epu16_mask(count_bits(left), splat(3)), left);
}
inline Vector or_else(Vector a, Vector b) {
  return _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(a, a), a);
}

inline LaneSet first_lanes(LaneSet lanes, int count) {
  return _pdep_u32(static_cast<LaneSet>((std::uint64_t{1} << count) - 1), lanes);
}

struct LaneMove {
  Vector bytes;  // the source of each byte: moving bytes takes less time than moving words
  __mmask64 into;
};

inline LaneMove plan_move(LaneSet from, LaneSet into) {
  const Vector numbers =
      _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13,
                       12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  // What stands behind the compressed numbers is not read. It is of the numbers themselves, so that
  // Bochs, which compresses nothing where all lanes are chosen, is right there, too.
  const Vector chosen = _mm512_mask_compress_epi16(numbers, from, numbers);
  const Vector source = _mm512_maskz_expand_epi16(into, chosen);
  const Vector bytes =
      add(_mm512_mullo_epi16(source, splat(0x0202)), splat(0x0100));  // 2 i, then 2 i + 1
  return {bytes, _mm512_movepi8_mask(_mm512_movm_epi16(into))};
}
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  return _mm512_mask_permutexvar_epi8(target, move.into, move.bytes, source);
}

inline Mask mask_of(LaneSet lanes) {
  return lanes;
}

constexpr int kPartLanes = 8;
constexpr int kPartBytes = 16;

inline __m128i load_part(const std::uint8_t* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}
inline void store_part(std::uint8_t* bytes, __m128i a) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes), a);
}
inline Vector load_parts(const std::uint8_t* bytes, int stride) {
  Vector a = _mm512_castsi128_si512(load_part(bytes));
  a = _mm512_inserti32x4(a, load_part(bytes + stride), 1);
  a = _mm512_inserti32x4(a, load_part(bytes + 2 * stride), 2);
  return _mm512_inserti32x4(a, load_part(bytes + 3 * stride), 3);
}
inline void store_parts(std::uint8_t* bytes, int stride, Vector a) {
  store_part(bytes, _mm512_castsi512_si128(a));
  store_part(bytes + stride, _mm512_extracti32x4_epi32(a, 1));
  store_part(bytes + 2 * stride, _mm512_extracti32x4_epi32(a, 2));
  store_part(bytes + 3 * stride, _mm512_extracti32x4_epi32(a, 3));
}

inline Vector interleave_low(Vector a, Vector b) {
  return _mm512_unpacklo_epi8(a, b);
}
inline Vector interleave_high(Vector a, Vector b) {
  return _mm512_unpackhi_epi8(a, b);
}
inline Vector narrow(Vector low, Vector high) {
  return _mm512_packus_epi16(low, high);
}

/// A shift by -1 leaves nothing.
inline Vector candidate_of(Vector digits) {
  return _mm512_sllv_epi16(splat(1), subtract(digits, splat(1)));
}
