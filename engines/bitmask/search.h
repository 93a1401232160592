#pragma once

// Depth-first search on the candidates of each digit. Included inside a namespace without a name
// and a target region, after vec_<set>.h.
//
// At each node singles and locked candidates are repeated until nothing changes; then it branches
// on a cell with fewest candidates.
//
// The state of a search is nine CellSets: for each digit, the places still open to it. One
// operation works on all rows of a digit, or of several. A pass over the digits has no branch and
// no loop over cells:
//  1. Locked candidates. In a band, a digit stands in three minirows (the three cells common to a
//     row and a box), one in each row and each box. A minirow with candidates stays if two others
//     complete it to such a triple, which rotations of the 3 x 3 flags of the band tell. A flag
//     takes one bit of three, so three digits are done at once. The same in a stack, with
//     minicolumns.
//  2. Hidden singles: rows with one candidate of the digit. Those of columns and boxes become ones
//     of rows by step 1, which also takes the digit from their peers. Their cells are closed to
//     other digits.
//  3. Naked singles: cells that a carry-save count over the digits meets once. Step 1 cannot see
//     them, as it knows one digit only, so the rest of their rows is cleared, from which step 1
//     goes on. Clues are begun with in the same way.
//
// A node ends where a cell has no candidate, which soon follows from a digit without a place, or is
// a hidden single of two digits. Once every cell has one candidate, it is a solution if every digit
// has all rows, columns and boxes. The passes of a node end as soon as one leaves no further cell
// with one candidate: what its locked candidates have changed is as well looked at after the
// branch. Those of a thorough search go on until nothing changes.
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
// Cost. With AVX2 a pass is about 380 operations of vectors, of which four can begin in a cycle and
// of shifts and shuffles, a quarter of them, two; its longest chain is 70 steps. Both groups of
// digits do the same step by turns, as a processor does not look far enough ahead to overlap more.
// What all digits share is worked out in both halves of a vector, as a move between halves takes
// three cycles.
//
// Tried and lost:
//   - one depth for all puzzles from which the first cell will do: the hardest ones want it deeper,
//     those with many solutions less deep
//   - the first cell with two candidates everywhere: twice the guesses
//   - digits with two places in a house as branches
//   - hidden singles of three digits closed to the next three within a pass: a tenth to a fifth
//     fewer passes, but each waits for three chains instead of one
//   - rows and columns locked from the same state: fewer eliminations a pass
//   - a look for digits that have lost a stack at the end of a pass or after each three digits
//     (4 % on the hardest puzzles, but -6 % on easy ones)
//   - naked singles cleared from all peers cell by cell, or from columns or boxes by a few
//     operations more: fewer passes, but not by as much
//   - the cell of a guess left to step 3: weaker first passes
//   - choosing by unsolved peers, by peers with two candidates, only among the first cells or only
//     in rows with two of them: cheaper, but 10 to 30 % more guesses; by unsolved peers in a middle
//     range of depths: no difference
//   - the candidates of a cell by a transposed board when choosing; both words of a set at once
//   - the last option in place of its node
//   - vectors of two digits where a processor has them of one only
//   - the counts of candidates added up for two digits at once when choosing

#include "engines/bitmask/locks.h"

enum class NodeState : std::uint8_t { open, solved, contradiction };

struct Node {
  DigitBoards places;
  CellSet decided;  // the cells found to have one candidate
};

inline CellSet board_of_digit(const DigitBoards& boards, std::size_t d) {
  CellSet board;
  std::memcpy(&board, reinterpret_cast<const char*>(&boards) + d * sizeof board, sizeof board);
  return board;
}

/// The candidates of a cell, bit d - 1 for digit d.
inline std::uint32_t candidates_at(const DigitBoards& boards, std::size_t cell) {
  const std::size_t lane = cell / kLaneBits * sizeof(std::uint32_t);
  std::uint32_t candidates = 0;
  for (std::size_t d = 0; d < kSize; ++d) {
    std::uint32_t places;
    std::memcpy(&places, reinterpret_cast<const char*>(&boards) + d * sizeof(CellSet) + lane,
                sizeof places);
    candidates |= (places >> cell % kLaneBits & 1U) << d;
  }
  return candidates;
}

