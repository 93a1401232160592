// The vector operations that vec_scalar.h documents, in AVX-512 with BW, VL, VBMI, VBMI2 and
// BITALG, and in BMI2. words16_avx512.h sets the width. There is no include guard, because a source
// can include both widths.

#include "engines/isa/words16_avx512.h"

constexpr bool kReadOnlyRowPhase = true;
constexpr bool kCollectsSolutions = true;
constexpr bool kFewRegisters = false;

// Keeps the order of instructions in a light sweep, see NOTES.md. Other functions are faster if g++
// reorders them.
#if defined(__clang__)
#define SUDOKU_IN_ORDER
#else
#define SUDOKU_IN_ORDER [[gnu::optimize("no-live-range-shrinkage", "no-schedule-insns2")]]
#endif

inline Vector multiply(Vector a, Vector b) { return SUDOKU_WORDS(mullo_epi16)(a, b); }
inline Vector keep_single(Vector a) {
  Vector below = SUDOKU_WORDS(add_epi16)(a, SUDOKU_WORDS(set1_epi16)(-1));
  asm("" : "+v"(below));  // otherwise clang counts bits instead, which fewer ports can do
  return SUDOKU_WORDS(maskz_mov_epi16)(SUDOKU_WORDS(testn_epi16_mask)(a, below), a);
}
inline Vector keep_if_at_most_3(Vector a, Vector count) {
  return SUDOKU_WORDS(maskz_mov_epi16)(SUDOKU_WORDS(cmple_epu16_mask)(count, splat(3)), a);
}
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector left = and_neither(a, b, c);
  return SUDOKU_WORDS(mask_mov_epi16)(a, SUDOKU_WORDS(cmpge_epu16_mask)(count_bits(left), splat(3)),
                                      left);
}
inline Vector or_else(Vector a, Vector b) {
  return SUDOKU_WORDS(mask_mov_epi16)(b, SUDOKU_WORDS(test_epi16_mask)(a, a), a);
}
inline Vector and_or_else(Vector a, Vector b, Vector c) { return a & select(meets(a, b), b, c); }

inline LaneSet first_lanes(LaneSet lanes, int count) {
  return _pdep_u32(static_cast<LaneSet>((std::uint64_t{1} << count) - 1), lanes);
}

inline Mask mask_of(LaneSet lanes) { return static_cast<Mask>(lanes); }

struct LaneMove {
  Vector bytes;  // source of each byte; moving bytes is faster than moving words
  ByteMask into;
};

inline LaneMove plan_move(LaneSet from, LaneSet into) {
  alignas(Vector) static constexpr std::uint16_t kNumbers[] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  const Vector numbers = load(kNumbers);
  // The lanes behind the compressed numbers are never read. They are filled with the numbers
  // because the emulator Bochs does not compress if all lanes are chosen.
  const Vector chosen = SUDOKU_WORDS(mask_compress_epi16)(numbers, mask_of(from), numbers);
  const Vector source = SUDOKU_WORDS(maskz_expand_epi16)(mask_of(into), chosen);
  const Vector bytes = add(multiply(source, splat(0x0202)), splat(0x0100));  // 2 i, then 2 i + 1
  return {bytes, SUDOKU_WORDS(movepi8_mask)(SUDOKU_WORDS(movm_epi16)(mask_of(into)))};
}
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  return SUDOKU_WORDS(mask_permutexvar_epi8)(target, move.into, move.bytes, source);
}

#ifdef SUDOKU_VECTORS_OF_256_BITS
#include "engines/lanes/parts_256.h"
#else
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
#endif

inline Vector interleave_low(Vector a, Vector b) { return SUDOKU_WORDS(unpacklo_epi8)(a, b); }
inline Vector interleave_high(Vector a, Vector b) { return SUDOKU_WORDS(unpackhi_epi8)(a, b); }
inline Vector narrow(Vector low, Vector high) { return SUDOKU_WORDS(packus_epi16)(low, high); }

/// A shift by -1 gives 0.
inline Vector candidate_of(Vector digits) {
  return SUDOKU_WORDS(sllv_epi16)(splat(1), subtract(digits, splat(1)));
}
