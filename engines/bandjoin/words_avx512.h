#pragma once

// The vectors of words_portable.h, in 512 bits with BW and VNNI. Narrower ones are those of
// words_avx2.h.

struct Words32 {
  static constexpr int kLanes = 32;
  struct Sums {
    __m512i low;   // the lower half of each 128 bits
    __m512i high;  // the upper one
  };
  using Total = __m512i;

  static Sums no_sums() { return {_mm512_setzero_si512(), _mm512_setzero_si512()}; }
  static Total no_total() { return _mm512_setzero_si512(); }
  static Sums add(Sums sums, const std::uint16_t* a, const std::uint16_t* b,
                  std::uint32_t weights) {
    const __m512i x = _mm512_load_si512(a);
    const __m512i y = _mm512_load_si512(b);
    const __m512i pair = _mm512_set1_epi32(static_cast<int>(weights));
    sums.low = _mm512_dpwssd_epi32(sums.low, _mm512_unpacklo_epi16(x, y), pair);
    sums.high = _mm512_dpwssd_epi32(sums.high, _mm512_unpackhi_epi16(x, y), pair);
    return sums;
  }
  static void add(Total& total, const std::uint16_t* values, const Sums& sums) {
    const __m512i zero = _mm512_setzero_si512();
    const __m512i x = _mm512_load_si512(values);
    add_products(total, _mm512_unpacklo_epi16(x, zero), sums.low);
    add_products(total, _mm512_unpackhi_epi16(x, zero), sums.high);
  }
  static std::uint64_t sum(Total total) {
    return Words16::sum(
        _mm256_add_epi64(_mm512_castsi512_si256(total), _mm512_extracti64x4_epi64(total, 1)));
  }

 private:
  static void add_products(Total& total, __m512i x, __m512i y) {
    const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(x, 32), _mm512_srli_epi64(y, 32));
    total = _mm512_add_epi64(total, _mm512_add_epi64(_mm512_mul_epu32(x, y), odd));
  }
};

/// Eight columns of 32 rows; column i goes to out[i * lanes] and on.
inline void transpose_32x8(const std::uint16_t* const* rows, std::size_t column, std::size_t lanes,
                           std::uint16_t* out) {
  __m512i a[8];  // rows i, i + 8, i + 16 and i + 24
  for (int i = 0; i < 8; ++i) {
    a[i] = _mm512_castsi128_si512(load_128(rows[i] + column));
    a[i] = _mm512_inserti32x4(a[i], load_128(rows[i + 8] + column), 1);
    a[i] = _mm512_inserti32x4(a[i], load_128(rows[i + 16] + column), 2);
    a[i] = _mm512_inserti32x4(a[i], load_128(rows[i + 24] + column), 3);
  }
  __m512i b[8];
  for (int i = 0; i < 4; ++i) {
    b[2 * i] = _mm512_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
    b[2 * i + 1] = _mm512_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
  }
  for (int half = 0; half < 2; ++half) {  // columns 0 to 3, then 4 to 7
    const __m512i upper[2] = {_mm512_unpacklo_epi32(b[half], b[half + 2]),
                              _mm512_unpackhi_epi32(b[half], b[half + 2])};
    const __m512i lower[2] = {_mm512_unpacklo_epi32(b[half + 4], b[half + 6]),
                              _mm512_unpackhi_epi32(b[half + 4], b[half + 6])};
    for (int i = 0; i < 2; ++i) {
      std::uint16_t* first = out + (4 * half + 2 * i) * lanes;
      _mm512_store_si512(first, _mm512_unpacklo_epi64(upper[i], lower[i]));
      _mm512_store_si512(first + lanes, _mm512_unpackhi_epi64(upper[i], lower[i]));
    }
  }
}

class Counts32 {
 public:
  static Counts32 none() { return Counts32(_mm512_setzero_si512()); }
  void add_set(std::uint32_t set) {
    counts_ = _mm512_mask_add_epi16(counts_, set, counts_, _mm512_set1_epi16(1));
  }
  void add_to(std::uint16_t* words) const {
    _mm512_store_si512(words, _mm512_add_epi16(_mm512_load_si512(words), counts_));
  }

 private:
  explicit Counts32(__m512i counts) : counts_(counts) {}
  __m512i counts_;
};

/// The vectors, and how many of them side by side, that suit rows of so many lanes.
template <int kLanes>
using WordsFor =
    std::conditional_t<kLanes == 8, Words8, std::conditional_t<kLanes == 16, Words16, Words32>>;
template <int kLanes>
constexpr int kVectorsFor = kLanes < 64 ? 1 : 2;

inline void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                      std::uint16_t* out) {
  for (std::size_t column = 0; column < columns; column += 8) {
    std::size_t lane = 0;
    for (; lane + 32 <= lanes; lane += 32) {
      transpose_32x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
    for (; lane < lanes; lane += 8) {
      transpose_8x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
  }
}
