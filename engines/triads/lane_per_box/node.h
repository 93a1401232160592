#pragma once

// A node in nine AVX2 registers. Included inside the namespace of a variant, see triads/generic.h.
//
// Layout. A lane is a box. Vector 3 r + k has the candidates of the cell in row r and column k of
// every box. Bit d - 1 stands for digit d. Words that belong to no box have all digits, and no rule
// removes them. So
//  - the cells of a box are in the same word of different vectors;
//  - the triads of rows and of columns come from the same vectors;
//  - the rest of a line is in other words of the same vectors, one permutation away.

#include "engines/triads/lane_per_box/words.h"

constexpr int kVectors = 9;
constexpr int kWords = 16;
constexpr std::uint16_t kEveryDigit = 0x1FF;

struct alignas(32) Node {
  Node() : cells{} {}
  Node(const Node& other) { copy(other); }
  Node& operator=(const Node& other) {
    if (this != &other) copy(other);
    return *this;
  }

  Vector cells[kVectors];

 private:
  /// Copies vector by vector. Otherwise g++ copies halves, and loads of whole vectors wait for
  /// them.
  void copy(const Node& other) {
    for (int i = 0; i < kVectors; ++i) cells[i] = other.cells[i];
  }
};

/// The candidates of the nine cells of a row. The ninth cell is in the lowest word of `ninth`.
struct RowWords {
  __m128i eight;
  __m128i ninth;
};

inline RowWords row_words(__m128i digits) {
  const __m128i low_byte = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
  const __m128i high_byte = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
  const __m128i low = _mm_shuffle_epi8(low_byte, digits);
  const __m128i high = _mm_shuffle_epi8(high_byte, digits);
  return {_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)};
}

/// The cells of a row by their column in the box: three words, and one of no box.
struct RowColumns {
  __m128i columns_0_and_2;  // column 2 in the upper half
  __m128i column_1;         // in the lower half
};

inline RowColumns row_columns(__m128i digits) {
  const auto [eight, ninth] = row_words(digits);
  const __m128i no_box = _mm_setr_epi16(0, 0, 0, kEveryDigit, 0, 0, 0, kEveryDigit);
  const __m128i most = _mm_shuffle_epi8(
      eight, _mm_setr_epi8(0, 1, 6, 7, 12, 13, -1, -1, 4, 5, 10, 11, -1, -1, -1, -1));
  const __m128i last = _mm_shuffle_epi8(
      ninth, _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, -1, -1));
  const __m128i column_1 = _mm_shuffle_epi8(
      eight, _mm_setr_epi8(2, 3, 8, 9, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  return {most | last | no_box, column_1 | no_box};
}

/// Joins words of bands 0 and 1 with the words of band 2 in the lower half of `third`.
inline Vector join_bands(__m128i first_two, __m128i third) {
  const __m128i no_box = _mm_set1_epi16(static_cast<short>(kEveryDigit));
  return words_of(_mm256_inserti128_si256(_mm256_castsi128_si256(first_two),
                                          _mm_unpacklo_epi64(third, no_box), 1));
}

inline void replace_if(bool condition, Node& node, const Node& other) {
  if (condition) node = other;
}

/// Reads a puzzle of kCells digits, 0 for an empty cell.
inline Node read_node(const std::uint8_t* cells) {
  Node node;
  for (int r = 0; r < 3; ++r) {
    RowColumns band[3];
    for (int x = 0; x < 3; ++x) {
      constexpr int kLoaded = 16;
      const int begin = static_cast<int>(kSize) * (3 * x + r);
      // For the last row, loads the bytes before it instead of those behind the board.
      const bool is_last = begin + kLoaded > static_cast<int>(kCells);
      const std::uint8_t* const from = is_last ? cells + kCells - kLoaded : cells + begin;
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
      band[x] = row_columns(is_last ? _mm_srli_si128(bytes, kLoaded - kSize) : bytes);
    }
    Vector* const c = node.cells + 3 * r;
    c[0] = join_bands(_mm_unpacklo_epi64(band[0].columns_0_and_2, band[1].columns_0_and_2),
                      band[2].columns_0_and_2);
    c[1] = join_bands(_mm_unpacklo_epi64(band[0].column_1, band[1].column_1), band[2].column_1);
    c[2] = join_bands(_mm_unpackhi_epi64(band[0].columns_0_and_2, band[1].columns_0_and_2),
                      _mm_srli_si128(band[2].columns_0_and_2, 8));
  }
  return node;
}

/// The word of a cell in the vectors of a node.
struct CellPlace {
  int vector;
  int word;
};
constexpr CellPlace place_of(int row, int column) {
  return {3 * (row % 3) + column % 3, 4 * (row / 3) + column / 3};
}

/// Reads a puzzle with candidates.
inline Node read_node(const std::uint8_t* cells, const Digits* candidates) {
  alignas(Vector) std::uint16_t words[kVectors][kWords];
  for (auto& vector : words) store(vector, splat(kEveryDigit));
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column, ++candidates) {
      const auto [vector, word] = place_of(row, column);
      words[vector][word] = static_cast<std::uint16_t>(*candidates);
    }
  }
  Node node = read_node(cells);
  for (int i = 0; i < kVectors; ++i) node.cells[i] &= load(words[i]);
  return node;
}

