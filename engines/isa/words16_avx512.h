// Operations on words of 16 bits in AVX-512 with BW, VL and BITALG, which several techniques use.
// The vectors have 512 bits, or 256 bits if SUDOKU_VECTORS_OF_256_BITS is defined. Included inside
// an unnamed namespace and a target region. There is no include guard, because a source can include
// both widths.

#undef SUDOKU_WORDS
#undef SUDOKU_BITS

using LaneSet = std::uint32_t;

#ifdef SUDOKU_VECTORS_OF_256_BITS
#define SUDOKU_WORDS(operation) _mm256_##operation
#define SUDOKU_BITS(operation) _mm256_##operation##_si256
constexpr int kLanes = 16;
constexpr LaneSet kAllLanes = 0xFFFF;
using Vector = __m256i;  // the compilers define &, | and ^
using Mask = __mmask16;
using ByteMask = __mmask32;
#else
#define SUDOKU_WORDS(operation) _mm512_##operation
#define SUDOKU_BITS(operation) _mm512_##operation##_si512
constexpr int kLanes = 32;
constexpr LaneSet kAllLanes = 0xFFFF'FFFF;
using Vector = __m512i;  // the compilers define &, | and ^
using Mask = __mmask32;
using ByteMask = __mmask64;
#endif

inline Vector splat(std::uint16_t value) {
  return SUDOKU_WORDS(set1_epi16)(static_cast<short>(value));
}
inline Vector load(const std::uint16_t* values) { return *reinterpret_cast<const Vector*>(values); }
inline void store(std::uint16_t* values, Vector a) { *reinterpret_cast<Vector*>(values) = a; }

// The constant of a ternary operation is its truth table: bit 4a + 2b + c.

inline Vector and_not(Vector a, Vector b) { return SUDOKU_BITS(andnot)(b, a); }
inline Vector and_neither(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b0001'0000);
}
inline Vector or_without(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b1111'0100);
}
inline Vector both_without(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b0100'0000);
}
inline Vector or3(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b1111'1110);
}
inline Vector and3(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b1000'0000);
}
inline Vector xor3(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b1001'0110);
}
inline Vector majority(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b1110'1000);
}
inline Vector exactly_two(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b0110'1000);
}
inline Vector exactly_one(Vector a, Vector b, Vector c) {
  return SUDOKU_WORDS(ternarylogic_epi64)(a, b, c, 0b0001'0110);
}

inline Vector add(Vector a, Vector b) { return SUDOKU_WORDS(add_epi16)(a, b); }
inline Vector subtract(Vector a, Vector b) { return SUDOKU_WORDS(sub_epi16)(a, b); }
inline Vector min(Vector a, Vector b) { return SUDOKU_WORDS(min_epu16)(a, b); }
inline Vector count_bits(Vector a) { return SUDOKU_WORDS(popcnt_epi16)(a); }
inline Vector lowest_bit(Vector a) {
  return a & SUDOKU_WORDS(sub_epi16)(SUDOKU_BITS(setzero)(), a);
}

inline Mask equal(Vector a, Vector b) { return SUDOKU_WORDS(cmpeq_epi16_mask)(a, b); }
inline Mask less(Vector a, Vector b) { return SUDOKU_WORDS(cmplt_epu16_mask)(a, b); }
inline Mask meets(Vector a, Vector b) { return SUDOKU_WORDS(test_epi16_mask)(a, b); }
inline LaneSet lanes_of(Mask mask) { return mask; }
inline Vector select(Mask mask, Vector yes, Vector no) {
  return SUDOKU_WORDS(mask_mov_epi16)(no, mask, yes);
}
