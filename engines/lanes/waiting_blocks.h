#pragma once

#include "engines/lanes/block.h"

// Boards that wait for a free lane. Included inside the namespace of a variant, see generic.h.

/// Blocks of waiting boards. They grow as needed and keep their memory. A waiting board stores the
/// place of the previous waiting board of its puzzle. That place can become free or get another
/// board.
class WaitingBlocks {
 public:
  WaitingBlocks() {}
  WaitingBlocks(const WaitingBlocks&) = delete;
  WaitingBlocks& operator=(const WaitingBlocks&) = delete;
  ~WaitingBlocks() {
    for (int i = 0; i < allocated_; ++i) delete blocks_[i];
    delete[] blocks_;
  }

  int size() const { return size_; }
  Block& operator[](int i) { return *blocks_[i]; }
  void clear() { size_ = 0; }

  /// The last block with a board, or null.
  Block* last() {
    while (size_ > 0 && blocks_[size_ - 1]->live == 0) --size_;
    return size_ > 0 ? blocks_[size_ - 1] : nullptr;
  }
  /// Index of the last block with room for `count` boards or with half of its lanes free. Adds a
  /// block if there is none.
  int with_room(int count) {
    last();
    const int wanted = smaller(count, kLanes / 2);
    for (int i = size_ - 1; i >= 0; --i) {
      if (kLanes - size_of(blocks_[i]->live) >= wanted) return i;
    }
    push();
    return size_ - 1;
  }

  static std::uint32_t place_of(int block, int lane) {
    return static_cast<std::uint32_t>(block * kLanes + lane);
  }
  /// The block of a place; null if no board of `puzzle` waits there.
  Block* find(std::uint32_t place, std::uint16_t puzzle) {
    const auto block = static_cast<int>(place / kLanes);
    if (block >= size_) return nullptr;
    const std::uint32_t lane = place % kLanes;
    const bool waits = (blocks_[block]->live >> lane & 1) != 0;
    return waits && blocks_[block]->puzzle[lane] == puzzle ? blocks_[block] : nullptr;
  }

 private:
  void push() {
    if (size_ == allocated_) allocate();
    blocks_[size_++]->live = 0;
  }
  void allocate() {
    if (allocated_ == capacity_) {
      const int capacity = capacity_ == 0 ? 64 : 2 * capacity_;
      Block** blocks = new Block*[static_cast<unsigned>(capacity)];
      for (int i = 0; i < allocated_; ++i) blocks[i] = blocks_[i];
      delete[] blocks_;
      blocks_ = blocks;
      capacity_ = capacity;
    }
    blocks_[allocated_++] = new Block;
  }

  Block** blocks_ = nullptr;
  int size_ = 0;
  int allocated_ = 0;
  int capacity_ = 0;
};
