#pragma once

// How words_avx2.h is used where there is nothing wider.

/// The vectors, and how many of them side by side, that suit rows of so many lanes.
template <int kLanes>
using WordsFor = std::conditional_t<kLanes == 8, Words8, Words16>;
template <int kLanes>
constexpr int kVectorsFor = kLanes < 32 ? 1 : 2;

inline void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                      std::uint16_t* out) {
  for (std::size_t column = 0; column < columns; column += 8) {
    for (std::size_t lane = 0; lane < lanes; lane += 8) {
      transpose_8x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
  }
}
