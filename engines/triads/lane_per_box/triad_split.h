#pragma once

#include "engines/triads/lane_per_box/sweep.h"

/// A mask of words.
struct alignas(32) Mask {
  std::uint16_t words[kWords];
};

struct Masks {
  Mask boxes;                   // the words of a box
  Mask alone[kWords];           // a single word
  Mask beside[kViews][kWords];  // the other two words of its line
};

constexpr Masks kMasks = [] {
  Masks masks{};
  for (int band = 0; band < 3; ++band) {
    for (int stack = 0; stack < 3; ++stack) {
      const int word = 4 * band + stack;
      masks.boxes.words[word] = masks.alone[word].words[word] = 0xFFFF;
      for (int i = 0; i < 3; ++i) {
        if (i != stack) masks.beside[0][word].words[4 * band + i] = 0xFFFF;
        if (i != band) masks.beside[1][word].words[4 * i + stack] = 0xFFFF;
      }
    }
  }
  return masks;
}();

/// State of a node after a sweep. The results of a sweep are not enough: it removes candidates
/// after the check of the cells, and does not detect equal singles in two cells of a box. Without
/// that check the search would not end.
inline BoardState state_of(const Node& node, const Sweep&) {
  const Vector* const c = node.cells;
  Vector open = Vector{};
  Vector seen = Vector{};
  Vector sum = Vector{};  // differs from `seen` in boxes with two equal singles
  for (int i = 0; i < kVectors; ++i) {
    const Vector single = c[i] & ~is_not_single(c[i]);
    open = open | (c[i] ^ single);
    seen = seen | single;
    sum = sum + single;
  }
  if (!is_zero(seen ^ sum)) return BoardState::invalid;
  if (!is_zero(open & load(kMasks.boxes.words))) return BoardState::open;
  Vector in_lines = seen | ~load(kMasks.boxes.words);
  for (int z = 0; z < 3; ++z) {
    const Vector row = or3(c[3 * z], c[3 * z + 1], c[3 * z + 2]);
    const Vector column = or3(c[z], c[z + 3], c[z + 6]);
    in_lines = in_lines & or3(row, next_box(row), last_box(row)) &
               or3(column, next_band(column), last_band(column));
  }
  const bool has_all = is_zero((in_lines ^ splat(kEveryDigit)) & splat(kEveryDigit));
  return has_all ? BoardState::solved : BoardState::invalid;
}

/// Possible branches in one view.
struct Choices {
  Vector open;        // digits with several triads in a line of the band or stack
  Vector two;         // digits with two triads in a line
  Vector open_in[3];  // the same for each line
  Vector two_in[3];
};

template <int view>
inline void find_choices(const Vector* triads, Choices& choices) {
  for (int z = 0; z < 3; ++z) {
    const Vector a = triads[z];
    const Vector b = next_in_line<view>(a);
    const Vector c = last_in_line<view>(a);
    const Vector both = b & c;
    choices.open_in[z] = both | (a & (b | c));
    choices.two_in[z] = choices.open_in[z] & ~(a & both);
  }
  choices.open = or3(choices.open_in[0], choices.open_in[1], choices.open_in[2]);
  choices.two = or3(choices.two_in[0], choices.two_in[1], choices.two_in[2]);
}

inline unsigned word_of(const Vector& a, unsigned word) {
  std::uint16_t value;
  std::memcpy(&value, reinterpret_cast<const char*>(&a) + word * sizeof value, sizeof value);
  return value;
}

/// The first band or stack with the fewest open digits. lane_per_triad also compares candidates,
/// see triads/search.h.
struct Band {
  unsigned view;
  unsigned word;  // word of its first box
  bool has_open;
};

inline Band choose_band(const Choices (&choices)[kViews]) {
  unsigned best = ~0U;
  for (unsigned view = 0; view < kViews; ++view) {
    for (unsigned i = 0; i < 3; ++i) {
      const unsigned word = view == 0 ? 4 * i : i;
      const int open = __builtin_popcount(word_of(choices[view].open, word));
      // A band without open digits has the highest rank.
      const unsigned rank = static_cast<unsigned>(open) - 1;
      best = std::min(best, rank << 8 | view << 4 | word);
    }
  }
  return {best >> 4 & 1, best & 0xF, best >> 31 == 0};
}

/// Splits a node: in `node` the digit is in one triad of a line, in `other` it is not. Returns
/// false if no digit is open. Sweeps are then enough. Not inlined, so that it takes no registers
/// from the sweeps.
[[gnu::noinline]] inline bool split_on_triad(Node& node, Node& other, const Sweep&,
                                             CandidateOrder) {
  const Vector* const c = node.cells;
  // [view][z]: the triads of line z of each band or stack, by box.
  Vector triads[kViews][3];
  for (unsigned z = 0; z < 3; ++z) {
    triads[0][z] = or3(c[3 * z], c[3 * z + 1], c[3 * z + 2]);
    triads[1][z] = or3(c[z], c[z + 3], c[z + 6]);
  }
  Choices choices[kViews];
  find_choices<0>(triads[0], choices[0]);
  find_choices<1>(triads[1], choices[1]);
  const Band band = choose_band(choices);
  if (!band.has_open) return false;
  const Choices& chosen = choices[band.view];
  const unsigned two = word_of(chosen.two, band.word);
  const unsigned digits = two != 0 ? two : word_of(chosen.open, band.word);
  const unsigned digit = digits & -digits;
  const Vector* const lines = two != 0 ? chosen.two_in : chosen.open_in;
  const unsigned step = band.view == 0 ? 1 : 4;  // to the next box
  unsigned places = 0;                           // bit 3 z + i for triad z of box i
  for (unsigned z = 0; z < 3; ++z) {
    const Vector in_line = lines[z] & triads[band.view][z];
    for (unsigned i = 0; i < 3; ++i) {
      const bool is_place = (word_of(in_line, band.word + i * step) & digit) != 0;
      places |= (is_place ? 1U : 0U) << (3 * z + i);
    }
  }
  const auto place = static_cast<unsigned>(std::countr_zero(places));
  const unsigned z = place / 3;
  const unsigned word = band.word + place % 3 * step;
  const Vector first = splat(digit) & load(kMasks.alone[word].words);
  const Vector rest = splat(digit) & load(kMasks.beside[band.view][word].words);
  other = node;
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned cell = band.view == 0 ? 3 * z + i : z + 3 * i;
    other.cells[cell] = node.cells[cell] & ~first;
    node.cells[cell] = node.cells[cell] & ~rest;
  }
  return true;
}
