#pragma once

// The vector operations of the search on plain integers, for every CPU. This header is the
// reference: it documents the operations, and tests compare the operations of the other vec_<set>.h
// with it.
//
// A Vector has kLanes unsigned lanes of 16 bits. Every vec_<set>.h defines the same names and is
// included inside a namespace.

constexpr int kLanes = 16;

/// Whether the row phase of a sweep writes no cells, see sweep_band in propagation.h.
constexpr bool kReadOnlyRowPhase = false;
/// Whether the search collects solutions and writes them together, which is faster in vectors.
constexpr bool kCollectsSolutions = false;
/// Whether the search reads triads from memory instead of keeping them in registers.
constexpr bool kFewRegisters = true;

/// A set of lanes, bit i for lane i.
using LaneSet = std::uint32_t;
constexpr LaneSet kAllLanes = 0xFFFF;

struct Vector {
  std::uint16_t lane[kLanes];
};

/// The result of a comparison: a lane has all bits or none.
using Mask = Vector;

inline Vector operator&(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] &= b.lane[i];
  return a;
}
inline Vector operator|(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] |= b.lane[i];
  return a;
}
inline Vector operator^(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] ^= b.lane[i];
  return a;
}

inline Vector splat(std::uint16_t value) {
  Vector result;
  for (std::uint16_t& lane : result.lane) lane = value;
  return result;
}

/// Loads and stores kLanes values. The address is a multiple of the size of a Vector.
inline Vector load(const std::uint16_t* values) {
  Vector result;
  std::memcpy(&result, values, sizeof result);
  return result;
}
inline void store(std::uint16_t* values, Vector a) { std::memcpy(values, &a, sizeof a); }

/// The bits of a that are not in b.
inline Vector and_not(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = static_cast<std::uint16_t>(a.lane[i] & ~b.lane[i]);
  return a;
}

#include "engines/lanes/vec_logic.h"
#include "engines/lanes/vec_majority.h"

inline Vector add(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = static_cast<std::uint16_t>(a.lane[i] + b.lane[i]);
  return a;
}
inline Vector subtract(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = static_cast<std::uint16_t>(a.lane[i] - b.lane[i]);
  return a;
}
inline Vector min(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
  return a;
}
/// The lower 16 bits of the product.
inline Vector multiply(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) {
    a.lane[i] = static_cast<std::uint16_t>(std::uint32_t{a.lane[i]} * b.lane[i]);
  }
  return a;
}
/// Number of bits; the lanes have at most nine bits.
inline Vector count_bits(Vector a) {
  for (std::uint16_t& lane : a.lane) {
    std::uint16_t count = 0;
    for (int bit = 0; bit < 9; ++bit) count = static_cast<std::uint16_t>(count + (lane >> bit & 1));
    lane = count;
  }
  return a;
}
inline Vector lowest_bit(Vector a) {
  for (std::uint16_t& lane : a.lane) lane = static_cast<std::uint16_t>(lane & (0U - lane));
  return a;
}

inline Mask equal(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = a.lane[i] == b.lane[i] ? 0xFFFF : 0;
  return a;
}
/// The lanes are below 2^15.
inline Mask less(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = a.lane[i] < b.lane[i] ? 0xFFFF : 0;
  return a;
}
/// Whether a and b have a bit in common.
inline Mask meets(Vector a, Vector b) {
  for (int i = 0; i < kLanes; ++i) a.lane[i] = (a.lane[i] & b.lane[i]) != 0 ? 0xFFFF : 0;
  return a;
}
inline LaneSet lanes_of(Mask mask) {
  LaneSet lanes = 0;
  for (int i = 0; i < kLanes; ++i) lanes |= (mask.lane[i] & LaneSet{1}) << i;
  return lanes;
}
inline Vector select(Mask mask, Vector yes, Vector no) { return (yes & mask) | and_not(no, mask); }
/// The mask with all bits in the given lanes.
inline Mask mask_of(LaneSet lanes) {
  Mask mask;
  for (int i = 0; i < kLanes; ++i) mask.lane[i] = (lanes >> i & 1) != 0 ? 0xFFFF : 0;
  return mask;
}

