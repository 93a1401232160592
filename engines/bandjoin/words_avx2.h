#pragma once

// The vectors of words_portable.h, in 128 and 256 bits.

inline __m128i load_128(const std::uint16_t* words) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(words));
}

struct Words8 {
  static constexpr int kLanes = 8;
  struct Sums {
    __m128i low;   // lanes 0 to 3
    __m128i high;  // lanes 4 to 7
  };
  using Total = __m128i;

  static Sums no_sums() { return {_mm_setzero_si128(), _mm_setzero_si128()}; }
  static Total no_total() { return _mm_setzero_si128(); }
  static Sums add(Sums sums, const std::uint16_t* a, const std::uint16_t* b,
                  std::uint32_t weights) {
    const __m128i x = load_128(a);
    const __m128i y = load_128(b);
    const __m128i pair = _mm_set1_epi32(static_cast<int>(weights));
    sums.low = _mm_add_epi32(sums.low, _mm_madd_epi16(_mm_unpacklo_epi16(x, y), pair));
    sums.high = _mm_add_epi32(sums.high, _mm_madd_epi16(_mm_unpackhi_epi16(x, y), pair));
    return sums;
  }
  static void add(Total& total, const std::uint16_t* values, const Sums& sums) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i x = load_128(values);
    add_products(total, _mm_unpacklo_epi16(x, zero), sums.low);
    add_products(total, _mm_unpackhi_epi16(x, zero), sums.high);
  }
  static std::uint64_t sum(Total total) {
    return static_cast<std::uint64_t>(_mm_extract_epi64(total, 0)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(total, 1));
  }

 private:
  static void add_products(Total& total, __m128i x, __m128i y) {
    const __m128i odd = _mm_mul_epu32(_mm_srli_epi64(x, 32), _mm_srli_epi64(y, 32));
    total = _mm_add_epi64(total, _mm_add_epi64(_mm_mul_epu32(x, y), odd));
  }
};

struct Words16 {
  static constexpr int kLanes = 16;
  struct Sums {
    __m256i low;   // the lower half of each 128 bits
    __m256i high;  // the upper one
  };
  using Total = __m256i;

  static Sums no_sums() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  static Total no_total() { return _mm256_setzero_si256(); }
  static Sums add(Sums sums, const std::uint16_t* a, const std::uint16_t* b,
                  std::uint32_t weights) {
    const __m256i x = load(a);
    const __m256i y = load(b);
    const __m256i pair = _mm256_set1_epi32(static_cast<int>(weights));
    sums.low = _mm256_add_epi32(sums.low, _mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), pair));
    sums.high = _mm256_add_epi32(sums.high, _mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), pair));
    return sums;
  }
  static void add(Total& total, const std::uint16_t* values, const Sums& sums) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i x = load(values);
    add_products(total, _mm256_unpacklo_epi16(x, zero), sums.low);
    add_products(total, _mm256_unpackhi_epi16(x, zero), sums.high);
  }
  static std::uint64_t sum(Total total) {
    return Words8::sum(
        _mm_add_epi64(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1)));
  }

 private:
  static __m256i load(const std::uint16_t* words) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
  }
  static void add_products(Total& total, __m256i x, __m256i y) {
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(x, 32), _mm256_srli_epi64(y, 32));
    total = _mm256_add_epi64(total, _mm256_add_epi64(_mm256_mul_epu32(x, y), odd));
  }
};

/// Eight columns of eight rows; column i goes to out[i * lanes] and on.
inline void transpose_8x8(const std::uint16_t* const* rows, std::size_t column, std::size_t lanes,
                          std::uint16_t* out) {
  __m128i a[8];
  for (int i = 0; i < 8; ++i) a[i] = load_128(rows[i] + column);
  __m128i b[8];
  for (int i = 0; i < 4; ++i) {
    b[2 * i] = _mm_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
    b[2 * i + 1] = _mm_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
  }
  for (int half = 0; half < 2; ++half) {  // columns 0 to 3, then 4 to 7
    const __m128i upper[2] = {_mm_unpacklo_epi32(b[half], b[half + 2]),
                              _mm_unpackhi_epi32(b[half], b[half + 2])};
    const __m128i lower[2] = {_mm_unpacklo_epi32(b[half + 4], b[half + 6]),
                              _mm_unpackhi_epi32(b[half + 4], b[half + 6])};
    for (int i = 0; i < 2; ++i) {
      auto* first = reinterpret_cast<__m128i*>(out + (4 * half + 2 * i) * lanes);
      auto* second = reinterpret_cast<__m128i*>(out + (4 * half + 2 * i + 1) * lanes);
      _mm_store_si128(first, _mm_unpacklo_epi64(upper[i], lower[i]));
      _mm_store_si128(second, _mm_unpackhi_epi64(upper[i], lower[i]));
    }
  }
}
