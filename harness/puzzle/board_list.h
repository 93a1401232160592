#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// Boards of one shape in memory of its own, as an engine takes them.
class BoardList {
 public:
  BoardList() = default;
  explicit BoardList(const Shape& shape) : shape_(shape) {}

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Board operator[](std::size_t i) const { return {shape_, all().subspan(begin_of(i), stride())}; }
  Board back() const { return (*this)[size_ - 1]; }
  operator Boards() const { return {shape_, all()}; }

  /// The cells of all boards, to be written to.
  std::span<std::uint8_t> cells() { return cells_; }
  /// Those of one.
  std::span<std::uint8_t> cells_of(std::size_t i) { return cells().subspan(begin_of(i), stride()); }

  /// An empty list takes the shape of its first board.
  void push_back(const Board& board) {
    if (empty()) shape_ = board.shape;
    cells_.insert(cells_.end(), board.cells.begin(), board.cells.end());
    ++size_;
  }
  /// Another empty board. Returns its cells.
  std::span<std::uint8_t> emplace_back() {
    resize(size_ + 1);
    return cells_of(size_ - 1);
  }
  void pop_back() { resize(size_ - 1); }
  void resize(std::size_t size) {
    cells_.resize(size * stride());
    size_ = size;
  }
  void clear() { resize(0); }
  void set(std::size_t i, const Board& board) {
    std::copy(board.cells.begin(), board.cells.end(), cells_of(i).begin());
  }

  friend bool operator==(const BoardList&, const BoardList&) = default;

 private:
  std::size_t stride() const { return shape_.cells(); }
  std::size_t begin_of(std::size_t i) const { return i * stride(); }
  std::span<const std::uint8_t> all() const { return cells_; }

  Shape shape_ = k9x9;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> cells_;
};

}  // namespace sudoku
