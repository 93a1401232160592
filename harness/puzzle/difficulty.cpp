#include "harness/puzzle/difficulty.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "engines/registry.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Sets of digits by cell of a house, or sets of cells by digit.
using Masks = std::array<DigitMask, kSize>;

/// Exchanges cells and digits.
Masks transposed(const Masks& masks) {
  Masks result{};
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t k = 0; k < kSize; ++k) {
      result[k] |= static_cast<DigitMask>((masks[i] >> k & 1) << i);
    }
  }
  return result;
}

/// If two sets are the same pair, removes the pair from all other sets.
void isolate_pairs(Masks& masks) {
  for (std::size_t a = 0; a < kSize; ++a) {
    const DigitMask pair = masks[a];
    if (std::popcount(pair) != 2 || std::count(masks.begin(), masks.end(), pair) != 2) continue;
    for (DigitMask& mask : masks) {
      if (mask != pair) mask &= static_cast<DigitMask>(~pair);
    }
  }
}

/// A board with candidates, solved by human techniques. Each returns whether it changed anything.
class CandidateBoard {
 public:
  explicit CandidateBoard(const Grid& puzzle) {
    candidates_.fill(kEveryDigit);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (puzzle.cells[cell] != 0) place(cell, mask_of(puzzle.cells[cell]));
    }
  }

  /// Places naked and hidden singles. Returns whether they solve the puzzle.
  bool solve_by_singles() {
    while (naked_singles() || hidden_singles()) {
    }
    return filled_ == kCells;
  }

  /// Also uses locked candidates, and naked and hidden pairs.
  bool solve_by_pairs() {
    do {
      if (solve_by_singles()) return true;
    } while (locked_candidates() || naked_pairs() || hidden_pairs());
    return false;
  }

 private:
  bool naked_singles() {
    bool found = false;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (is_filled_[cell] || !std::has_single_bit(candidates_[cell])) continue;
      place(cell, candidates_[cell]);
      found = true;
    }
    return found;
  }

  bool hidden_singles() {
    bool found = false;
    for (std::size_t house = 0; house < kHouses; ++house) {
      DigitMask once = 0;
      DigitMask twice = 0;
      for (const std::size_t cell : Houses9x9::cells_of(house)) {
        twice |= once & candidates_[cell];
        once |= candidates_[cell];
      }
      for (const std::size_t cell : Houses9x9::cells_of(house)) {
        const auto digit = static_cast<DigitMask>(candidates_[cell] & once & ~twice);
        if (is_filled_[cell] || !std::has_single_bit(digit)) continue;
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
    for (const bool is_transposed : {false, true}) {
      const auto cell_at = [is_transposed](std::size_t line, std::size_t place) {
        return is_transposed ? kSize * place + line : kSize * line + place;
      };
      std::array<std::array<DigitMask, 3>, kSize> crossings{};  // candidates by line and box
      for (std::size_t line = 0; line < kSize; ++line) {
        for (std::size_t place = 0; place < kSize; ++place) {
          crossings[line][place / 3] |= candidates_[cell_at(line, place)];
        }
      }
      for (std::size_t line = 0; line < kSize; ++line) {
        const auto& here = crossings[line];
        const auto& next = crossings[line / 3 * 3 + (line + 1) % 3];
        const auto& last = crossings[line / 3 * 3 + (line + 2) % 3];
        for (std::size_t box = 0; box < 3; ++box) {
          const std::size_t a = (box + 1) % 3;
          const std::size_t b = (box + 2) % 3;
          const int locked = (next[box] & ~(next[a] | next[b])) |
                             (last[box] & ~(last[a] | last[b])) | (here[a] & ~(next[a] | last[a])) |
                             (here[b] & ~(next[b] | last[b]));
          for (std::size_t place = 3 * box; locked != 0 && place < 3 * box + 3; ++place) {
            found |= strike(cell_at(line, place), static_cast<DigitMask>(locked));
          }
        }
      }
    }
    return found;
  }

  /// If two cells of a house have the same two candidates, removes these from its other cells.
  bool naked_pairs() { return change_houses(isolate_pairs); }

  /// If two digits have the same two places in a house, removes other digits from these places.
  bool hidden_pairs() {
    return change_houses([](Masks& masks) {
      Masks places = transposed(masks);
      isolate_pairs(places);
      masks = transposed(places);
    });
  }

  void place(std::size_t cell, DigitMask digit) {
    candidates_[cell] = digit;
    is_filled_[cell] = true;
    ++filled_;
    for (const std::size_t peer : kPeersOfCell[cell]) strike(peer, digit);
  }

  bool strike(std::size_t cell, DigitMask digits) {
    const DigitMask before = candidates_[cell];
    candidates_[cell] &= static_cast<DigitMask>(~digits);
    return candidates_[cell] != before;
  }

  /// Removes the candidates that `change` removes from the cells of a house.
  template <typename Change>
  bool change_houses(const Change& change) {
    bool found = false;
    for (std::size_t house = 0; house < kHouses; ++house) {
      const auto cells = Houses9x9::cells_of(house);
      Masks masks;
      for (std::size_t i = 0; i < kSize; ++i) masks[i] = candidates_[cells[i]];
      change(masks);
      for (std::size_t i = 0; i < kSize; ++i) {
        found |= strike(cells[i], static_cast<DigitMask>(~masks[i]));
      }
    }
    return found;
  }

  std::array<DigitMask, kCells> candidates_{};
  std::array<bool, kCells> is_filled_{};
  int filled_ = 0;
};

constexpr std::size_t kIsomorphs = 20;

std::vector<Grid> isomorphs_of(const Grid& puzzle) {
  constexpr std::uint64_t kSeed = 1;
  std::vector<Grid> isomorphs;
  for (std::size_t i = 0; i < kIsomorphs; ++i) {
    isomorphs.push_back(numbered_isomorphism(puzzle, kSeed, i).apply(puzzle));
  }
  return isomorphs;
}

/// Returns the guesses for each puzzle. Unless `max_guesses` is 0, more guesses than that count as
/// max_guesses + 1.
std::vector<std::uint64_t> guesses_of(Engine& engine, std::span<const Grid> puzzles,
                                      std::uint64_t max_guesses) {
  const SolveLimits limits{.max_guesses = max_guesses};
  std::vector<std::uint64_t> guesses;
  for (const SolveResult& result : solve_block(engine, boards_of(puzzles), limits)) {
    const bool is_limited = result.outcome == Outcome::guess_limit;
    guesses.push_back(is_limited ? max_guesses + 1 : result.guesses);
  }
  return guesses;
}

/// Returns the median of an even number of values: the mean of the two in the middle.
double median_of(std::vector<std::uint64_t> guesses) {
  const auto upper = guesses.begin() + kIsomorphs / 2;
  std::nth_element(guesses.begin(), upper, guesses.end());
  const auto lower = std::max_element(guesses.begin(), upper);
  return (static_cast<double>(*lower) + static_cast<double>(*upper)) / 2;
}

}  // namespace

