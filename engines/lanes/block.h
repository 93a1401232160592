#pragma once

// A block of boards, one per lane. Included inside the namespace of a variant, see generic.h.
//
// A lane of a vector holds the candidates of one cell of one board: bit d - 1 stands for digit d. A
// block has 81 such vectors, one per cell. A board uses the same lane of all 81 vectors. So rules
// that relate cells are logic operations on vectors, without shifts or lookups:
//
//                 lane 0    lane 1    lane 2   ...
//     cells[0]    board A   board B   board C        candidates of the first cell
//     cells[1]    board A   board B   board C
//     ...
//     cells[80]   board A   board B   board C        candidates of the last cell

constexpr int kDigits = 9;
constexpr std::uint16_t kAllDigits = 0x1FF;

/// The boards of kLanes searches, each at its own node.
struct Block {
  alignas(Vector) std::uint16_t cells[kCells][kLanes];  // candidates, bit d - 1 for digit d
  alignas(Vector) std::uint16_t puzzle[kLanes];         // index in the batch
  std::uint32_t before[kLanes];                         // while the board waits, see WaitingBlocks
  LaneSet live = 0;                                     // lanes with a board

  bool is_full() const { return live == kAllLanes; }
};

/// Makes the compiler load values from memory again instead of keeping them in registers.
[[gnu::always_inline]] inline void compiler_barrier() { asm volatile("" ::: "memory"); }

/// Prefetches bytes that are read later.
inline void prefetch(const std::uint8_t* bytes, int count) {
  constexpr int kCacheLine = 64;
  for (int i = 0; i < count; i += kCacheLine) __builtin_prefetch(bytes + i);
}

inline int size_of(LaneSet lanes) { return __builtin_popcount(lanes); }
inline int first_of(LaneSet lanes) { return __builtin_ctz(lanes); }
inline LaneSet without_first(LaneSet lanes) { return lanes & (lanes - 1); }
inline int smaller(int a, int b) { return a < b ? a : b; }

/// Chooses `count` lanes of a set, first from its subset `preferred`. The set has at least `count`
/// lanes.
inline LaneSet first_lanes_preferring(LaneSet preferred, LaneSet lanes, int count) {
  const int of_them = smaller(count, size_of(preferred));
  return first_lanes(preferred, of_them) | first_lanes(lanes & ~preferred, count - of_them);
}

/// The lanes of `block` with boards of `puzzle`.
inline LaneSet lanes_with(const Block& block, std::uint16_t puzzle) {
  return lanes_of(equal(load(block.puzzle), splat(puzzle)));
}

/// Copies one lane. Copying two bytes per cell is faster than copying vectors.
inline void copy_lane(const Block& source, int from, Block& target, int into) {
  for (int i = 0; i < kCells; ++i) target.cells[i][into] = source.cells[i][from];
  target.puzzle[into] = source.puzzle[from];
}

/// Copies lanes of a block into lanes of another one. Both sets have the same size.
inline void copy_lanes(const Block& source, LaneSet from, Block& target, LaneSet into) {
  if (size_of(from) == 1) return copy_lane(source, first_of(from), target, first_of(into));
  const LaneMove move = plan_move(from, into);
  for (int i = 0; i < kCells; ++i) {
    store(target.cells[i], moved(move, load(source.cells[i]), load(target.cells[i])));
  }
  store(target.puzzle, moved(move, load(source.puzzle), load(target.puzzle)));
}
