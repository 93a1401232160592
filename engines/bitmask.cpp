// Candidate masks by digit: a depth-first search that, at each node, repeats singles and locked
// candidates until nothing changes, then branches on a cell with fewest candidates.
//
// Layout. A CellSet is a set of cells: a vector of four 32-bit lanes, one a band (three rows of the
// grid), the last one always empty. In a lane a row takes ten bits: nine columns, and a spare one
// that catches the carry of an addition.
//
//     bit  29  28 ........ 20  19  18 ........ 10   9   8 ......... 0
//           -  [ third row  ]   -  [ second row ]   -   [ first row ]    column 0 is the lowest bit
//
// The state of a search is nine Boards: for each digit, the places still open to it. One operation
// works on all rows of a digit, and a pass over the digits has no branch and no loop over cells:
//  1. Locked candidates. In a band, a digit stands in three minirows (the three cells common to a
//     row and a box), one in each row and each box. A minirow with candidates stays if two others
//     complete it to such a triple, which rotations of the 3 x 3 flags of the band tell. A flag
//     takes one bit of three, so three digits are done at once. The same in a stack, with
//     minicolumns.
//  2. Hidden singles: rows with one candidate of the digit. Those of columns and boxes become ones
//     of rows by step 1, which also takes the digit from their peers.
//  3. Naked singles: cells that a carry-save count over the digits meets once. Step 1 cannot see
//     them, as it knows one digit only, so their peers are cleared cell by cell.
//
// A node ends where a cell has no candidate, which soon follows from a digit without a place, or is
// a hidden single of two digits. It is a solution when every cell is a hidden single of one digit
// and nothing has changed in a pass, so that minirows and minicolumns have stood the test.
//
// The branch is on a cell with two candidates, with three if there is none, or else on any open
// one. Among several it is that with the most peers sharing a candidate with it; those as short of
// candidates as itself count three times. A child copies the nine Boards of its node; nothing is
// ever undone.
//
// Digit boards of bands with locked candidates come from Zhouyundong's solver, known as JCZSolve,
// digit boards in vectors from Mladen Dobrichev's fsss2.
//
// Measured and not kept: the first cell with two candidates (twice the guesses), digits with two
// places in a house as branches, one round of hidden singles for all digits before any is used.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

using CellSet = std::uint32_t __attribute__((vector_size(16)));
using Lanes = std::array<std::uint32_t, 4>;
using Words = std::array<std::uint64_t, 2>;
using Places = std::array<CellSet, kSize>;  // by digit - 1

constexpr std::size_t kBands = 3;
constexpr std::size_t kBandCells = kBands * kSize;
constexpr int kRowBits = 10;

/// The same cells in every band.
constexpr CellSet in_each_band(std::uint32_t lane) {
  return CellSet{lane, lane, lane, 0};
}

/// The same columns, given in nine bits, in every row.
constexpr CellSet in_each_row(std::uint32_t columns) {
  return in_each_band(columns | columns << kRowBits | columns << (2 * kRowBits));
}

constexpr CellSet kNone = in_each_band(0);
constexpr CellSet kAll = in_each_row(0b111'111'111);
constexpr CellSet kSpareBits = in_each_row(1U << kSize);

constexpr std::size_t band_of(std::size_t cell) {
  return cell / kBandCells;
}
constexpr std::size_t position_in_band(std::size_t cell) {
  return cell % kBandCells / kSize * kRowBits + cell % kSize;
}

struct CellBoards {
  std::array<Lanes, kCells> itself;
  std::array<Lanes, kCells> peers;
};

constexpr CellBoards kBoardOf = [] {
  CellBoards boards{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    boards.itself[cell][band_of(cell)] = 1U << position_in_band(cell);
    for (const std::size_t peer : kPeersOfCell[cell]) {
      boards.peers[cell][band_of(peer)] |= 1U << position_in_band(peer);
    }
  }
  return boards;
}();

CellSet board_of(std::size_t cell) {
  return std::bit_cast<CellSet>(kBoardOf.itself[cell]);
}
CellSet peers_of(std::size_t cell) {
  return std::bit_cast<CellSet>(kBoardOf.peers[cell]);
}

