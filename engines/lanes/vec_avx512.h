#pragma once

// The vector operations of vec_scalar.h, which says what they do, in AVX-512 with the extensions
// BW, VL, VBMI, VBMI2 and BITALG, and BMI2: what Intel has had since Ice Lake and AMD since Zen 4.

#include "engines/isa/words16_avx512.h"

constexpr bool kLeavesCells = true;
constexpr bool kWritesBlocks = true;
constexpr bool kFewRegisters = false;

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

/// Each step interleaves vectors that are twice as far apart, in elements twice as wide.
inline void transpose(Vector (&rows)[kLanes]) {
  Vector t[kLanes];
  for (int i = 0; i < 16; ++i) {
    t[2 * i] = _mm512_unpacklo_epi16(rows[2 * i], rows[2 * i + 1]);
    t[2 * i + 1] = _mm512_unpackhi_epi16(rows[2 * i], rows[2 * i + 1]);
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 2; ++j) {
      rows[4 * i + 2 * j] = _mm512_unpacklo_epi32(t[4 * i + j], t[4 * i + 2 + j]);
      rows[4 * i + 2 * j + 1] = _mm512_unpackhi_epi32(t[4 * i + j], t[4 * i + 2 + j]);
    }
  }
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      t[8 * i + 2 * j] = _mm512_unpacklo_epi64(rows[8 * i + j], rows[8 * i + 4 + j]);
      t[8 * i + 2 * j + 1] = _mm512_unpackhi_epi64(rows[8 * i + j], rows[8 * i + 4 + j]);
    }
  }
  // Now the quarter q of t[8 i + j] is column 8 q + j of the rows from 8 i to 8 i + 7.
  for (int j = 0; j < 8; ++j) {
    const Vector low_01 = _mm512_shuffle_i32x4(t[j], t[8 + j], 0b01'00'01'00);
    const Vector high_01 = _mm512_shuffle_i32x4(t[j], t[8 + j], 0b11'10'11'10);
    const Vector low_23 = _mm512_shuffle_i32x4(t[16 + j], t[24 + j], 0b01'00'01'00);
    const Vector high_23 = _mm512_shuffle_i32x4(t[16 + j], t[24 + j], 0b11'10'11'10);
    rows[j] = _mm512_shuffle_i32x4(low_01, low_23, 0b10'00'10'00);
    rows[8 + j] = _mm512_shuffle_i32x4(low_01, low_23, 0b11'01'11'01);
    rows[16 + j] = _mm512_shuffle_i32x4(high_01, high_23, 0b10'00'10'00);
    rows[24 + j] = _mm512_shuffle_i32x4(high_01, high_23, 0b11'01'11'01);
  }
}

inline Vector load_bytes(const std::uint8_t* bytes, int count) {
  return _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(first_lanes(kAllLanes, count), bytes));
}
inline void store_bytes(std::uint8_t* bytes, Vector a, int count) {
  _mm256_mask_storeu_epi8(bytes, first_lanes(kAllLanes, count), _mm512_cvtepi16_epi8(a));
}

inline Vector candidates_of(Vector digits) {
  const Vector bits = _mm512_sllv_epi16(splat(1), subtract(digits, splat(1)));
  return _mm512_mask_mov_epi16(bits, _mm512_testn_epi16_mask(digits, digits), splat(0x1FF));
}
