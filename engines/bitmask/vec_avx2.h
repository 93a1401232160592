#pragma once

// The operations that vec_any.h documents for vectors of two digits, in AVX2 with BMI2. The first
// six digits are in pairs, the last three in vectors of one digit.

using Pair = std::uint32_t __attribute__((vector_size(32)));

struct DigitBoards {
  Three<Pair> first_six;
  Three<CellSet> last_three;
};

struct Flags {
  Pair first_six;
  CellSet last_three;
};

/// The CPU overlaps the two groups: within a group, each step of `visit` waits for the previous
/// one.
template <typename Visit, typename... Boards>
[[gnu::always_inline]] inline void for_each_group(Visit&& visit, Boards&&... boards) {
  visit(boards.first_six...);
  visit(boards.last_three...);
}

inline CellSet low_half(Pair pair) { return __builtin_shufflevector(pair, pair, 0, 1, 2, 3); }
inline CellSet high_half(Pair pair) { return __builtin_shufflevector(pair, pair, 4, 5, 6, 7); }

using SharedSet = Pair;

template <typename V>
V widen(CellSet cells) {
  if constexpr (sizeof(V) == sizeof(CellSet)) {
    return cells;
  } else {
    return __builtin_shufflevector(cells, cells, 0, 1, 2, 3, 4, 5, 6, 7);
  }
}
inline CellSet narrow(SharedSet cells) { return low_half(cells); }
template <typename V>
V widen(SharedSet cells) {
  if constexpr (sizeof(V) == sizeof(CellSet)) {
    return narrow(cells);
  } else {
    return cells;
  }
}

inline Pair swap_halves(Pair pair) {
  return __builtin_shufflevector(pair, pair, 4, 5, 6, 7, 0, 1, 2, 3);
}
inline SharedSet union_of(CellSet cells) { return widen<SharedSet>(cells); }
inline SharedSet union_of(Pair pair) { return pair | swap_halves(pair); }
inline CellSet intersection_of(CellSet cells) { return cells; }
inline CellSet intersection_of(Pair pair) { return low_half(pair) & high_half(pair); }
inline SharedSet shared_in(CellSet) { return SharedSet{}; }
inline SharedSet shared_in(Pair pair) { return pair & swap_halves(pair); }

template <typename V>
constexpr V in_each_band_of(std::uint32_t lane) {
  if constexpr (sizeof(V) == sizeof(CellSet)) {
    return V{lane, lane, lane, 0};
  } else {
    return V{lane, lane, lane, 0, lane, lane, lane, 0};
  }
}

inline CellSet rotate_bands_once(CellSet board) {
  return __builtin_shufflevector(board, board, 1, 2, 0, 3);
}
inline Pair rotate_bands_once(Pair boards) {
  return __builtin_shufflevector(boards, boards, 1, 2, 0, 3, 5, 6, 4, 7);
}
inline CellSet rotate_bands_twice(CellSet board) {
  return __builtin_shufflevector(board, board, 2, 0, 1, 3);
}
inline Pair rotate_bands_twice(Pair boards) {
  return __builtin_shufflevector(boards, boards, 2, 0, 1, 3, 6, 4, 5, 7);
}
template <int band>
CellSet spread_band(CellSet board) {
  return __builtin_shufflevector(board, board, band, band, band, band);
}
template <int band>
Pair spread_band(Pair boards) {
  return __builtin_shufflevector(boards, boards, band, band, band, band, band + 4, band + 4,
                                 band + 4, band + 4);
}

inline DigitBoards boards_of(const std::array<CellSet, kSize>& digits) {
  const auto pair = [&](std::size_t d) {
    return __builtin_shufflevector(digits[d], digits[d + 1], 0, 1, 2, 3, 4, 5, 6, 7);
  };
  return {{pair(0), pair(2), pair(4)}, {digits[6], digits[7], digits[8]}};
}

inline std::uint32_t weight(CellSet cells, CellSet heavy) {
  const auto count = [](CellSet set) {
    const Words words = words_of(set);
    return std::popcount(words[0]) + std::popcount(words[1]);
  };
  return static_cast<std::uint32_t>(count(cells) + 2 * count(cells & heavy));
}

inline __m256i load_bytes(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

/// A load has the 27 cells of a band and five other cells: the next five, or for the last band the
/// five before it.
inline Planes planes_of(const Grid& grid) {
  constexpr int kOthers = 32 - static_cast<int>(kBandCells);
  const std::uint8_t* const cells = grid.cells.data();
  const __m256i first = load_bytes(cells);
  const __m256i second = load_bytes(cells + kBandCells);
  const __m256i last = load_bytes(cells + kCells - 32);
  const auto plane = [&](int i) {
    const auto cells_with_bit = [&](__m256i band) {
      return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(band, 7 - i)));
    };
    const CellSet bits{cells_with_bit(first), cells_with_bit(second),
                       cells_with_bit(last) >> kOthers, 0};
    constexpr std::uint32_t kRow = (1U << kSize) - 1;
    return (bits & in_each_band(kRow)) | (bits & in_each_band(kRow << kSize)) << 1 |
           (bits & in_each_band(kRow << (2 * kSize))) << 2;
  };
  return {plane(0), plane(1), plane(2), plane(3)};
}

/// Writes the first 16 cells of a band and the last 16. Behind the last band there is no memory to
/// overwrite.
inline void write_planes(const Planes& planes, Grid& grid) {
  constexpr std::size_t kHalf = 16;
  struct Pattern {
    alignas(
        32) std::array<std::uint8_t, 2 * kHalf> byte;  // the byte of a lane with the bit of a cell
    alignas(32) std::array<std::uint8_t, 2 * kHalf> bit;
  };
  static constexpr Pattern kPattern = [] {
    Pattern pattern{};
    for (std::size_t i = 0; i < 2 * kHalf; ++i) {
      const std::size_t position = position_in_band(i < kHalf ? i : i + kBandCells - 2 * kHalf);
      pattern.byte[i] = static_cast<std::uint8_t>(position / 8);
      pattern.bit[i] = static_cast<std::uint8_t>(1U << position % 8);
    }
    return pattern;
  }();
  const __m256i byte = load_bytes(kPattern.byte.data());
  const __m256i bit = load_bytes(kPattern.bit.data());
  for (std::size_t band = 0; band < kBands; ++band) {
    __m256i digits = _mm256_setzero_si256();
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const __m256i lanes = _mm256_set1_epi32(static_cast<int>(planes[i][band]));
      const __m256i is_set =
          _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(lanes, byte), bit), bit);
      const __m256i value = _mm256_set1_epi8(static_cast<char>(1 << i));
      digits = _mm256_or_si256(digits, _mm256_and_si256(is_set, value));
    }
    std::uint8_t* const cells = grid.cells.data() + kBandCells * band;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(cells), _mm256_castsi256_si128(digits));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(cells + kBandCells - kHalf),
                     _mm256_extracti128_si256(digits, 1));
  }
}