/// The digits of words with one candidate each.
inline __m256i digits_of(Vector cells) {
  const __m256i low_digit = _mm256_setr_epi8(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,  //
                                             0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
  const __m256i high_digit = _mm256_setr_epi8(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0,  //
                                              0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);
  const Vector nibbles = splat(0x0F0F);
  const __m256i low = _mm256_shuffle_epi8(low_digit, bits_of(cells & nibbles));
  const __m256i high = _mm256_shuffle_epi8(high_digit, bits_of((cells >> 4) & nibbles));
  // The upper byte of a word has only the ninth bit.
  return _mm256_maddubs_epi16(_mm256_or_si256(low, high), _mm256_set1_epi16(0x0901));
}

/// The nine digits of a row. The lower half of `columns` has pairs of digits in columns 0 and 1 of
/// the boxes. The upper half has the digits in column 2.
inline __m128i row_digits(__m128i columns) {
  return _mm_shuffle_epi8(columns,
                          _mm_setr_epi8(0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1));
}

/// Writes the candidates of a node. Cell i goes to first[i * stride].
inline void write_candidates(const Node& node, std::uint16_t* first, std::size_t stride) {
  alignas(Vector) std::uint16_t words[kVectors][kWords];
  for (int i = 0; i < kVectors; ++i) store(words[i], node.cells[i]);
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column, first += stride) {
      const auto [vector, word] = place_of(row, column);
      *first = words[vector][word];
    }
  }
}

/// Writes the digits of a solved node.
inline void write_solution(const Node& node, std::uint8_t* cells) {
  __m128i rows[kSize];
  for (int r = 0; r < 3; ++r) {
    const Vector* const c = node.cells + 3 * r;
    const __m256i pairs = _mm256_or_si256(digits_of(c[0]), _mm256_slli_epi16(digits_of(c[1]), 8));
    const __m256i column_2 = digits_of(c[2]);
    const __m256i bands_0_and_2 = _mm256_unpacklo_epi64(pairs, column_2);
    const __m256i band_1 = _mm256_unpackhi_epi64(pairs, column_2);
    rows[r] = row_digits(_mm256_castsi256_si128(bands_0_and_2));
    rows[3 + r] = row_digits(_mm256_castsi256_si128(band_1));
    rows[6 + r] = row_digits(_mm256_extracti128_si256(bands_0_and_2, 1));
  }
  // Each store overwrites a part of the next row, which is stored next.
  constexpr int kLast = kSize - 1;
  for (int row = 0; row < kLast; ++row) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(cells + kSize * row), rows[row]);
  }
  std::memcpy(cells + kSize * kLast, &rows[kLast], kSize);
}
