#pragma once

// The vector operations of the kernel on plain integers. It runs on every machine and says what the
// vectors of the instruction sets have to do: each of their operations is tested against it.
//
// A Vector has kLanes lanes of 16 bits without sign. The names of the operations are the same in
// every vec_<set>.h; a header is included inside a namespace of its own.

constexpr int kLanes = 16;

/// Whether the row phase of a sweep writes no cells, see propagation.h.
constexpr bool kReadOnlyRowPhase = false;
/// Whether it pays to gather solutions and write them out together, see search.h.
constexpr bool kCollectsSolutions = false;
/// Whether triads that are in memory anyway are read from there rather than kept.
constexpr bool kFewRegisters = true;

/// A set of lanes, bit i for lane i.
using LaneSet = std::uint32_t;
constexpr LaneSet kAllLanes = 0xFFFF;

struct Vector {
  std::uint16_t lane[kLanes];
};

/// What a comparison gives: all bits of a lane, or none.
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

/// From and to kLanes values, aligned like a Vector of any instruction set.
inline Vector load(const std::uint16_t* values) {
  Vector result;
  std::memcpy(&result, values, sizeof result);
  return result;
}
inline void store(std::uint16_t* values, Vector a) {
  std::memcpy(values, &a, sizeof a);
}

/// a without b.
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
/// Of values up to nine bits.
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
/// Of values below 2^15.
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
inline Vector select(Mask mask, Vector yes, Vector no) {
  return (yes & mask) | and_not(no, mask);
}
/// Of which these are the lanes.
inline Mask mask_of(LaneSet lanes) {
  Mask mask;
  for (int i = 0; i < kLanes; ++i) mask.lane[i] = (lanes >> i & 1) != 0 ? 0xFFFF : 0;
  return mask;
}

/// a if it has one bit or none, else 0.
inline Vector keep_single(Vector a) {
  for (std::uint16_t& lane : a.lane) lane = (lane & (lane - 1U)) == 0 ? lane : std::uint16_t{0};
  return a;
}
/// a if `count` is at most 3, else 0; `count` is below 2^15.
inline Vector keep_if_at_most_3(Vector a, Vector count) {
  return a & less(count, splat(4));
}
/// a without b and c if that leaves three bits or more, else a; each of the nine bits is in one of
/// them.
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector either = b | c;
  return and_not(a, either & less(count_bits(either), splat(7)));
}
/// a, but b where a is zero.
inline Vector or_else(Vector a, Vector b) {
  return select(meets(a, a), a, b);
}
/// Of a what is in b, or if nothing is, what is in c, of which b is a part.
inline Vector and_or_else(Vector a, Vector b, Vector c) {
  return a & select(meets(a, b), b, c);
}

/// The first `count` lanes of a set that has as many.
inline LaneSet first_lanes(LaneSet lanes, int count) {
  LaneSet rest = lanes;
  for (; count > 0; --count) rest &= rest - 1;
  return lanes & ~rest;
}

/// Lanes of one vector on their way into lanes of another one.
struct LaneMove {
  std::uint8_t source[kLanes];  // of each lane to fill
  LaneSet into;
};

/// The i-th lane of `from` becomes the i-th one of `into`; both have the same size.
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
/// `target` with the lanes that `move` brings from `source`.
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  for (int i = 0; i < kLanes; ++i) {
    if ((move.into >> i & 1) != 0) target.lane[i] = source.lane[move.source[i]];
  }
  return target;
}

/// A part of a vector is 8 lanes, or 16 bytes.
constexpr int kPartLanes = 8;
constexpr int kPartBytes = 16;

/// From and to 16 bytes a part, `stride` bytes from one part to the next.
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

/// The eight bytes of each part of `a` from number `first` on, each before that of `b`.
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
/// The lower eight bytes of each part, each of `a` before that of `b`; then the upper eight.
inline Vector interleave_low(Vector a, Vector b) {
  return interleave_from(0, a, b);
}
inline Vector interleave_high(Vector a, Vector b) {
  return interleave_from(kPartLanes, a, b);
}
/// The vector that gives these two when its lower and upper bytes are interleaved with zeros.
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

/// The candidate that each digit from 1 to 9 is, and none for 0.
inline Vector candidate_of(Vector digits) {
  for (std::uint16_t& lane : digits.lane) lane = static_cast<std::uint16_t>((1U << lane) >> 1);
  return digits;
}