DifficultyRater::DifficultyRater()
    : bitmask_(find_engine("bitmask")->make({.effort = SearchEffort::thorough})),
      lanes_(resolve_engine("lanes")->make({})) {}

Difficulty DifficultyRater::rate(const Grid& puzzle) {
  CandidateBoard board(puzzle);
  if (board.solve_by_singles()) return Difficulty::easy;
  if (board.solve_by_pairs()) return Difficulty::medium;
  return exceeds(puzzle, kHardGuesses) ? Difficulty::extreme : Difficulty::hard;
}

double DifficultyRater::median_guesses(const Grid& puzzle) {
  if (CandidateBoard(puzzle).solve_by_pairs()) return 0;
  const std::vector<Grid> isomorphs = isomorphs_of(puzzle);
  std::vector<std::uint64_t> guesses = guesses_of(*lanes_, isomorphs, 0);
  std::ranges::transform(guesses, guesses_of(*bitmask_, isomorphs, 0), guesses.begin(),
                         std::ranges::min);
  return median_of(std::move(guesses));
}

bool DifficultyRater::exceeds(const Grid& puzzle, double limit) {
  if (CandidateBoard(puzzle).solve_by_pairs()) return false;
  // The median is the mean of two values. If one of them exceeds twice the limit, the mean exceeds
  // the limit, so larger values need not be known.
  const auto max_guesses = static_cast<std::uint64_t>(2 * limit);
  const std::vector<Grid> isomorphs = isomorphs_of(puzzle);
  std::vector<std::uint64_t> guesses = guesses_of(*lanes_, isomorphs, max_guesses);
  if (median_of(guesses) <= limit) return false;
  std::size_t above = 0;
  for (std::size_t i = 0; i < kIsomorphs; ++i) {
    const auto by_bitmask = guesses_of(*bitmask_, {&isomorphs[i], 1}, max_guesses);
    guesses[i] = std::min(guesses[i], by_bitmask.front());
    if (static_cast<double>(guesses[i]) > limit) ++above;
    if (above > kIsomorphs / 2) return true;
    if (i + 1 - above > kIsomorphs / 2) return false;
  }
  return median_of(std::move(guesses)) > limit;
}

}  // namespace sudoku
