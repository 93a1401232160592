#include "harness/generate/techniques.h"

#include <algorithm>
#include <array>
#include <bit>

#include "harness/generate/cell_masks.h"

namespace sudoku {
namespace {

/// Nine cells of a house as bits, in the order of kCellsOfHouse.
using Places = std::uint16_t;

/// A board on which candidates are struck out. Each step returns whether it found anything.
class Board {
 public:
  explicit Board(const Grid& puzzle) {
    candidates_.fill(kEveryDigit);
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] != 0) place(cell, mask_of(puzzle[cell]));
    }
  }

  bool is_solved() const { return filled_ == kCells; }

  bool naked_singles() {
    bool found = false;
    for (int cell = 0; cell < kCells; ++cell) {
      if (is_filled_[at(cell)] || std::popcount(candidates_[at(cell)]) != 1) continue;
      place(cell, candidates_[at(cell)]);
      found = true;
    }
    return found;
  }

  bool hidden_singles() {
    bool found = false;
    for (const auto& house : kCellsOfHouse) {
      for (int digit = 1; digit <= kSize; ++digit) {
        const Places places = places_of(house, mask_of(digit));
        if (std::popcount(places) != 1) continue;
        const int cell = house[at(std::countr_zero(places))];
        if (is_filled_[at(cell)]) continue;
        place(cell, mask_of(digit));
        found = true;
      }
    }
    return found;
  }

  /// A digit whose places in a house all lie in another house goes from the rest of that one.
  bool locked_candidates() {
    bool found = false;
    for (std::size_t house = 0; house < kHouses; ++house) {
      for (std::size_t other = 0; other < kHouses; ++other) {
        const bool is_box = house >= 2 * kSize;
        const bool is_other_box = other >= 2 * kSize;
        if (is_box == is_other_box) continue;
        for (int digit = 1; digit <= kSize; ++digit) {
          found |= lock(kCellsOfHouse[house], kCellsOfHouse[other], mask_of(digit));
        }
      }
    }
    return found;
  }

  /// Two cells of a house with the same two candidates leave these to no other cell of it.
  bool naked_pairs() {
    bool found = false;
    for (const auto& house : kCellsOfHouse) {
      for (std::size_t a = 0; a < kSize; ++a) {
        for (std::size_t b = a + 1; b < kSize; ++b) {
          const DigitMask pair = candidates_[house[a]];
          if (std::popcount(pair) != 2 || candidates_[house[b]] != pair) continue;
          for (std::size_t i = 0; i < kSize; ++i) {
            if (i != a && i != b) found |= strike(house[i], pair);
          }
        }
      }
    }
    return found;
  }

  /// Two digits with the same two places in a house leave these to no other digit.
  bool hidden_pairs() {
    bool found = false;
    for (const auto& house : kCellsOfHouse) {
      for (int a = 1; a <= kSize; ++a) {
        for (int b = a + 1; b <= kSize; ++b) {
          const Places places = places_of(house, mask_of(a));
          if (std::popcount(places) != 2 || places_of(house, mask_of(b)) != places) continue;
          const auto others = static_cast<DigitMask>(kEveryDigit & ~(mask_of(a) | mask_of(b)));
          for (std::size_t i = 0; i < kSize; ++i) {
            if ((places >> i & 1) != 0) found |= strike(house[i], others);
          }
        }
      }
    }
    return found;
  }

 private:
  using House = std::array<std::uint8_t, kSize>;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void place(int cell, DigitMask digit) {
    candidates_[at(cell)] = digit;
    is_filled_[at(cell)] = true;
    ++filled_;
    for (const int peer : kPeersOfCell[at(cell)]) strike(peer, digit);
  }

  bool strike(int cell, DigitMask digits) {
    DigitMask& candidates = candidates_[at(cell)];
    const auto left = static_cast<DigitMask>(candidates & ~digits);
    const bool is_less = left != candidates;
    candidates = left;
    return is_less;
  }

  Places places_of(const House& house, DigitMask digit) const {
    Places places = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
      if ((candidates_[house[i]] & digit) != 0) places |= static_cast<Places>(1U << i);
    }
    return places;
  }

  bool lock(const House& house, const House& other, DigitMask digit) {
    const auto is_in = [](const House& cells, int cell) {
      return std::find(cells.begin(), cells.end(), cell) != cells.end();
    };
    for (const int cell : house) {
      if ((candidates_[at(cell)] & digit) != 0 && !is_in(other, cell)) return false;
    }
    bool found = false;
    for (const int cell : other) {
      if (!is_in(house, cell)) found |= strike(cell, digit);
    }
    return found;
  }

  std::array<DigitMask, kCells> candidates_{};
  std::array<bool, kCells> is_filled_{};
  int filled_ = 0;
};

}  // namespace

bool is_solved_by(const Grid& puzzle, Techniques techniques) {
  Board board(puzzle);
  const bool knows_pairs = techniques == Techniques::pairs;
  while (!board.is_solved()) {
    if (board.naked_singles() || board.hidden_singles()) continue;
    if (!knows_pairs) return false;
    if (!board.locked_candidates() && !board.naked_pairs() && !board.hidden_pairs()) return false;
  }
  return true;
}

}  // namespace sudoku
