// A vector for vector_words.h. Included for each width, with these definitions:
//   SUDOKU_VECTOR    name of the type
//   SUDOKU_REGISTER  type of its register
//   SUDOKU_MM(op)    the intrinsic function of an operation
// There is no include guard, because a source can include several widths.

struct SUDOKU_VECTOR {
  using Register = SUDOKU_REGISTER;
  static constexpr int kLanes = sizeof(Register) / sizeof(std::uint16_t);

  static Register zero() { return Register{}; }
  static Register splat(std::uint32_t pair) {
    return SUDOKU_MM(set1_epi32)(static_cast<int>(pair));
  }
  static Register load(const std::uint16_t* words) {
    return *reinterpret_cast<const Register*>(words);
  }
  static void store(std::uint16_t* words, Register a) { *reinterpret_cast<Register*>(words) = a; }
  static Register interleave16_low(Register a, Register b) {
    return SUDOKU_MM(unpacklo_epi16)(a, b);
  }
  static Register interleave16_high(Register a, Register b) {
    return SUDOKU_MM(unpackhi_epi16)(a, b);
  }
  static Register interleave32_low(Register a, Register b) {
    return SUDOKU_MM(unpacklo_epi32)(a, b);
  }
  static Register interleave32_high(Register a, Register b) {
    return SUDOKU_MM(unpackhi_epi32)(a, b);
  }
  static Register interleave64_low(Register a, Register b) {
    return SUDOKU_MM(unpacklo_epi64)(a, b);
  }
  static Register interleave64_high(Register a, Register b) {
    return SUDOKU_MM(unpackhi_epi64)(a, b);
  }
  static Register add_weighted(Register sums, Register a, Register weights) {
    return SUDOKU_MM(add_epi32)(sums, SUDOKU_MM(madd_epi16)(a, weights));
  }
  static Register add_products(Register total, Register a, Register b) {
    const Register odd =
        SUDOKU_MM(mul_epu32)(SUDOKU_MM(srli_epi64)(a, 32), SUDOKU_MM(srli_epi64)(b, 32));
    return SUDOKU_MM(add_epi64)(total, SUDOKU_MM(add_epi64)(SUDOKU_MM(mul_epu32)(a, b), odd));
  }
};

#undef SUDOKU_VECTOR
#undef SUDOKU_REGISTER
#undef SUDOKU_MM