/// The cell of each bit of a CellSet seen as two words, whichever half of a word a lane is.
constexpr auto kCellOfBit = [] {
  std::array<std::array<std::uint8_t, 64>, 2> cells{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const Words words = std::bit_cast<Words>(kBoardOf.itself[cell]);
    const std::size_t word = words[0] != 0 ? 0 : 1;
    const int bit = std::countr_zero(words[word]);
    cells[word][static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(cell);
  }
  return cells;
}();

bool is_any(CellSet board) {
  const Words words = std::bit_cast<Words>(board);
  return (words[0] | words[1]) != 0;
}

template <typename Visit>
void for_each_cell(CellSet board, Visit&& visit) {
  const Words words = std::bit_cast<Words>(board);
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
      visit(std::size_t{kCellOfBit[word][static_cast<std::size_t>(std::countr_zero(bits))]});
    }
  }
}

/// The candidates of a cell, bit d - 1 for digit d.
std::uint32_t candidates_at(const Places& places, std::size_t cell) {
  CellSet candidates = kNone;
  for (std::size_t d = 0; d < kSize; ++d) {
    const auto is_open = static_cast<CellSet>((places[d] & board_of(cell)) != kNone);
    candidates |= is_open & in_each_band(1U << d);
  }
  const Words words = std::bit_cast<Words>(candidates);
  const std::uint64_t both = words[0] | words[1];
  return static_cast<std::uint32_t>(both | both >> 32);
}

// Rotations of what stands in the rows of a band, and in the bands of the grid, by one and by two.

CellSet rotate_rows_once(CellSet board) {
  return board >> kRowBits | board << (2 * kRowBits);
}
CellSet rotate_rows_twice(CellSet board) {
  return board << kRowBits | board >> (2 * kRowBits);
}
CellSet rotate_bands_once(CellSet board) {
  return __builtin_shufflevector(board, board, 1, 2, 0, 3);
}
CellSet rotate_bands_twice(CellSet board) {
  return __builtin_shufflevector(board, board, 2, 0, 1, 3);
}

/// The minirows of `flags` that are in a triple with one in each row and each box. Bits 0, 3 and 6
/// of a row are the flags of its boxes for one digit; those of two more digits follow them.
CellSet keep_minirow_triples(CellSet flags) {
  constexpr CellSet kFirstBox = in_each_row(0b000'000'111);
  constexpr CellSet kLastBox = in_each_row(0b111'000'000);
  const CellSet once = (flags >> 3 & (kAll & ~kLastBox)) | (flags << 6 & kLastBox);
  const CellSet twice = (flags << 3 & (kAll & ~kFirstBox)) | (flags >> 6 & kFirstBox);
  return flags & ((rotate_rows_once(once) & rotate_rows_twice(twice)) |
                  (rotate_rows_once(twice) & rotate_rows_twice(once)));
}

/// The minicolumns of `flags` that are in a triple with one in each column and each box of a stack.
/// The first row of a band holds the flags of its columns for one digit, the next two those of two
/// more digits.
CellSet keep_minicolumn_triples(CellSet flags) {
  constexpr CellSet kFirstOfBox = in_each_row(0b001'001'001);
  constexpr CellSet kLastOfBox = in_each_row(0b100'100'100);
  const CellSet once = (flags >> 1 & ~kLastOfBox) | (flags << 2 & kLastOfBox);
  const CellSet twice = (flags << 1 & ~kFirstOfBox) | (flags >> 2 & kFirstOfBox);
  return flags & ((rotate_bands_once(once) & rotate_bands_twice(twice)) |
                  (rotate_bands_once(twice) & rotate_bands_twice(once)));
}

/// Locked candidates in the bands, for three digits.
void lock_minirows(CellSet& a, CellSet& b, CellSet& c) {
  constexpr CellSet kFlagsA = in_each_row(0b001'001'001);
  constexpr CellSet kFlagsB = in_each_row(0b010'010'010);
  constexpr CellSet kFlagsC = in_each_row(0b100'100'100);
  const CellSet flags =
      keep_minirow_triples(((a | a >> 1 | a >> 2) & kFlagsA) | ((b << 1 | b | b >> 1) & kFlagsB) |
                           ((c << 2 | c << 1 | c) & kFlagsC));
  const CellSet flags_a = flags & kFlagsA;
  const CellSet flags_b = flags & kFlagsB;
  const CellSet flags_c = flags & kFlagsC;
  a &= (flags_a << 3) - flags_a;  // a flag becomes the three bits of its minirow
  b &= (flags_b << 2) - (flags_b >> 1);
  c &= (flags_c << 1) - (flags_c >> 2);
}

