#include "engines/bandjoin/candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace sudoku::bandjoin {
namespace {

/// A set of cells: 27 bits for each band, row by row.
using Cells = std::array<std::uint32_t, 3>;

constexpr std::size_t kCellsOfBand = 27;
constexpr std::uint32_t kWholeBand = (1U << kCellsOfBand) - 1;
constexpr std::uint32_t kRow = 0b111'111'111;
constexpr std::uint32_t kBox = 0b111 << 18 | 0b111 << 9 | 0b111;  // the left one
constexpr std::uint32_t kEachRow = 1U << 18 | 1U << 9 | 1U;

constexpr auto kPeerCells = [] {
  std::array<Cells, kCells> peers{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (const std::size_t peer : kPeersOfCell[cell]) {
      peers[cell][peer / kCellsOfBand] |= 1U << peer % kCellsOfBand;
    }
  }
  return peers;
}();

/// Returns whether a non-empty set has one element. std::has_single_bit is a function call on CPUs
/// without POPCNT.
constexpr bool has_one(std::uint32_t set) { return (set & (set - 1)) == 0; }

// A table, because std::popcount is a function call on CPUs without POPCNT.
constexpr auto kSizes = [] {
  std::array<std::uint8_t, std::size_t{kEveryDigit} + 1> sizes{};
  for (std::size_t set = 0; set < sizes.size(); ++set) {
    sizes[set] = static_cast<std::uint8_t>(std::popcount(set));
  }
  return sizes;
}();

class Elimination {
 public:
  explicit Elimination(const Candidates& given) {
    Cells unrestricted{};
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const std::size_t band = cell / kCellsOfBand;
      const std::uint32_t bit = 1U << cell % kCellsOfBand;
      if (given[cell] == kEveryDigit) {
        unrestricted[band] |= bit;
        continue;
      }
      for (std::uint32_t rest = given[cell]; rest != 0; rest &= rest - 1) {
        open_[static_cast<std::size_t>(std::countr_zero(rest))][band] |= bit;
      }
    }
    for (Cells& open : open_) {
      for (std::size_t band = 0; band < 3; ++band) open[band] |= unrestricted[band];
    }
  }

  bool run() {
    do {
      has_changed_ = false;
      for (std::size_t band = 0; band < 3; ++band) {
        if (!settle_naked_singles(band)) return false;
      }
      for (std::size_t d = 0; d < kSize; ++d) {
        if (seen_[d] == open_[d]) continue;
        seen_[d] = open_[d];
        if (!settle_hidden_singles(d)) return false;
      }
    } while (has_changed_);
    return true;
  }

  void list(Candidates& candidates) const {
    candidates.fill(0);
    for (std::size_t d = 0; d < kSize; ++d) {
      for (std::size_t band = 0; band < 3; ++band) {
        for (std::uint32_t rest = open_[d][band]; rest != 0; rest &= rest - 1) {
          candidates[cell_at(band, rest)] |= static_cast<std::uint16_t>(1U << d);
        }
      }
    }
  }

 private:
  /// Returns the first cell of a set within a band.
  static std::size_t cell_at(std::size_t band, std::uint32_t cells) {
    return kCellsOfBand * band + static_cast<std::size_t>(std::countr_zero(cells));
  }

  bool settle_naked_singles(std::size_t band) {
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (const Cells& open : open_) {
      twice |= once & open[band];
      once |= open[band];
    }
    if (once != kWholeBand) return false;
    const std::uint32_t singles = once & ~twice & ~settled_[band];
    if (singles == 0) return true;
    for (std::size_t d = 0; d < kSize; ++d) settle(d, band, singles & open_[d][band]);
    return true;
  }

  bool settle_hidden_singles(std::size_t d) {
    const Cells& open = open_[d];
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (const std::uint32_t cells : open) {
      for (std::size_t row = 0; row < 3; ++row) {
        const std::uint32_t columns = cells >> kSize * row & kRow;
        twice |= once & columns;
        once |= columns;
      }
    }
    if (once != kRow) return false;
    const std::uint32_t columns = (once & ~twice) * kEachRow;
    for (std::size_t band = 0; band < 3; ++band) {
      std::uint32_t singles = open[band] & columns;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t row = open[band] & kRow << kSize * i;
        const std::uint32_t box = open[band] & kBox << 3 * i;
        if (row == 0 || box == 0) return false;
        if (has_one(row)) singles |= row;
        if (has_one(box)) singles |= box;
      }
      settle(d, band, singles & ~settled_[band]);
    }
    return true;
  }

  /// Places a digit in cells that may hold it. The next round detects empty cells and houses.
  void settle(std::size_t digit, std::size_t band, std::uint32_t cells) {
    if (cells == 0) return;
    for (std::size_t d = 0; d < kSize; ++d) {
      if (d != digit) open_[d][band] &= ~cells;
    }
    for (std::uint32_t rest = cells; rest != 0; rest &= rest - 1) {
      const Cells& peers = kPeerCells[cell_at(band, rest)];
      for (std::size_t i = 0; i < 3; ++i) open_[digit][i] &= ~peers[i];
    }
    settled_[band] |= cells;
    has_changed_ = true;
  }

  std::array<Cells, kSize> open_{};  // by digit: its candidate cells
  std::array<Cells, kSize> seen_{};  // the same at the last search for hidden singles
  Cells settled_{};
  bool has_changed_ = false;
};

}  // namespace

Candidates given_candidates(const sudoku::Board& puzzle) {
  Candidates given;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    given[cell] = static_cast<std::uint16_t>(puzzle.allowed(cell));
  }
  return given;
}

bool find_candidates(const Candidates& given, Candidates& candidates) {
  Elimination elimination(given);
  if (!elimination.run()) return false;
  elimination.list(candidates);
  return true;
}

Candidates band_candidates(const Candidates& given, int band) {
  Candidates candidates;
  candidates.fill(kEveryDigit);
  const auto first = kCellsOfBand * static_cast<std::size_t>(band);
  const std::size_t end = first + kCellsOfBand;
  std::copy(given.begin() + first, given.begin() + end, candidates.begin() + first);
  for (std::size_t cell = first; cell < end; ++cell) {
    if (!has_one(given[cell])) continue;
    for (const std::size_t peer : kPeersOfCell[cell]) {
      const bool is_in_band = peer >= first && peer < end;
      if (is_in_band) candidates[peer] &= static_cast<std::uint16_t>(~given[cell]);
    }
  }
  return candidates;
}

double estimated_log10_of_count(const Candidates& candidates) {
  // Fitted by least squares; see NOTES.md.
  constexpr double kEachFactor = 0.43;
  constexpr double kEachOpenCell = -0.254;
  constexpr double kConstant = 3.62;

  double product = 1;  // of the numbers of candidates: at most 9^81
  int open = 0;
  for (const std::uint16_t cell : candidates) {
    product *= kSizes[cell];
    if (kSizes[cell] > 1) ++open;
  }
  return kEachFactor * std::log10(product) + kEachOpenCell * open + kConstant;
}

}  // namespace sudoku::bandjoin
