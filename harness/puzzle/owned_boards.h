#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// A board that owns its cells and candidates. All cells of a new board are empty, and it has no
/// candidates.
class OwnedBoard {
 public:
  OwnedBoard() : OwnedBoard(k9x9) {}
  explicit OwnedBoard(const Shape& shape) : shape_(shape), cells_(shape.cells()) {}
  template <std::convertible_to<Board> Other>
  OwnedBoard(const Other& other) : OwnedBoard(static_cast<Board>(other).shape) {
    const Board board = other;
    cells_.assign(board.cells.begin(), board.cells.end());
    candidates_.assign(board.candidates.begin(), board.candidates.end());
  }

  const Shape& shape() const { return shape_; }
  std::span<std::uint8_t> cells() { return cells_; }
  /// Returns the writable candidates. A board without candidates first gets every digit in each
  /// cell.
  std::span<Digits> candidates() {
    candidates_.resize(cells_.size(), all_digits(shape_));
    return candidates_;
  }
  operator Board() const { return {shape_, cells_, candidates_}; }
  friend bool operator==(const OwnedBoard&, const OwnedBoard&) = default;

 private:
  Shape shape_;
  std::vector<std::uint8_t> cells_;
  std::vector<Digits> candidates_;
};

/// A list of boards of one shape that owns their cells and candidates. All boards have candidates
/// or none has.
class BoardList {
 public:
  BoardList() = default;
  explicit BoardList(const Shape& shape) : shape_(shape) {}

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool have_candidates() const { return have_candidates_; }
  Board operator[](std::size_t i) const { return Boards(*this)[i]; }
  Board back() const { return (*this)[size_ - 1]; }
  operator Boards() const { return {shape_, cells_, candidates_}; }

  /// Gives candidates to all boards, present and future: every digit in each cell.
  void add_candidates() {
    have_candidates_ = true;
    resize(size_);
  }

  /// Returns the writable cells of all boards.
  std::span<std::uint8_t> cells() { return cells_; }
  /// Return the writable cells and candidates of one board.
  std::span<std::uint8_t> cells_of(std::size_t i) { return cells().subspan(begin_of(i), stride()); }
  std::span<Digits> candidates_of(std::size_t i) {
    return std::span(candidates_).subspan(begin_of(i), stride());
  }

  /// Appends a board. An empty list takes the shape of its first board, and has candidates if that
  /// board has.
  void push_back(const Board& board) {
    if (empty()) {
      shape_ = board.shape;
      have_candidates_ = !board.candidates.empty();
    }
    cells_.insert(cells_.end(), board.cells.begin(), board.cells.end());
    candidates_.insert(candidates_.end(), board.candidates.begin(), board.candidates.end());
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
    if (have_candidates_) candidates_.resize(size * stride(), all_digits(shape_));
    size_ = size;
  }
  void clear() { resize(0); }
  /// Replaces a board by one that has candidates if the list has.
  void set(std::size_t i, const Board& board) {
    std::ranges::copy(board.cells, cells_of(i).begin());
    if (have_candidates_) std::ranges::copy(board.candidates, candidates_of(i).begin());
  }

  friend bool operator==(const BoardList&, const BoardList&) = default;

 private:
  std::size_t stride() const { return shape_.cells(); }
  std::size_t begin_of(std::size_t i) const { return i * stride(); }

  Shape shape_ = k9x9;
  std::size_t size_ = 0;
  bool have_candidates_ = false;
  std::vector<std::uint8_t> cells_;
  std::vector<Digits> candidates_;  // of all cells, or empty
};

}  // namespace sudoku
