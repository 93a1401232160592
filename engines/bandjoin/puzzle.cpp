#include "engines/bandjoin/puzzle.h"

#include <algorithm>

namespace sudoku::bandjoin {
namespace {

Candidates transposed(const Candidates& cells) {
  Candidates result;
  for (std::size_t row = 0; row < kSize; ++row) {
    for (std::size_t column = 0; column < kSize; ++column) {
      result[column * kSize + row] = cells[row * kSize + column];
    }
  }
  return result;
}

}  // namespace

bool Puzzle::load(const Candidates& given) {
  given_ = given;
  return find_candidates(given, candidates_) && load_bands();
}

bool Puzzle::load_transposed(const Puzzle& other) {
  given_ = transposed(other.given_);
  candidates_ = transposed(other.candidates_);
  return load_bands();
}

bool Puzzle::load_bands() {
  for (std::size_t band = 0; band < 3; ++band) {
    bands_[band].load(given_, candidates_, band);
  }
  for (std::size_t stack = 0; stack < 3; ++stack) {
    stacks_[stack].load({bands_[0].open_columns(stack), bands_[1].open_columns(stack),
                         bands_[2].open_columns(stack)});
    if (stacks_[stack].triples().empty()) return false;
  }
  find_free_columns();
  return true;
}

unsigned Puzzle::exchanges_of(std::size_t stack) const {
  const auto& is_free = free_columns_[stack];
  const auto count = std::count(is_free.begin(), is_free.end(), true);
  return count == 3 ? 6 : count == 2 ? 2 : 1;
}

void Puzzle::find_free_columns() {
  const auto are_alike = [this](std::size_t left, std::size_t right) {
    for (std::size_t row = 0; row < kCells; row += kSize) {
      if (given_[row + left] != given_[row + right]) return false;
    }
    return true;
  };
  for (std::size_t stack = 0; stack < 3; ++stack) {
    const std::size_t first = 3 * stack;
    const bool are_01 = are_alike(first, first + 1);
    const bool are_12 = are_alike(first + 1, first + 2);
    const bool are_02 = are_alike(first, first + 2);
    free_columns_[stack] = {are_01 || are_02, are_01 || are_12, are_12 || are_02};
  }
}

}  // namespace sudoku::bandjoin