/// a if it has at most one bit, else 0.
inline Vector keep_single(Vector a) {
  for (std::uint16_t& lane : a.lane) lane = (lane & (lane - 1U)) == 0 ? lane : std::uint16_t{0};
  return a;
}
/// a if `count` is at most 3, else 0; `count` is below 2^15.
inline Vector keep_if_at_most_3(Vector a, Vector count) { return a & less(count, splat(4)); }
/// a without the bits of b and c if that leaves at least three bits, else a. Each of the nine bits
/// is in a, b or c.
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector either = b | c;
  return and_not(a, either & less(count_bits(either), splat(7)));
}
/// a if it is not zero, else b.
inline Vector or_else(Vector a, Vector b) { return select(meets(a, a), a, b); }
/// a & b if that is not zero, else a & c. b is a subset of c.
inline Vector and_or_else(Vector a, Vector b, Vector c) { return a & select(meets(a, b), b, c); }

/// The first `count` lanes of a set. The set has at least `count` lanes.
inline LaneSet first_lanes(LaneSet lanes, int count) {
  LaneSet rest = lanes;
  for (; count > 0; --count) rest &= rest - 1;
  return lanes & ~rest;
}

/// A move of lanes of one vector into lanes of another one.
struct LaneMove {
  std::uint8_t source[kLanes];  // source lane of each lane of `into`
  LaneSet into;
};

/// Moves the i-th lane of `from` into the i-th lane of `into`. Both sets have the same size.
inline LaneMove plan_move(LaneSet from, LaneSet into) {
  LaneMove move{};
  move.into = into;
  for (int i = 0; i < kLanes; ++i) {
    if ((into >> i & 1) == 0) continue;
    move.source[i] = static_cast<std::uint8_t>(__builtin_ctz(from));
    from &= from - 1;
  }
  return move;
}
/// `target` with the lanes that `move` takes from `source`.
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  for (int i = 0; i < kLanes; ++i) {
    if ((move.into >> i & 1) != 0) target.lane[i] = source.lane[move.source[i]];
  }
  return target;
}

/// A part of a vector has 8 lanes, which are 16 bytes.
constexpr int kPartLanes = 8;
constexpr int kPartBytes = 16;

/// Loads and stores the parts of a vector, which are `stride` bytes apart in memory.
inline Vector load_parts(const std::uint8_t* bytes, int stride) {
  Vector result;
  for (int i = 0; i < kLanes; i += kPartLanes) {
    std::memcpy(result.lane + i, bytes + i / kPartLanes * stride, kPartBytes);
  }
  return result;
}
inline void store_parts(std::uint8_t* bytes, int stride, Vector a) {
  for (int i = 0; i < kLanes; i += kPartLanes) {
    std::memcpy(bytes + i / kPartLanes * stride, a.lane + i, kPartBytes);
  }
}

/// Interleaves eight bytes of each part of `a`, starting at byte `first`, with the same bytes of
/// `b`.
inline Vector interleave_from(int first, Vector a, Vector b) {
  Vector result;
  for (int i = 0; i < kLanes; i += kPartLanes) {
    std::uint8_t bytes[2][kPartBytes];
    std::memcpy(bytes[0], a.lane + i, kPartBytes);
    std::memcpy(bytes[1], b.lane + i, kPartBytes);
    std::uint8_t pairs[kPartBytes];
    for (int j = 0; j < kPartBytes; ++j) pairs[j] = bytes[j % 2][first + j / 2];
    std::memcpy(result.lane + i, pairs, kPartBytes);
  }
  return result;
}
/// Interleaves the lower or the upper eight bytes of each part: a byte of `a`, then one of `b`.
inline Vector interleave_low(Vector a, Vector b) { return interleave_from(0, a, b); }
inline Vector interleave_high(Vector a, Vector b) { return interleave_from(kPartLanes, a, b); }
/// Narrows each lane to a byte: a part has the lanes of `low`, then the lanes of `high`.
/// Interleaving the result with zeros gives `low` and `high` again.
inline Vector narrow(Vector low, Vector high) {
  Vector result;
  for (int i = 0; i < kLanes; i += kPartLanes) {
    std::uint8_t bytes[kPartBytes];
    for (int j = 0; j < kPartLanes; ++j) {
      bytes[j] = static_cast<std::uint8_t>(low.lane[i + j]);
      bytes[kPartLanes + j] = static_cast<std::uint8_t>(high.lane[i + j]);
    }
    std::memcpy(result.lane + i, bytes, kPartBytes);
  }
  return result;
}

/// Converts the digits 1 to 9 to candidates, and 0 to no candidate.
inline Vector candidate_of(Vector digits) {
  for (std::uint16_t& lane : digits.lane) lane = static_cast<std::uint16_t>((1U << lane) >> 1);
  return digits;
}