/// Locked candidates in the stacks, for three digits.
void lock_minicolumns(CellSet& a, CellSet& b, CellSet& c) {
  constexpr CellSet kFlagsA = in_each_band(0b111'111'111);
  constexpr CellSet kFlagsB = kFlagsA << kRowBits;
  constexpr CellSet kFlagsC = kFlagsB << kRowBits;
  constexpr int kTwoRows = 2 * kRowBits;
  const CellSet flags = keep_minicolumn_triples(((a | a >> kRowBits | a >> kTwoRows) & kFlagsA) |
                                                ((b << kRowBits | b | b >> kRowBits) & kFlagsB) |
                                                ((c << kTwoRows | c << kRowBits | c) & kFlagsC));
  const CellSet flags_a = flags & kFlagsA;
  const CellSet flags_b = flags & kFlagsB;
  const CellSet flags_c = flags & kFlagsC;
  a &= flags_a | flags_a << kRowBits | flags_a << kTwoRows;
  b &= flags_b >> kRowBits | flags_b | flags_b << kRowBits;
  c &= flags_c >> kTwoRows | flags_c >> kRowBits | flags_c;
}

/// The cells that are alone in their row. The subtraction borrows from the row after an empty one,
/// which may hide a single there; the digit has no place in the empty row anyway.
CellSet singles_of_rows(CellSet board) {
  const CellSet all_but_lowest = board & (board - in_each_row(1));
  const CellSet has_more = (all_but_lowest + kAll) & kSpareBits;
  const CellSet rows_with_more = has_more - (has_more >> kSize);
  return board & ~rows_with_more;
}

/// Locks the candidates of `places` into `locked` and finds the hidden singles of each digit.
/// Returns those of all digits. A cell is no longer open to digits after the one that it is for.
CellSet find_hidden_singles(const Places& places, Places& locked, Places& singles) {
  CellSet known = kNone;
  for (std::size_t d = 0; d < kSize; d += 3) {
    CellSet a = places[d] & ~known;
    CellSet b = places[d + 1] & ~known;
    CellSet c = places[d + 2] & ~known;
    lock_minirows(a, b, c);
    lock_minicolumns(a, b, c);
    locked[d] = a;
    locked[d + 1] = b;
    locked[d + 2] = c;
    for (std::size_t i = d; i < d + 3; ++i) singles[i] = singles_of_rows(locked[i]);
    known |= singles[d] | singles[d + 1] | singles[d + 2];
  }
  return known;
}

/// Takes the digits of naked singles from their peers. A cell that loses its digit to another one
/// stays behind without candidates, which the next pass finds.
void place_naked_singles(Places& places, CellSet cells) {
  for_each_cell(cells, [&places](std::size_t cell) {
    const std::uint32_t candidates = candidates_at(places, cell);
    if (candidates == 0) return;
    places[static_cast<std::size_t>(std::countr_zero(candidates))] &= ~peers_of(cell);
  });
}

enum class Verdict : std::uint8_t { open, solved, contradiction };

/// Repeats all deductions until nothing changes.
Verdict propagate(Places& places) {
  while (true) {
    Places locked;
    Places singles;
    const CellSet known = find_hidden_singles(places, locked, singles);
    CellSet once = kNone;
    CellSet twice = kNone;
    CellSet changes = kNone;
    for (std::size_t d = 0; d < kSize; ++d) {
      const CellSet now = locked[d] & (singles[d] | ~known);
      twice |= once & now;
      once |= now;
      changes |= places[d] ^ now;
      places[d] = now;
    }
    if (is_any((once ^ kAll) | (twice & known))) {
      return Verdict::contradiction;
    }
    const CellSet naked = once & ~twice & ~known;
    if (is_any(naked)) {
      place_naked_singles(places, naked);
    } else if (!is_any(changes)) {
      return is_any(known ^ kAll) ? Verdict::open : Verdict::solved;
    }
  }
}

/// Number of cells, those of `heavy` counted three times; less than 256. Counts in ever wider
/// fields of the lanes, as a population count is slow on processors that lack the instruction.
std::uint32_t weight(CellSet cells, CellSet heavy) {
  constexpr CellSet kOdd1 = in_each_band(0x55555555);
  constexpr CellSet kOdd2 = in_each_band(0x33333333);
  constexpr CellSet kOdd4 = in_each_band(0x0F0F0F0F);
  const auto count_in_fours = [&](CellSet board) {
    const CellSet twos = (board & kOdd1) + (board >> 1 & kOdd1);
    return (twos & kOdd2) + (twos >> 2 & kOdd2);
  };
  const CellSet fours = count_in_fours(cells) + (count_in_fours(cells & heavy) << 1);
  const Words eights = std::bit_cast<Words>((fours & kOdd4) + (fours >> 4 & kOdd4));
  return static_cast<std::uint32_t>((eights[0] + eights[1]) * 0x0101010101010101U >> 56);
}

