#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// A board that owns its cells. All cells of a new board are empty.
class OwnedBoard {
 public:
  OwnedBoard() : OwnedBoard(k9x9) {}
  explicit OwnedBoard(const Shape& shape) : shape_(shape), cells_(shape.cells()) {}
  template <std::convertible_to<Board> Other>
  OwnedBoard(const Other& other) : OwnedBoard(static_cast<Board>(other).shape) {
    const Board board = other;
    cells_.assign(board.cells.begin(), board.cells.end());
  }

  const Shape& shape() const { return shape_; }
  std::span<std::uint8_t> cells() { return cells_; }
  operator Board() const { return {shape_, cells_}; }
  friend bool operator==(const OwnedBoard&, const OwnedBoard&) = default;

 private:
  Shape shape_;
  std::vector<std::uint8_t> cells_;
};

/// A list of boards of one shape that owns their cells.
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

  /// Returns the writable cells of all boards.
  std::span<std::uint8_t> cells() { return cells_; }
  /// Returns the writable cells of one board.
  std::span<std::uint8_t> cells_of(std::size_t i) { return cells().subspan(begin_of(i), stride()); }

  /// Appends a board. An empty list takes the shape of its first board.
  void push_back(const Board& board) {
    if (empty()) shape_ = board.shape;
    cells_.insert(cells_.end(), board.cells.begin(), board.cells.end());
    ++size_;
  }
  /// Appends a board without clues and returns its cells.
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
