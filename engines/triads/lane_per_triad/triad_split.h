#pragma once

#include "engines/triads/lane_per_triad/sweep.h"

/// Whether every house has all digits.
inline bool is_complete(const Node& node) {
  const Vector* const c = node.cells;
  const Vector rows = or3(c[0], c[1], c[2]);
  const Vector columns = or3(transposed<0>(c[0]), transposed<1>(c[1]), transposed<2>(c[2]));
  const Vector in_lines = or3(rows, rotated<1, 0>(rows), rotated<2, 0>(rows)) &
                          or3(columns, rotated<1, 0>(columns), rotated<2, 0>(columns));
  const Vector in_houses = in_lines & or3(rows, rotated<0, 1>(rows), rotated<0, 2>(rows));
  return nonzero(and_not(splat(kEveryDigit), in_houses)) == 0;
}

inline BoardState state_of(const Node& node, const Sweep& swept) {
  if (!is_filled(swept)) return BoardState::open;
  return is_complete(node) ? BoardState::solved : BoardState::invalid;
}

/// Possible branches in one view.
struct Choices {
  Vector cost;    // equal in all lanes of a band, different for each band
  Vector digit;   // the digit to branch on if the band is chosen
  Vector places;  // the digit in lines in which it is open, preferably in two triads of a line
};

/// The number of candidates in all triads of the band of each lane.
inline Vector candidates_in_band(Vector triads) {
  Vector count = count_bits(triads);
  count = add(count, add(rotated<1, 0>(count), rotated<2, 0>(count)));
  return add(count, add(rotated<0, 1>(count), rotated<0, 2>(count)));
}
constexpr std::uint16_t kMostCandidates = 9 * kSize;  // nine triads

inline Choices choices_in(Vector triads, int view, CandidateOrder order) {
  const Vector a = rotated<1, 0>(triads);
  const Vector b = rotated<2, 0>(triads);
  const Vector open = majority(triads, a, b);  // digits with several triads in the line
  const Vector two = exactly_two(triads, a, b);
  const Vector open_in_band = or3(open, rotated<0, 1>(open), rotated<0, 2>(open));
  const Vector two_in_band = or3(two, rotated<0, 1>(two), rotated<0, 2>(two));
  const LaneSet has_two = nonzero(two_in_band);
  const Vector digits = select(has_two, two_in_band, open_in_band);
  // The lowest rank has the fewest open digits, then the fewest or the most candidates. A band
  // without open digits has the highest rank. lane_per_box ignores the candidates.
  const Vector open_count = subtract(count_bits(open_in_band), splat(1));
  const bool is_most_first = order == CandidateOrder::most_first;
  const Vector inverted = candidates_in_band(triads) ^ splat(is_most_first ? 0xFFFF : 0);
  const Vector in_order = add(inverted, splat(is_most_first ? kMostCandidates + 1 : 0));
  const Vector rank =
      _mm512_slli_epi16(_mm512_adds_epu16(_mm512_slli_epi16(open_count, 4), in_order), 3);
  Choices choices;
  choices.cost = rank | _mm512_load_si512(kLayout.band[view].data());
  choices.digit = lowest_bit(digits);
  choices.places = and3(choices.digit, select(has_two, two, open), triads);
  return choices;
}

/// Splits a node: in `node` the digit is in one triad of a line, in `other` it is not. Returns
/// false if no digit is open. Sweeps are then enough.
inline bool split_on_triad(Node& node, Node& other, const Sweep& swept, CandidateOrder order) {
  Vector* const c = node.cells;
  const Choices rows = choices_in(or3(c[0], c[1], c[2]), 0, order);
  const Choices stacks = choices_in(swept.columns.triads, 1, order);
  Vector least = min(rows.cost, stacks.cost);
  least =
      min(least, min(permuted(least, kLayout.next_band[1]), permuted(least, kLayout.next_band[2])));
  const auto places_in = [least](const Choices& choices) -> std::uint64_t {
    const LaneSet chosen = equal(choices.cost, least) & kEveryLane;
    return _mm512_mask_test_epi16_mask(chosen, choices.places, choices.places);
  };
  const std::uint64_t places = places_in(rows) | places_in(stacks) << 32;
  if (places == 0) return false;
  const std::uint64_t first = places & -places;
  const std::uint64_t rest = places & (first << 3 | first << 6);  // of the same line
  const Vector row_first = keep(static_cast<LaneSet>(first), rows.digit);
  const Vector row_rest = keep(static_cast<LaneSet>(rest), rows.digit);
  const Vector stack_first = keep(static_cast<LaneSet>(first >> 32), stacks.digit);
  const Vector stack_rest = keep(static_cast<LaneSet>(rest >> 32), stacks.digit);
  for (int m = 0; m < kRegisters; ++m) {
    const Permutation& transpose = kLayout.transpose[m];
    other.cells[m] = and_neither(c[m], row_first, permuted(stack_first, transpose));
    c[m] = and_neither(c[m], row_rest, permuted(stack_rest, transpose));
  }
  return true;
}
