// Boards of 9x9 by candidate masks of each digit; those of other shapes are for the group masks of
// bitmask/group_masks.cpp.
//
// Of 9x9 it is a depth-first search that, at each node, repeats singles and locked candidates until
// nothing changes, then branches on a cell with fewest candidates.
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
//     them, as it knows one digit only, so the next pass begins by clearing the rest of their rows,
//     from which step 1 goes on.
//
// A node ends where a cell has no candidate, which soon follows from a digit without a place, or is
// a hidden single of two digits. Once every cell is a hidden single of one digit, it is a solution
// if every digit has all columns. The passes of a node below the root end as soon as one
// leaves no further cell with one candidate: what its locked candidates have changed is as well
// looked at after the branch. The root, and every node of a thorough search, goes on until nothing
// changes.
//
// The branch is on a cell with two candidates, with three if there is none, or else on any open
// one. Among several it is that with the most peers sharing a candidate with it; those as short of
// candidates as itself count three times. Deep in the tree, but for a thorough search, it is the
// first one with two, and not so deep before the first contradiction, too: a good choice costs more
// than a pass, and puzzles with many solutions are well served by any. A child copies the nine
// CellSets of its node; nothing is ever undone.
//
// Digit boards of bands with locked candidates come from Zhouyundong's solver, known as JCZSolve,
// digit boards in vectors from Mladen Dobrichev's fsss2.
//
// Tried and lost:
//   - one depth for all puzzles from which the first cell will do: the hardest ones want it deeper,
//     those with many solutions less deep
//   - the first cell with two candidates everywhere: twice the guesses
//   - digits with two places in a house as branches
//   - one round of hidden singles for all digits before any is used, or before half of them are:
//     more passes than their shorter chains save
//   - rows and columns locked from the same state: fewer eliminations a pass
//   - hidden singles kept from pass to pass for each three digits, without a second loop over the
//     digits
//   - the three digits around that of the guess first: a loop that begins anywhere is slower
//   - a look for digits that have lost a stack at the end of a pass or after each three digits
//     (4 % on the hardest puzzles, but -6 % on easy ones)
//   - naked singles cleared from all peers cell by cell: fewer passes, but a loop of unforeseeable
//     length in each
//   - the cell of a guess left to step 3, and clues likewise: weaker first passes
//   - choosing by unsolved peers, by peers with two candidates, only among the first cells or only
//     in rows with two of them: cheaper, but 10 to 30 % more guesses; by unsolved peers in a middle
//     range of depths: no difference
//   - the candidates of a cell by a transposed board when choosing; both words of a set at once
//   - the last option in place of its node
// Built for AVX2, g++ makes it slower, as the passes wait for results rather than for instructions.
// AVX-512 shortens what they wait for, so what a search does at a node is compiled for it as well.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engines/bitmask/group_masks.h"
#include "engines/geometry.h"
#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/shaped_engine.h"

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
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  board |= __builtin_shufflevector(board, board, 2, 3, 2, 3);
  return std::bit_cast<Halves>(board)[0] != 0;
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

