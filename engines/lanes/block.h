#pragma once

// A block of boards, one a lane. Included by kernel.h inside the namespace of a variant.

constexpr int kDigits = 9;
constexpr std::uint16_t kAllDigits = 0x1FF;

/// The boards of kLanes searches, each at a node of its own.
struct Block {
  alignas(Vector) std::uint16_t cells[kCells][kLanes];  // candidates, bit d - 1 for digit d
  alignas(Vector) std::uint16_t puzzle[kLanes];         // number within the batch
  std::uint32_t before[kLanes];                         // while it waits: see WaitingBlocks
  LaneSet live = 0;                                     // lanes that hold a board

  bool is_full() const { return live == kAllLanes; }
};

/// The compiler does not know any more what stands in memory.
[[gnu::always_inline]] inline void forget_loads() {
  asm volatile("" ::: "memory");
}

inline int size_of(LaneSet lanes) {
  return __builtin_popcount(lanes);
}
inline int first_of(LaneSet lanes) {
  return __builtin_ctz(lanes);
}
inline LaneSet without_first(LaneSet lanes) {
  return lanes & (lanes - 1);
}
inline int smaller(int a, int b) {
  return a < b ? a : b;
}

/// The lanes of `block` that search `puzzle`.
inline LaneSet lanes_with(const Block& block, std::uint16_t puzzle) {
  return lanes_of(equal(load(block.puzzle), splat(puzzle)));
}

/// Copies lanes of a block into lanes of another one, or of itself.
inline void copy_lanes(const Block& source, Block& target, const LaneMove& move) {
  for (int i = 0; i < kCells; ++i) {
    store(target.cells[i], moved(move, load(source.cells[i]), load(target.cells[i])));
  }
  store(target.puzzle, moved(move, load(source.puzzle), load(target.puzzle)));
}

/// Copies one lane: two bytes a cell take less time than whole vectors.
inline void copy_lane(const Block& source, int from, Block& target, int into) {
  for (int i = 0; i < kCells; ++i) target.cells[i][into] = source.cells[i][from];
  target.puzzle[into] = source.puzzle[from];
}

/// Copies lanes within a block and others into it from another one, in one pass.
inline void copy_lanes(Block& block, const LaneMove& within, const Block& source,
                       const LaneMove& across) {
  for (int i = 0; i < kCells; ++i) {
    const Vector cell = load(block.cells[i]);
    store(block.cells[i], moved(across, load(source.cells[i]), moved(within, cell, cell)));
  }
  const Vector puzzle = load(block.puzzle);
  store(block.puzzle, moved(across, load(source.puzzle), moved(within, puzzle, puzzle)));
}

/// Fills the first `count` lanes with the puzzles from number `first` on. `grids` holds kCells
/// bytes each, 0 for an empty cell, from puzzle `first` on.
inline void read_boards(Block& block, const std::uint8_t* grids, int count, std::uint16_t first) {
  Vector rows[kLanes];
  for (int begin = 0; begin < kCells; begin += kLanes) {
    const int width = smaller(kLanes, kCells - begin);
    for (int i = 0; i < count; ++i) rows[i] = load_bytes(grids + i * kCells + begin, width);
    for (int i = count; i < kLanes; ++i) rows[i] = splat(0);
    transpose(rows);
    for (int i = 0; i < width; ++i) store(block.cells[begin + i], candidates_of(rows[i]));
  }
  for (int i = 0; i < kLanes; ++i) block.puzzle[i] = static_cast<std::uint16_t>(first + i);
  block.live = first_lanes(kAllLanes, count);
}

/// Writes boards of single candidates to `grids`, kCells bytes each.
inline void write_boards(const Block& block, std::uint8_t* grids, int count) {
  Vector rows[kLanes];
  for (int begin = 0; begin < kCells; begin += kLanes) {
    const int width = smaller(kLanes, kCells - begin);
    for (int i = 0; i < kLanes; ++i) {
      const Vector bit = i < width ? load(block.cells[begin + i]) : splat(1);
      rows[i] = add(count_bits(subtract(bit, splat(1))), splat(1));
    }
    transpose(rows);
    for (int i = 0; i < count; ++i) store_bytes(grids + i * kCells + begin, rows[i], width);
  }
}

/// The same of the board of one lane.
inline void write_board(const Block& block, int lane, std::uint8_t* grid) {
  for (int i = 0; i < kCells; ++i) {
    grid[i] = static_cast<std::uint8_t>(__builtin_ctz(block.cells[i][lane]) + 1);
  }
}
