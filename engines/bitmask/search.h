#pragma once

// Depth-first search on the candidates of each digit. Included inside the namespace of a variant
// after vec_<set>.h, see generic.h. NOTES.md has measurements.
//
// At each node the search repeats singles and locked candidates until nothing changes. Then it
// branches on a cell with the fewest candidates.
//
// The state is nine CellSets: for each digit, its possible cells. One operation works on all rows
// of a digit or of several digits. A pass over the digits has no branch and no loop over cells:
//  1. Locked candidates. A minirow has the three cells that a row and a box share. In a band, a
//     digit takes three minirows, one in each row and each box. A minirow with candidates stays if
//     two others complete it to such a triple. Rotations of the 3 x 3 flags of the band determine
//     that. A flag takes one bit of three, so three digits are processed at once. Stacks are
//     processed in the same way, with minicolumns.
//  2. Hidden singles: rows with one candidate of the digit. In step 1, hidden singles of columns
//     and boxes become hidden singles of rows, and their peers lose the digit. Step 2 removes the
//     other digits from the cells.
//  3. Naked singles: cells that a carry-save count over the digits finds once. Step 1 cannot find
//     them, because it processes each digit separately. Step 3 removes them from the rest of their
//     rows, and step 1 continues from there. Clues start in the same way.
//
// A node is a contradiction if a cell has no candidate or is a hidden single of two digits. A digit
// without a place soon leads to a cell without candidates. A node with one candidate in every cell
// is a solution if every digit has all rows, columns and boxes. The passes of a node end when a
// pass finds no new cell with one candidate. Its other changes take effect after the branch. A
// thorough search continues until nothing changes.
//
// The search branches on a cell with two candidates, otherwise with three, otherwise on any open
// cell. Among several it chooses the cell with the most peers that share a candidate with it. Peers
// with equally few candidates count three times. Deep in the tree it takes the first cell with two
// candidates, because a good choice costs more than a pass. Before the first contradiction this
// begins at a lower depth, because puzzles with many solutions need no good choice. A thorough
// search always chooses. A child copies the nine CellSets of its node, so nothing is undone.
//
// Digit boards of bands with locked candidates come from the solver of Zhouyundong, known as
// JCZSolve. Digit boards in vectors come from fsss2 by Mladen Dobrichev.

#include "engines/bitmask/locks.h"

enum class NodeState : std::uint8_t { open, solved, contradiction };

struct Node {
  DigitBoards places;
  CellSet decided;  // cells that are known to have one candidate
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

/// Reads a puzzle. Two equal clues in a house leave a cell without candidates, at the latest after
/// the first pass.
[[gnu::always_inline]] inline DigitBoards boards_of(const Grid& puzzle) {
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

/// Copies `boards` to `child` with `digit` in `cell`. The digit must be a candidate of the cell.
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

/// Repeats all deductions: in a thorough search until nothing changes, otherwise until no new cell
/// is decided. Not inlined, because g++ spills constants of the loop in a larger function.
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

/// The better of `best` and the best of `cells` in one band. A value combines a weight and a cell,
/// so a maximum needs no branch.
template <int band>
std::uint32_t choose_in_band(const DigitBoards& boards, CellSet cells, std::uint32_t best) {
  DigitBoards spread;
  for_each_vector([](const auto& digit, auto& lanes) { lanes = spread_band<band>(digit); }, boards,
                  spread);
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

/// Returns the cell of `cells` with the greatest weight of affected peers.
inline std::size_t choose_most_connected(const DigitBoards& boards, CellSet cells) {
  std::uint32_t best = choose_in_band<0>(boards, cells, 0);
  best = choose_in_band<1>(boards, cells, best);
  best = choose_in_band<2>(boards, cells, best);
  return best & 0xFF;
}

/// The depths from which subtrees are too small for a good choice to pay. Before its first
/// contradiction, a puzzle can have many solutions.
constexpr std::size_t kDeepBeforeContradiction = 4;
constexpr std::size_t kDeep = 12;
constexpr std::size_t kNeverDeep = kCells + 1;

/// Chooses among the cells with two candidates, otherwise with three, otherwise with more.
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

/// Searches puzzles, one at a time.
template <SearchEffort effort>
class Search {
 public:
  void solve(const Board& puzzle, SearchMonitor& monitor) {
    nodes_[0].places =
        puzzle.candidates.empty() ? boards_of(as_grid(puzzle)) : boards_of(places_of(puzzle));
    nodes_[0].decided = kNone;
    if (effort == SearchEffort::usual) deep_ = kDeepBeforeContradiction;
    search(0, monitor);
  }

 private:
  /// Searches the tree below the node at `depth`. Returns false if the monitor ended the search.
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
  std::array<Node, kCells + 1> nodes_;  // on the path to the current node
};
