#pragma once

// The boards of the nine digits, and operations that depend on the number of boards per vector:
// here one. This header documents the operations. Included inside the namespace of a variant, see
// generic.h.

/// The possible cells of each digit, consecutive in memory.
struct DigitBoards {
  Three<CellSet> digits[kSize / 3];
};

/// A vector for each group of three vectors of DigitBoards.
struct Flags {
  CellSet digits[kSize / 3];
};

/// Calls `visit` for each group of three vectors, with the same groups of all `boards`.
template <typename Visit, typename... Boards>
[[gnu::always_inline]] inline void for_each_group(Visit&& visit, Boards&&... boards) {
  for (std::size_t i = 0; i < kSize / 3; ++i) visit(boards.digits[i]...);
}

/// The same set for each digit of a vector.
using SharedSet = CellSet;

template <typename V>
CellSet widen(CellSet cells) {
  return cells;
}
inline CellSet narrow(SharedSet cells) { return cells; }
/// The union or the intersection of the sets of the digits of a vector.
inline SharedSet union_of(CellSet cells) { return cells; }
inline CellSet intersection_of(CellSet cells) { return cells; }
/// The cells that the sets of two digits of a vector share.
inline SharedSet shared_in(CellSet) { return kNone; }

/// A vector with `lane` in every lane but the empty ones.
template <typename V>
constexpr V in_each_band_of(std::uint32_t lane) {
  return in_each_band(lane);
}

// Rotations of the bands of the grid by one band and by two.
inline CellSet rotate_bands_once(CellSet board) {
  return __builtin_shufflevector(board, board, 1, 2, 0, 3);
}
inline CellSet rotate_bands_twice(CellSet board) {
  return __builtin_shufflevector(board, board, 2, 0, 1, 3);
}
/// One band in all lanes.
template <int band>
CellSet spread_band(CellSet board) {
  return __builtin_shufflevector(board, board, band, band, band, band);
}

/// Packs nine boards.
inline DigitBoards boards_of(const std::array<CellSet, kSize>& digits) {
  return {{{digits[0], digits[1], digits[2]},
           {digits[3], digits[4], digits[5]},
           {digits[6], digits[7], digits[8]}}};
}

/// Number of cells; cells of `heavy` count three times. The result is below 256. Adds fields of
/// increasing width, because a population count is slow on CPUs without that instruction.
inline std::uint32_t weight(CellSet cells, CellSet heavy) {
  constexpr CellSet kOdd1 = in_each_band(0x55555555);
  constexpr CellSet kOdd2 = in_each_band(0x33333333);
  constexpr CellSet kOdd4 = in_each_band(0x0F0F0F0F);
  const auto count_in_fours = [&](CellSet board) {
    const CellSet twos = (board & kOdd1) + (board >> 1 & kOdd1);
    return (twos & kOdd2) + (twos >> 2 & kOdd2);
  };
  const CellSet fours = count_in_fours(cells) + (count_in_fours(cells & heavy) << 1);
  const Words eights = words_of((fours & kOdd4) + (fours >> 4 & kOdd4));
  return static_cast<std::uint32_t>((eights[0] + eights[1]) * 0x0101010101010101U >> 56);
}

inline Planes planes_of(const Grid& grid) {
  constexpr std::uint64_t kLowest = 0x0101010101010101;  // the lowest bit of each byte
  constexpr std::uint64_t kGather =
      0x0102040810204080;  // multiplication by it gathers them in the highest byte
  std::array<Lanes, 4> planes{};
  for (std::size_t row = 0; row < kSize; ++row) {
    const std::uint8_t* const cells = grid.cells.data() + kSize * row;
    std::uint64_t first_eight;
    std::memcpy(&first_eight, cells, sizeof first_eight);
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const std::uint64_t bits = (first_eight >> i & kLowest) * kGather >> 56;
      const std::uint32_t last = cells[kSize - 1] >> i & 1U;
      const std::uint32_t columns = static_cast<std::uint32_t>(bits) | last << (kSize - 1);
      planes[i][row / 3] |= columns << row % 3 * kRowBits;
    }
  }
  return std::bit_cast<Planes>(planes);
}

/// Byte i is bit i of the index.
inline constexpr auto kBytesOfBits = [] {
  std::array<std::uint64_t, 256> words{};
  for (std::size_t bits = 0; bits < words.size(); ++bits) {
    for (std::size_t i = 0; i < 8; ++i) words[bits] |= std::uint64_t{bits >> i & 1} << 8 * i;
  }
  return words;
}();

inline void write_planes(const Planes& planes, Grid& grid) {
  const auto lanes = std::bit_cast<std::array<Lanes, 4>>(planes);
  for (std::size_t row = 0; row < kSize; ++row) {
    std::uint64_t first_eight = 0;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const std::uint32_t columns = lanes[i][row / 3] >> row % 3 * kRowBits;
      first_eight |= kBytesOfBits[columns & 0xFF] << i;
      last |= (columns >> (kSize - 1) & 1U) << i;
    }
    std::uint8_t* const cells = grid.cells.data() + kSize * row;
    std::memcpy(cells, &first_eight, sizeof first_eight);
    cells[kSize - 1] = static_cast<std::uint8_t>(last);
  }
}
