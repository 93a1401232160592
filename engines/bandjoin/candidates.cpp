#include "engines/bandjoin/candidates.h"

#include <bit>
#include <cstddef>

namespace sudoku::bandjoin {
namespace {

constexpr std::uint16_t bit_of(int digit) {
  return static_cast<std::uint16_t>(1U << (digit - 1));
}

class Elimination {
 public:
  explicit Elimination(Candidates& candidates) : candidates_(candidates) {}

  bool run() {
    do {
      has_changed_ = false;
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        if (std::has_single_bit(candidates_[cell]) && !settle(cell)) return false;
        if (candidates_[cell] == 0) return false;
      }
      for (const auto& cells : kCellsOfHouse) {
        if (!find_hidden_singles(cells)) return false;
      }
    } while (has_changed_);
    return true;
  }

 private:
  /// A cell with one candidate takes it from its peers.
  bool settle(std::size_t cell) {
    if (is_settled_[cell]) return true;
    is_settled_[cell] = true;
    for (const std::size_t peer : kPeersOfCell[cell]) {
      if ((candidates_[peer] & candidates_[cell]) == 0) continue;
      candidates_[peer] &= static_cast<std::uint16_t>(~candidates_[cell]);
      if (candidates_[peer] == 0) return false;
      has_changed_ = true;
    }
    return true;
  }

  bool find_hidden_singles(const std::array<std::uint8_t, kSize>& cells) {
    unsigned once = 0;
    unsigned twice = 0;
    for (const std::size_t cell : cells) {
      twice |= once & candidates_[cell];
      once |= candidates_[cell];
    }
    if (once != kEveryDigit) return false;
    const unsigned single = once & ~twice;
    for (const std::size_t cell : cells) {
      const unsigned here = candidates_[cell] & single;
      if (here == 0 || here == candidates_[cell]) continue;
      if (!std::has_single_bit(here)) return false;
      candidates_[cell] = static_cast<std::uint16_t>(here);
      has_changed_ = true;
    }
    return true;
  }

  Candidates& candidates_;
  std::array<bool, kCells> is_settled_{};
  bool has_changed_ = false;
};

}  // namespace

bool find_candidates(const Grid& puzzle, Candidates& candidates) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::uint8_t digit = puzzle.cells[cell];
    candidates[cell] = digit == 0 ? kEveryDigit : bit_of(digit);
  }
  return Elimination(candidates).run();
}

Candidates band_candidates(const Grid& puzzle, int band) {
  Candidates candidates;
  candidates.fill(kEveryDigit);
  const auto first = static_cast<std::size_t>(27 * band);
  for (std::size_t cell = first; cell < first + 27; ++cell) {
    const std::uint8_t digit = puzzle.cells[cell];
    if (digit == 0) continue;
    for (const std::size_t peer : kPeersOfCell[cell]) {
      const bool is_in_band = peer >= first && peer < first + 27;
      if (is_in_band) candidates[peer] &= static_cast<std::uint16_t>(~bit_of(digit));
    }
  }
  for (std::size_t cell = first; cell < first + 27; ++cell) {
    if (puzzle.cells[cell] != 0) candidates[cell] = bit_of(puzzle.cells[cell]);
  }
  return candidates;
}

}  // namespace sudoku::bandjoin
