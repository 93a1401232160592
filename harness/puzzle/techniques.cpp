#include "harness/puzzle/techniques.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "harness/puzzle/house_masks.h"

namespace sudoku {
namespace {

/// Set of cells of a house: bit i is the i-th cell of Houses9x9::cells_of.
using Places = std::uint16_t;

/// The cells of a box and of a row or column that cross it.
struct Crossing {
  std::array<std::uint8_t, 3> common;
  std::array<std::uint8_t, 6> rest_of_box;
  std::array<std::uint8_t, 6> rest_of_line;
};

constexpr auto kCrossings = [] {
  std::array<Crossing, 6 * kSize> crossings{};
  std::size_t next = 0;
  for (std::size_t line = 0; line < 2 * kSize; ++line) {
    for (std::size_t box = 2 * kSize; box < kHouses; ++box) {
      const auto line_cells = Houses9x9::cells_of(line);
      const auto box_cells = Houses9x9::cells_of(box);
      Crossing crossing{};
      std::size_t common = 0;
      std::size_t rest_of_box = 0;
      std::size_t rest_of_line = 0;
      for (const std::uint8_t cell : line_cells) {
        const bool is_common = std::count(box_cells.begin(), box_cells.end(), cell) != 0;
        if (is_common && common < 3) crossing.common[common++] = cell;
        if (!is_common && rest_of_line < 6) crossing.rest_of_line[rest_of_line++] = cell;
      }
      if (common == 0) continue;
      for (const std::uint8_t cell : box_cells) {
        const bool is_common = std::count(line_cells.begin(), line_cells.end(), cell) != 0;
        if (!is_common) crossing.rest_of_box[rest_of_box++] = cell;
      }
      crossings[next++] = crossing;
    }
  }
  return crossings;
}();

/// A board with candidates. Each technique returns whether it changed anything.
class CandidateBoard {
 public:
  explicit CandidateBoard(const Grid& puzzle) {
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
    for (std::size_t number = 0; number < kHouses; ++number) {
      const House house = Houses9x9::cells_of(number);
      DigitMask once = 0;
      DigitMask twice = 0;
      for (const int cell : house) {
        twice |= once & candidates_[at(cell)];
        once |= candidates_[at(cell)];
      }
      const auto alone = static_cast<DigitMask>(once & ~twice);
      for (const int cell : house) {
        const auto digit = static_cast<DigitMask>(candidates_[at(cell)] & alone);
        if (is_filled_[at(cell)] || !std::has_single_bit(digit)) continue;
        place(cell, digit);
        found = true;
      }
    }
    return found;
  }

  /// If all places of a digit in a box are in one line, removes the digit from the rest of the
  /// line, and vice versa.
  bool locked_candidates() {
    bool found = false;
    for (const Crossing& crossing : kCrossings) {
      const DigitMask common = candidates_of(crossing.common);
      const DigitMask box = candidates_of(crossing.rest_of_box);
      const DigitMask line = candidates_of(crossing.rest_of_line);
      for (const int cell : crossing.rest_of_line) {
        found |= strike(cell, static_cast<DigitMask>(common & ~box));
      }
      for (const int cell : crossing.rest_of_box) {
        found |= strike(cell, static_cast<DigitMask>(common & ~line));
      }
    }
    return found;
  }

  /// If two cells of a house have the same two candidates, removes these from its other cells.
  bool naked_pairs() {
    bool found = false;
    for (std::size_t number = 0; number < kHouses; ++number) {
      const House house = Houses9x9::cells_of(number);
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

  /// If two digits have the same two places in a house, removes other digits from these places.
  bool hidden_pairs() {
    bool found = false;
    for (std::size_t number = 0; number < kHouses; ++number) {
      const House house = Houses9x9::cells_of(number);
      for (int a = 1; a <= kSize; ++a) {
        const Places places = places_of(house, mask_of(a));
        if (std::popcount(places) != 2) continue;
        for (int b = a + 1; b <= kSize; ++b) {
          if (places_of(house, mask_of(b)) != places) continue;
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
  using House = std::span<const std::uint8_t, kSize>;

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

  Places places_of(House house, DigitMask digit) const {
    Places places = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
      if ((candidates_[house[i]] & digit) != 0) places |= static_cast<Places>(1U << i);
    }
    return places;
  }

  template <std::size_t kCount>
  DigitMask candidates_of(const std::array<std::uint8_t, kCount>& cells) const {
    DigitMask candidates = 0;
    for (const int cell : cells) candidates |= candidates_[at(cell)];
    return candidates;
  }

  std::array<DigitMask, kCells> candidates_{};
  std::array<bool, kCells> is_filled_{};
  int filled_ = 0;
};

}  // namespace

bool is_solved_by(const Grid& puzzle, Techniques techniques) {
  CandidateBoard board(puzzle);
  const bool knows_pairs = techniques == Techniques::pairs;
  while (!board.is_solved()) {
    if (board.naked_singles() || board.hidden_singles()) continue;
    if (!knows_pairs) return false;
    if (!board.locked_candidates() && !board.naked_pairs() && !board.hidden_pairs()) return false;
  }
  return true;
}

}  // namespace sudoku