/// Of a set that is not empty.
std::size_t first_of(CellSet board) {
  const Words words = std::bit_cast<Words>(board);
  const std::size_t word = words[0] != 0 ? 0 : 1;
  return kCellOfBit[word][static_cast<std::size_t>(std::countr_zero(words[word]))];
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

constexpr CellSet kMinirowsA = in_each_row(0b001'001'001);
constexpr CellSet kMinirowsB = in_each_row(0b010'010'010);
constexpr CellSet kMinirowsC = in_each_row(0b100'100'100);

/// The minirows with candidates of three digits.
CellSet minirow_flags(CellSet a, CellSet b, CellSet c) {
  return ((a | a >> 1 | a >> 2) & kMinirowsA) | ((b << 1 | b | b >> 1) & kMinirowsB) |
         ((c << 2 | c << 1 | c) & kMinirowsC);
}

constexpr int kTwoRows = 2 * kRowBits;
constexpr CellSet kMinicolumnsA = in_each_band(0b111'111'111);
constexpr CellSet kMinicolumnsB = kMinicolumnsA << kRowBits;
constexpr CellSet kMinicolumnsC = kMinicolumnsA << kTwoRows;

CellSet minicolumn_flags(CellSet a, CellSet b, CellSet c) {
  return ((a | a >> kRowBits | a >> kTwoRows) & kMinicolumnsA) |
         ((b << kRowBits | b | b >> kRowBits) & kMinicolumnsB) |
         ((c << kTwoRows | c << kRowBits | c) & kMinicolumnsC);
}

/// Locked candidates in the bands, for three digits.
void lock_minirows(CellSet& a, CellSet& b, CellSet& c) {
  const CellSet flags = keep_minirow_triples(minirow_flags(a, b, c));
  const CellSet flags_a = flags & kMinirowsA;
  const CellSet flags_b = flags & kMinirowsB;
  const CellSet flags_c = flags & kMinirowsC;
  a &= (flags_a << 3) - flags_a;  // a flag becomes the three bits of its minirow
  b &= (flags_b << 2) - (flags_b >> 1);
  c &= (flags_c << 1) - (flags_c >> 2);
}

/// Locked candidates in the stacks, for three digits.
void lock_minicolumns(CellSet& a, CellSet& b, CellSet& c) {
  const CellSet flags = keep_minicolumn_triples(minicolumn_flags(a, b, c));
  const CellSet flags_a = flags & kMinicolumnsA;
  const CellSet flags_b = flags & kMinicolumnsB;
  const CellSet flags_c = flags & kMinicolumnsC;
  a &= flags_a | flags_a << kRowBits | flags_a << kTwoRows;
  b &= flags_b >> kRowBits | flags_b | flags_b << kRowBits;
  c &= flags_c >> kTwoRows | flags_c >> kRowBits | flags_c;
}

/// Whether digits with one place in every row, seen by both locks, have one in every column and so
/// in every box. They lack it where a stack has lost all places of a digit.
bool fill_columns(const Places& places) {
  CellSet filled = kAll;
  for (std::size_t d = 0; d < kSize; d += 3) {
    const CellSet flags = minicolumn_flags(places[d], places[d + 1], places[d + 2]);
    filled &= flags | rotate_bands_once(flags) | rotate_bands_twice(flags);
  }
  return !is_any(filled ^ kAll);
}

/// The cells that are alone in their row. The subtraction borrows from the row after an empty one,
/// which may hide a single there; the digit has no place in the empty row anyway.
CellSet singles_of_rows(CellSet board) {
  const CellSet all_but_lowest = board & (board - in_each_row(1));
  const CellSet has_more = (all_but_lowest + kAll) & kSpareBits;
  const CellSet rows_with_more = has_more - (has_more >> kSize);
  return board & ~rows_with_more;
}

/// Takes the digit of its naked singles from the rest of their rows. Of several in a row the first
/// one stays; the others are left without candidates, which is seen at the end of the pass.
CellSet place_naked_singles(CellSet board, CellSet naked) {
  const CellSet singles = board & naked;
  const CellSet row_ends = (singles + kAll) & kSpareBits;
  const CellSet row_starts = row_ends >> kSize;
  const CellSet firsts = singles & ~(singles - row_starts);
  return (board & ~(row_ends - row_starts)) | firsts;
}

/// Locks the candidates of `places` into `locked` and finds the hidden singles of each digit.
/// Returns those of all digits. A cell is no longer open to digits after the one that it is for.
[[gnu::always_inline]] inline CellSet find_hidden_singles(const Places& places, CellSet naked,
                                                          Places& locked, Places& singles) {
  CellSet known = kNone;
  for (std::size_t d = 0; d < kSize; d += 3) {
    CellSet a = place_naked_singles(places[d], naked) & ~known;
    CellSet b = place_naked_singles(places[d + 1], naked) & ~known;
    CellSet c = place_naked_singles(places[d + 2], naked) & ~known;
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

struct Node {
  Places places;
  CellSet decided;  // the cells found to have one candidate
};

enum class Verdict : std::uint8_t { open, solved, contradiction };

/// Repeats all deductions: until nothing changes at the root and in a thorough search, else until
/// no further cell is `decided`.
template <SearchEffort effort>
[[gnu::always_inline]] inline Verdict propagate(Places& places, CellSet& decided,
                                                std::size_t depth) {
  CellSet naked = kNone;
  while (true) {
    Places locked;
    Places singles;
    const CellSet known = find_hidden_singles(places, naked, locked, singles);
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
    if (is_any((once ^ kAll) | (twice & known))) return Verdict::contradiction;
    if (!is_any(known ^ kAll)) {
      return fill_columns(places) ? Verdict::solved : Verdict::contradiction;
    }
    const CellSet single = once & ~twice;
    const bool may_change_more = effort == SearchEffort::thorough || depth == 0;
    if (!is_any(single ^ decided) && !(may_change_more && is_any(changes))) return Verdict::open;
    decided = single;
    naked = single & ~known;
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

/// The depths from which subtrees are too small to pay for a good choice: before a puzzle has met
/// its first contradiction, when it may have many solutions, and after it.
constexpr std::size_t kDeepAtFirst = 4;
constexpr std::size_t kDeep = 12;
constexpr std::size_t kNeverDeep = kCells + 1;

/// Among the cells with two candidates, otherwise with three, otherwise with any more.
std::size_t choose_cell(const Places& places, std::size_t depth, std::size_t deep) {
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
  const CellSet pairs = twice & ~thrice;
  if (is_any(pairs)) return depth < deep ? choose_far_reaching(places, pairs) : first_of(pairs);
  if (is_any(thrice & ~more_often)) return choose_far_reaching(places, thrice & ~more_often);
  return choose_far_reaching(places, twice);
}

/// The cells with a clue, 64 a word.
Words clue_cells(const Grid& puzzle) {
  using Bytes = std::uint8_t __attribute__((vector_size(16)));
  constexpr Bytes kBits{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  constexpr std::uint64_t kSumOfBytes = 0x0101010101010101;  // as a factor, in the highest byte
  constexpr std::size_t kLast = kCells - 1;
  Words cells{};
  for (std::size_t first = 0; first < kLast; first += sizeof(Bytes)) {
    Bytes digits;
    std::memcpy(&digits, puzzle.cells.data() + first, sizeof digits);
    const auto bits = std::bit_cast<Words>(reinterpret_cast<Bytes>(digits != 0) & kBits);
    const std::uint64_t low = bits[0] * kSumOfBytes >> 56;
    const std::uint64_t high = bits[1] * kSumOfBytes >> 56;
    cells[first / 64] |= (low | high << 8) << first % 64;
  }
  cells[1] |= std::uint64_t{puzzle.cells[kLast] != 0} << kLast % 64;
  return cells;
}

/// Two equal clues in a house take each other's cell, which leaves both without candidates.
void load(const Grid& puzzle, Places& places) {
  places.fill(kAll);
  Places given{};
  const Words clues = clue_cells(puzzle);
  for (std::size_t word = 0; word < clues.size(); ++word) {
    for (std::uint64_t bits = clues[word]; bits != 0; bits &= bits - 1) {
      const std::size_t cell = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
      const std::size_t d = puzzle.cells[cell] - std::size_t{1};
      places[d] &= ~peers_of(cell);
      given[d] |= board_of(cell);
    }
  }
  CellSet filled = kNone;
  for (const CellSet board : given) filled |= board;
  for (std::size_t d = 0; d < kSize; ++d) places[d] &= given[d] | ~filled;
}

/// What a search does at a node.
template <SearchEffort effort>
struct Steps {
  static constexpr SearchEffort kEffort = effort;
  static Verdict deduce(Node& node, std::size_t depth) {
    return propagate<effort>(node.places, node.decided, depth);
  }
  static std::size_t choose(const Places& places, std::size_t depth, std::size_t deep) {
    return choose_cell(places, depth, deep);
  }
};

#if defined(__x86_64__)
#include "engines/isa/begin_avx512_vbmi2.h"
/// The same for CPUs with three operands to a logical operation, and more of them.
struct Avx512Steps {
  static constexpr SearchEffort kEffort = SearchEffort::usual;
  [[gnu::flatten]] static Verdict deduce(Node& node, std::size_t depth) {
    return propagate<kEffort>(node.places, node.decided, depth);
  }
  [[gnu::flatten]] static std::size_t choose(const Places& places, std::size_t depth,
                                             std::size_t deep) {
    return choose_cell(places, depth, deep);
  }
};
#include "engines/isa/end_target.h"
#endif

void write_solution(const Places& places, Grid& grid) {
  for (std::size_t d = 0; d < kSize; ++d) {
    for_each_cell(places[d], [&grid, d](std::size_t cell) {
      grid.cells[cell] = static_cast<std::uint8_t>(d + 1);
    });
  }
}

template <typename NodeSteps>
class BitmaskEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.shape != k9x9) {
      Engine& engine = other_shapes_.of(puzzles.shape, bitmask::make_group_masks);
      return engine.solve(puzzles, limits, answers, sink);
    }
    solve_each(puzzles, limits, answers, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      load(puzzle, nodes_[0].places);
      nodes_[0].decided = kNone;
      if (NodeSteps::kEffort == SearchEffort::usual) deep_ = kDeepAtFirst;
      search(0, monitor);
    });
  }

 private:
  /// Visits the tree below the node at `depth`. False if the monitor ended the search.
  bool search(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    Node& node = nodes_[depth];
    const Places& places = node.places;
    const Verdict verdict = NodeSteps::deduce(node, depth);
    if (verdict == Verdict::contradiction) {
      if (NodeSteps::kEffort == SearchEffort::usual) deep_ = kDeep;
      return true;
    }
    if (verdict == Verdict::solved) {
      if (monitor.wants_solution()) write_solution(places, solution_);
      return monitor.found(solution_);
    }
    const std::size_t cell = NodeSteps::choose(places, depth, deep_);
    for (std::uint32_t untried = candidates_at(places, cell); untried != 0;) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(untried));
      untried &= untried - 1;
      if (untried != 0 && !monitor.take_guess()) return false;
      Node& child = nodes_[depth + 1];
      for (std::size_t d = 0; d < kSize; ++d) child.places[d] = places[d] & ~board_of(cell);
      child.places[digit] = places[digit] & ~peers_of(cell);
      child.decided = node.decided | board_of(cell);
      if (!search(depth + 1, monitor)) return false;
    }
    return true;
  }

  std::size_t deep_ = kNeverDeep;
  Grid solution_;
  std::array<Node, kCells + 1> nodes_;  // on the path to the current one; each fills a cell more
  ShapedEngine other_shapes_;
};

}  // namespace

std::unique_ptr<Engine> make_bitmask(const EngineOptions& options) {
  if (options.effort == SearchEffort::thorough) {
    return std::make_unique<BitmaskEngine<Steps<SearchEffort::thorough>>>();
  }
#if defined(__x86_64__)
  if (isa::runs_avx512_vbmi2()) return std::make_unique<BitmaskEngine<Avx512Steps>>();
#endif
  return std::make_unique<BitmaskEngine<Steps<SearchEffort::usual>>>();
}

}  // namespace sudoku