/// The one of `cells` whose decision reaches most. Works band by band, with the lane of the band
/// spread over all lanes, so that a test of one cell gives a mask for whole Boards.
std::size_t choose_far_reaching(const Places& places, CellSet cells) {
  std::uint32_t best = 0;  // weight and cell: a maximum without a branch
  for (std::size_t band = 0; band < kBands; ++band) {
    Places spread;
    for (std::size_t d = 0; d < kSize; ++d) spread[d] = in_each_band(places[d][band]);
    for (std::uint32_t bits = cells[band]; bits != 0; bits &= bits - 1) {
      const auto position = static_cast<std::size_t>(std::countr_zero(bits));
      const std::size_t row = position / kRowBits;
      const std::size_t cell = band * kBandCells + row * kSize + position % kRowBits;
      const CellSet bit = in_each_band(bits & (~bits + 1));
      CellSet sharing = kNone;
      for (std::size_t d = 0; d < kSize; ++d) {
        sharing |= places[d] & static_cast<CellSet>((spread[d] & bit) == bit);
      }
      const std::uint32_t reach = weight(sharing & peers_of(cell), cells);
      best = std::max(best, reach << 8 | static_cast<std::uint32_t>(cell));
    }
  }
  return best & 0xFF;
}

/// Among the cells with two candidates, otherwise with three, otherwise with any more.
std::size_t choose_cell(const Places& places) {
  CellSet once = kNone;
  CellSet twice = kNone;
  CellSet thrice = kNone;
  CellSet more_often = kNone;
  for (const CellSet board : places) {
    more_often |= thrice & board;
    thrice |= twice & board;
    twice |= once & board;
    once |= board;
  }
  if (is_any(twice & ~thrice)) return choose_far_reaching(places, twice & ~thrice);
  if (is_any(thrice & ~more_often)) return choose_far_reaching(places, thrice & ~more_often);
  return choose_far_reaching(places, twice);
}

/// Two equal clues in a house take each other's cell, which leaves both without candidates.
void load(const Grid& puzzle, Places& places) {
  std::array<std::uint8_t, kCells> clue_cells;
  std::size_t clues = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    clue_cells[clues] = static_cast<std::uint8_t>(cell);  // no branch: where clues are is random
    clues += puzzle.cells[cell] != 0 ? 1 : 0;
  }
  Places given{};
  CellSet filled = kNone;
  places.fill(kAll);
  for (std::size_t i = 0; i < clues; ++i) {
    const std::size_t cell = clue_cells[i];
    const std::size_t d = puzzle.cells[cell] - std::size_t{1};
    places[d] &= ~peers_of(cell);
    given[d] |= board_of(cell);
    filled |= board_of(cell);
  }
  for (std::size_t d = 0; d < kSize; ++d) places[d] &= given[d] | ~filled;
}

Grid to_grid(const Places& places) {
  Grid grid;
  for (std::size_t d = 0; d < kSize; ++d) {
    for_each_cell(places[d], [&grid, d](std::size_t cell) {
      grid.cells[cell] = static_cast<std::uint8_t>(d + 1);
    });
  }
  return grid;
}

class BitmaskEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each(puzzles, limits, answers, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      load(puzzle, nodes_[0]);
      search(0, monitor);
    });
  }

 private:
  /// Visits the tree below the node at `depth`. False if the monitor ended the search.
  bool search(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    Places& places = nodes_[depth];
    const Verdict verdict = propagate(places);
    if (verdict == Verdict::contradiction) return true;
    if (verdict == Verdict::solved) return monitor.found(to_grid(places));
    const std::size_t cell = choose_cell(places);
    for (std::uint32_t untried = candidates_at(places, cell); untried != 0;) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(untried));
      untried &= untried - 1;
      if (untried != 0 && !monitor.take_guess()) return false;
      Places& child = nodes_[depth + 1];
      for (std::size_t d = 0; d < kSize; ++d) child[d] = places[d] & ~board_of(cell);
      child[digit] = places[digit] & ~peers_of(cell);
      if (!search(depth + 1, monitor)) return false;
    }
    return true;
  }

  std::array<Places, kCells + 1> nodes_;  // on the path to the current one; each fills a cell more
};

}  // namespace

std::unique_ptr<Engine> make_bitmask(const EngineOptions&) {
  return std::make_unique<BitmaskEngine>();
}

}  // namespace sudoku
