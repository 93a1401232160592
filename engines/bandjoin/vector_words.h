#pragma once

// Sums and transposition of 16-bit words in vectors of any width. A variant includes this file
// after its vectors. A vector type (vector.h) has the constant kLanes, the type Register and these
// functions, which work on each 128 bits separately:
//
//     zero(), splat(pair)                   all words 0; 32 bits in every 32-bit lane
//     load(words), store(words, a)          kLanes words, aligned to the size of the register
//     load_columns(rows, column)            eight words from `column` on, of rows 0, 8, 16, ...;
//                                           not needed for eight lanes
//     interleave16/32/64_low/high(a, b)     lanes of a and b in turn, from one half
//     add_weighted(sums, a, weights)        adds the products of each pair of 16-bit words to a
//                                           32-bit sum
//     add_products(total, a, b)             adds the products of 32-bit lanes to 64-bit sums

/// One vector of words below 2^11, and the sums of a contraction.
template <typename Vector>
struct VectorWords {
  static constexpr int kLanes = Vector::kLanes;
  using Register = typename Vector::Register;
  /// A 32-bit sum for each word.
  struct Sums {
    Register low;   // of the lower half of each 128 bits
    Register high;  // of the upper half
  };
  using Total = Register;

  static Sums no_sums() { return {Vector::zero(), Vector::zero()}; }
  static Total no_total() { return Vector::zero(); }
  /// Adds to the sums: a times the low half of `weights`, and b times the high half.
  static Sums add(Sums sums, const std::uint16_t* a, const std::uint16_t* b,
                  std::uint32_t weights) {
    const Register x = Vector::load(a);
    const Register y = Vector::load(b);
    const Register pair = Vector::splat(weights);
    sums.low = Vector::add_weighted(sums.low, Vector::interleave16_low(x, y), pair);
    sums.high = Vector::add_weighted(sums.high, Vector::interleave16_high(x, y), pair);
    return sums;
  }
  /// Adds the products of the values and their sums to the total.
  static void add(Total& total, const std::uint16_t* values, const Sums& sums) {
    const Register zero = Vector::zero();
    const Register x = Vector::load(values);
    total = Vector::add_products(total, Vector::interleave16_low(x, zero), sums.low);
    total = Vector::add_products(total, Vector::interleave16_high(x, zero), sums.high);
  }
  static std::uint64_t sum(Total total) {
    std::uint64_t sum = 0;
    for (int i = 0; i < kLanes / 4; ++i) sum += static_cast<std::uint64_t>(total[i]);
    return sum;
  }
};

/// Transposes eight columns of `Vector::kLanes` rows. Column i goes to out[i * lanes] and on.
template <typename Vector>
void transpose_columns(const std::uint16_t* const* rows, std::size_t column, std::size_t lanes,
                       std::uint16_t* out) {
  using Register = typename Vector::Register;
  Register a[8];
  for (int i = 0; i < 8; ++i) {
    if constexpr (Vector::kLanes == 8) {
      a[i] = Vector::load(rows[i] + column);
    } else {
      a[i] = Vector::load_columns(rows + i, column);
    }
  }
  Register b[8];
  for (int i = 0; i < 4; ++i) {
    b[2 * i] = Vector::interleave16_low(a[2 * i], a[2 * i + 1]);
    b[2 * i + 1] = Vector::interleave16_high(a[2 * i], a[2 * i + 1]);
  }
  for (int half = 0; half < 2; ++half) {  // columns 0 to 3, then 4 to 7
    const Register upper[2] = {Vector::interleave32_low(b[half], b[half + 2]),
                               Vector::interleave32_high(b[half], b[half + 2])};
    const Register lower[2] = {Vector::interleave32_low(b[half + 4], b[half + 6]),
                               Vector::interleave32_high(b[half + 4], b[half + 6])};
    for (int i = 0; i < 2; ++i) {
      std::uint16_t* const first = out + (4 * half + 2 * i) * lanes;
      Vector::store(first, Vector::interleave64_low(upper[i], lower[i]));
      Vector::store(first + lanes, Vector::interleave64_high(upper[i], lower[i]));
    }
  }
}

/// Implements Kernels::transpose. Uses `Widest` for as many rows as possible and `Narrowest`, which
/// has eight lanes, for the rest.
template <typename Widest, typename Narrowest>
void transpose_with(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                    std::uint16_t* out) {
  for (std::size_t column = 0; column < columns; column += 8) {
    std::size_t lane = 0;
    if constexpr (Widest::kLanes > Narrowest::kLanes) {
      for (; lane + Widest::kLanes <= lanes; lane += Widest::kLanes) {
        transpose_columns<Widest>(rows + lane, column, lanes, out + column * lanes + lane);
      }
    }
    for (; lane < lanes; lane += Narrowest::kLanes) {
      transpose_columns<Narrowest>(rows + lane, column, lanes, out + column * lanes + lane);
    }
  }
}