/// Two equal clues in a house leave a cell without candidates, in the first pass at the latest.
inline DigitBoards boards_of(const Grid& puzzle) {
  const auto [ones, twos, fours, eights] = planes_of(puzzle);
  const CellSet filled = ones | twos | fours | eights;
  const CellSet open = kAll & ~filled;
  DigitBoards boards = boards_of(std::array{open | (ones & ~twos & ~fours & ~eights),  //
                                            open | (twos & ~ones & ~fours),            //
                                            open | (twos & ones & ~fours),             //
                                            open | (fours & ~ones & ~twos),            //
                                            open | (fours & ones & ~twos),             //
                                            open | (fours & twos & ~ones),             //
                                            open | (fours & twos & ones),              //
                                            open | (eights & ~ones),                   //
                                            open | (eights & ones)});
  place(boards, widen<SharedSet>(filled));
  return boards;
}

inline void write_solution(const DigitBoards& boards, Grid& grid) {
  const auto cells_of = [&](std::size_t digit) { return board_of_digit(boards, digit - 1); };
  const CellSet two_or_three = cells_of(2) | cells_of(3);
  const CellSet four_or_five = cells_of(4) | cells_of(5);
  const CellSet six_or_seven = cells_of(6) | cells_of(7);
  const CellSet odd = cells_of(1) | cells_of(3) | cells_of(5) | cells_of(7) | cells_of(9);
  write_planes(
      {odd, two_or_three | six_or_seven, four_or_five | six_or_seven, cells_of(8) | cells_of(9)},
      grid);
}

/// `digit` in `cell`, as one of its candidates.
inline void decide(const DigitBoards& boards, std::size_t cell, std::size_t digit,
                   DigitBoards& child) {
  const DigitBoards ordinals = boards_of(std::array{
      in_each_band(0), in_each_band(1), in_each_band(2), in_each_band(3), in_each_band(4),
      in_each_band(5), in_each_band(6), in_each_band(7), in_each_band(8)});
  for_each_group(
      [&]<typename V>(const Three<V>& digits, const Three<V>& ordinal, Three<V>& left) {
        const V itself = widen<V>(board_of(cell));
        const V both = widen<V>(board_of(cell) ^ peers_of(cell));
        const V digit_in_each = V{} + static_cast<std::uint32_t>(digit);
        const auto lost = [&](V which) {
          return itself ^ (static_cast<V>(which == digit_in_each) & both);
        };
        left.a = digits.a & ~lost(ordinal.a);
        left.b = digits.b & ~lost(ordinal.b);
        left.c = digits.c & ~lost(ordinal.c);
      },
      boards, ordinals, child);
}

/// Repeats all deductions: in a thorough search until nothing changes, else until no further cell
/// is decided. By itself, as g++ puts constants of its loop aside in a function that is larger.
template <SearchEffort effort>
[[gnu::noinline]] NodeState propagate(Node& node) {
  DigitBoards boards;
  copy(node.places, boards);
  auto decided = widen<SharedSet>(node.decided);
  while (true) {
    DigitBoards before;
    if constexpr (effort == SearchEffort::thorough) copy(boards, before);
    lock_minirows(boards);
    lock_minicolumns(boards);
    const DigitBoards singles = hidden_singles(boards);
    const SharedSet known = union_of(singles);
    clear_other_digits(boards, singles, known);
    const auto [once, twice] = coverage_of(boards);
    if (is_any(narrow((once ^ kAllOf<SharedSet>) | (twice & known))))
      return NodeState::contradiction;
    if (!is_any(narrow(twice))) {
      copy(boards, node.places);
      return is_solution(boards) ? NodeState::solved : NodeState::contradiction;
    }
    const SharedSet single = once & ~twice;
    bool is_done = !is_any(narrow(single ^ decided));
    if constexpr (effort == SearchEffort::thorough) is_done = is_done && !differ(boards, before);
    if (is_done) {
      copy(boards, node.places);
      node.decided = narrow(decided);
      return NodeState::open;
    }
    decided = single;
    place(boards, single & ~known);
  }
}

