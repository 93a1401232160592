#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "harness/generate/dig.h"

namespace sudoku {
namespace {

// Balanced holes make quasigroups with holes harder than random holes (Kautz, Ruan, Achlioptas,
// Gomes, Selman, Stickel: Balance and Filtering in Structured Satisfiable Problems, 2001).
//
// The pattern starts as diagonals of a square whose rows and columns are shuffled. Then pairs of
// rows deal out again the columns in which only one of them has a hole (curveball trades). No trade
// changes the number of holes of a row or column. Trades connect all patterns with the same numbers
// and make them equally likely in the long run (Carstens: Proof of uniform sampling of binary
// matrices with fixed row sums and column sums for the fast Curveball algorithm, 2015).

/// Columns with a hole, bit by bit.
using Columns = std::uint64_t;

void trade(Columns& a, Columns& b, Random& random) {
  std::array<Columns, kMaxSide> columns{};
  std::size_t count = 0;
  std::size_t count_of_a = 0;
  for (Columns rest = a ^ b; rest != 0; rest &= rest - 1) {
    const Columns column = rest & -rest;
    columns[count++] = column;
    if ((a & column) != 0) ++count_of_a;
  }
  const auto dealt = std::span(columns).first(count);
  shuffle(dealt, random);
  a &= b;
  b = a;
  for (const Columns column : dealt.first(count_of_a)) a |= column;
  for (const Columns column : dealt.subspan(count_of_a)) b |= column;
}

}  // namespace

std::vector<bool> balanced_holes(std::size_t side, std::size_t holes, Random& random) {
  std::array<std::size_t, kMaxSide> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(std::span(order).first(side), random);
  std::vector<Columns> rows(side);
  for (std::size_t hole = 0; hole < holes; ++hole) {
    const std::size_t row = hole % side;
    const std::size_t diagonal = hole / side;
    rows[row] |= Columns{1} << order[(row + diagonal) % side];
  }
  shuffle(std::span(rows), random);
  constexpr std::size_t kTradesPerRow = 20;
  for (std::size_t i = 0; i < kTradesPerRow * side; ++i) {
    const std::size_t row = random.below(side);
    const std::size_t other = (row + 1 + random.below(side - 1)) % side;
    trade(rows[row], rows[other], random);
  }
  std::vector<bool> is_hole;
  for (const Columns columns : rows) {
    for (std::size_t column = 0; column < side; ++column) {
      is_hole.push_back((columns >> column & 1) != 0);
    }
  }
  return is_hole;
}

}  // namespace sudoku
