#pragma once

// An AVX2 register with one lane of 16 bits, or word, per box. Word 4 x + y belongs to the box in
// band x and stack y. Words 3, 7, 11 and 12 to 15 belong to no box. Included inside the namespace
// of a variant, see triads/generic.h.

using Vector =
    std::uint16_t __attribute__((vector_size(32)));  // the compilers define its operators

inline __m256i bits_of(Vector a) { return reinterpret_cast<__m256i>(a); }
inline Vector words_of(__m256i a) { return reinterpret_cast<Vector>(a); }

/// Loads and stores 16 words. The address is a multiple of 32.
inline Vector load(const std::uint16_t* words) {
  return words_of(_mm256_load_si256(reinterpret_cast<const __m256i*>(words)));
}
inline void store(std::uint16_t* words, Vector a) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(words), bits_of(a));
}
inline Vector splat(unsigned value) { return Vector{} + static_cast<std::uint16_t>(value); }
inline Vector or3(Vector a, Vector b, Vector c) { return a | b | c; }
/// The words are below 2^15.
inline Vector min(Vector a, Vector b) { return words_of(_mm256_min_epi16(bits_of(a), bits_of(b))); }
inline Vector max(Vector a, Vector b) { return words_of(_mm256_max_epi16(bits_of(a), bits_of(b))); }
/// All bits of the words where a > b as signed numbers, no bits of the others.
inline Vector exceeding(Vector a, Vector b) {
  return words_of(_mm256_cmpgt_epi16(bits_of(a), bits_of(b)));
}
/// `yes` in words where `mask` has all bits, `no` in words where it has none.
inline Vector select(Vector mask, Vector yes, Vector no) {
  return words_of(_mm256_blendv_epi8(bits_of(no), bits_of(yes), bits_of(mask)));
}

inline Vector shuffled(Vector a, __m256i bytes) {
  return words_of(_mm256_shuffle_epi8(bits_of(a), bytes));
}
/// Gives each box the word of the next box in its band, cyclically (last_box: of the previous box).
inline Vector next_box(Vector a) {
  return shuffled(a, _mm256_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15,  //
                                      2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15));
}
inline Vector last_box(Vector a) {
  return shuffled(a, _mm256_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15,  //
                                      4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15));
}
/// Gives each box the word of the next box in its stack, cyclically (last_band: of the previous
/// box).
inline Vector next_band(Vector a) {
  return words_of(_mm256_permute4x64_epi64(bits_of(a), 0b11'00'10'01));
}
inline Vector last_band(Vector a) {
  return words_of(_mm256_permute4x64_epi64(bits_of(a), 0b11'01'00'10));
}

inline bool is_zero(Vector a) { return _mm256_testz_si256(bits_of(a), bits_of(a)) != 0; }
/// Whether at least two words are not zero.
inline bool has_several(Vector a) {
  const __m256i zero = _mm256_cmpeq_epi16(bits_of(a), _mm256_setzero_si256());
  const auto bytes = ~static_cast<unsigned>(_mm256_movemask_epi8(zero));
  return __builtin_popcount(bytes) > 2;
}
