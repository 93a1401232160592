// Loads and stores of parts for vectors of 256 bits. Included by several vec_<set>.h. There is no
// include guard, because a source can include several of them.

inline __m256i load_parts(const std::uint8_t* bytes, int stride) {
  return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(bytes + stride),
                             reinterpret_cast<const __m128i*>(bytes));
}
inline void store_parts(std::uint8_t* bytes, int stride, __m256i a) {
  _mm256_storeu2_m128i(reinterpret_cast<__m128i*>(bytes + stride),
                       reinterpret_cast<__m128i*>(bytes), a);
}