/// The cells of one band that are among `cells`, each with its reach: the better one of `best` and
/// the best of them. Both are a weight and a cell, so that a maximum needs no branch.
template <int band>
std::uint32_t choose_in_band(const DigitBoards& boards, CellSet cells, std::uint32_t best) {
  DigitBoards spread;
  for_each_group(
      [](const auto& digits, auto& lanes) {
        lanes.a = spread_band<band>(digits.a);
        lanes.b = spread_band<band>(digits.b);
        lanes.c = spread_band<band>(digits.c);
      },
      boards, spread);
  for (std::uint32_t bits = cells[band]; bits != 0; bits &= bits - 1) {
    const std::size_t cell = band * kLaneBits + static_cast<std::size_t>(std::countr_zero(bits));
    const std::uint32_t bit = bits & (~bits + 1);
    SharedSet sharing{};
    for_each_group(
        [&]<typename V>(const Three<V>& digits, const Three<V>& lanes) {
          const V cell_in_lanes = V{} + bit;
          const auto if_open = [&](V places, V lane) {
            return places & static_cast<V>((lane & cell_in_lanes) == cell_in_lanes);
          };
          sharing |= union_of(if_open(digits.a, lanes.a) | if_open(digits.b, lanes.b) |
                              if_open(digits.c, lanes.c));
        },
        boards, spread);
    const std::uint32_t reach = weight(narrow(sharing) & peers_of(cell), cells);
    best = std::max(best, reach << 8 | static_cast<std::uint32_t>(cell));
  }
  return best;
}

/// The one of `cells` whose decision reaches most.
inline std::size_t choose_most_connected(const DigitBoards& boards, CellSet cells) {
  std::uint32_t best = choose_in_band<0>(boards, cells, 0);
  best = choose_in_band<1>(boards, cells, best);
  best = choose_in_band<2>(boards, cells, best);
  return best & 0xFF;
}

/// The depths from which subtrees are too small to pay for a good choice: before a puzzle has met
/// its first contradiction, when it may have many solutions, and after it.
constexpr std::size_t kDeepBeforeContradiction = 4;
constexpr std::size_t kDeep = 12;
constexpr std::size_t kNeverDeep = kCells + 1;

/// Among the cells with two candidates, otherwise with three, otherwise with any more.
inline std::size_t choose_cell(const DigitBoards& boards, std::size_t depth, std::size_t deep) {
  CellSet once = kNone;
  CellSet twice = kNone;
  CellSet thrice = kNone;
  CellSet more_often = kNone;
  for (std::size_t d = 0; d < kSize; ++d) {
    const CellSet board = board_of_digit(boards, d);
    more_often |= thrice & board;
    thrice |= twice & board;
    twice |= once & board;
    once |= board;
  }
  const CellSet pairs = twice & ~thrice;
  if (is_any(pairs)) return depth < deep ? choose_most_connected(boards, pairs) : first_of(pairs);
  if (is_any(thrice & ~more_often)) return choose_most_connected(boards, thrice & ~more_often);
  return choose_most_connected(boards, twice);
}

/// Searches one puzzle after the other.
template <SearchEffort effort>
class Search {
 public:
  void solve(const Grid& puzzle, SearchMonitor& monitor) {
    nodes_[0].places = boards_of(puzzle);
    nodes_[0].decided = kNone;
    if (effort == SearchEffort::usual) deep_ = kDeepBeforeContradiction;
    search(0, monitor);
  }

 private:
  /// Visits the tree below the node at `depth`. False if the monitor ended the search.
  bool search(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    Node& node = nodes_[depth];
    const NodeState state = propagate<effort>(node);
    if (state == NodeState::contradiction) {
      if (effort == SearchEffort::usual) deep_ = kDeep;
      return true;
    }
    if (state == NodeState::solved) {
      if (monitor.wants_solution()) write_solution(node.places, solution_);
      return monitor.found(solution_);
    }
    const std::size_t cell = choose_cell(node.places, depth, deep_);
    for (std::uint32_t untried = candidates_at(node.places, cell); untried != 0;) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(untried));
      untried &= untried - 1;
      if (untried != 0 && !monitor.take_guess()) return false;
      Node& child = nodes_[depth + 1];
      decide(node.places, cell, digit, child.places);
      child.decided = node.decided | board_of(cell);
      if (!search(depth + 1, monitor)) return false;
    }
    return true;
  }

  std::size_t deep_ = kNeverDeep;
  Grid solution_;
  std::array<Node, kCells + 1> nodes_;  // on the path to the current one; each fills a cell more
};
