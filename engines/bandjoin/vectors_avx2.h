#pragma once

// The vectors of vector_words.h in 128 and 256 bits.

struct Vector8 {
  static constexpr int kLanes = 8;
  using Register = __m128i;

  static Register zero() { return _mm_setzero_si128(); }
  static Register splat(std::uint32_t pair) { return _mm_set1_epi32(static_cast<int>(pair)); }
  static Register load(const std::uint16_t* words) {
    return _mm_load_si128(reinterpret_cast<const Register*>(words));
  }
  static void store(std::uint16_t* words, Register a) {
    _mm_store_si128(reinterpret_cast<Register*>(words), a);
  }
  static Register load_columns(const std::uint16_t* const* rows, std::size_t column) {
    return load(rows[0] + column);
  }
  static Register interleave16_low(Register a, Register b) { return _mm_unpacklo_epi16(a, b); }
  static Register interleave16_high(Register a, Register b) { return _mm_unpackhi_epi16(a, b); }
  static Register interleave32_low(Register a, Register b) { return _mm_unpacklo_epi32(a, b); }
  static Register interleave32_high(Register a, Register b) { return _mm_unpackhi_epi32(a, b); }
  static Register interleave64_low(Register a, Register b) { return _mm_unpacklo_epi64(a, b); }
  static Register interleave64_high(Register a, Register b) { return _mm_unpackhi_epi64(a, b); }
  static Register add_weighted(Register sums, Register a, Register weights) {
    return _mm_add_epi32(sums, _mm_madd_epi16(a, weights));
  }
  static Register add_products(Register total, Register a, Register b) {
    const Register odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_add_epi64(total, _mm_add_epi64(_mm_mul_epu32(a, b), odd));
  }
  static std::uint64_t sum(Register total) {
    return static_cast<std::uint64_t>(_mm_extract_epi64(total, 0)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(total, 1));
  }
};

struct Vector16 {
  static constexpr int kLanes = 16;
  using Register = __m256i;

  static Register zero() { return _mm256_setzero_si256(); }
  static Register splat(std::uint32_t pair) { return _mm256_set1_epi32(static_cast<int>(pair)); }
  static Register load(const std::uint16_t* words) {
    return _mm256_load_si256(reinterpret_cast<const Register*>(words));
  }
  static Register interleave16_low(Register a, Register b) { return _mm256_unpacklo_epi16(a, b); }
  static Register interleave16_high(Register a, Register b) { return _mm256_unpackhi_epi16(a, b); }
  static Register add_weighted(Register sums, Register a, Register weights) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, weights));
  }
  static Register add_products(Register total, Register a, Register b) {
    const Register odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
    return _mm256_add_epi64(total, _mm256_add_epi64(_mm256_mul_epu32(a, b), odd));
  }
  static std::uint64_t sum(Register total) {
    return Vector8::sum(
        _mm_add_epi64(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1)));
  }
};
