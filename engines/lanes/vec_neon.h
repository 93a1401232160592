#pragma once

// The vector operations that vec_scalar.h documents, in Neon of 64-bit Arm. Majorities are
// selections by a ^ b: in bits where a and b differ, c decides.

constexpr int kLanes = 8;
constexpr bool kReadOnlyRowPhase = true;
constexpr bool kCollectsSolutions = false;
constexpr bool kFewRegisters = true;

using LaneSet = std::uint32_t;
constexpr LaneSet kAllLanes = 0xFF;

using Vector = uint16x8_t;  // the compilers define &, | and ^
using Mask = uint16x8_t;

inline Vector splat(std::uint16_t value) { return vdupq_n_u16(value); }
inline Vector load(const std::uint16_t* values) { return vld1q_u16(values); }
inline void store(std::uint16_t* values, Vector a) { vst1q_u16(values, a); }

inline Vector and_not(Vector a, Vector b) { return vbicq_u16(a, b); }

#include "engines/lanes/vec_logic.h"

inline Vector majority(Vector a, Vector b, Vector c) { return vbslq_u16(a ^ b, c, a); }
inline Vector exactly_two(Vector a, Vector b, Vector c) {
  return vbslq_u16(a ^ b, c, vbicq_u16(a, c));
}
inline Vector exactly_one(Vector a, Vector b, Vector c) { return vbicq_u16(xor3(a, b, c), a & b); }

inline Vector add(Vector a, Vector b) { return vaddq_u16(a, b); }
inline Vector subtract(Vector a, Vector b) { return vsubq_u16(a, b); }
inline Vector min(Vector a, Vector b) { return vminq_u16(a, b); }
inline Vector multiply(Vector a, Vector b) { return vmulq_u16(a, b); }
inline Vector count_bits(Vector a) { return vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a))); }
inline Vector lowest_bit(Vector a) {
  return a & vreinterpretq_u16_s16(vnegq_s16(vreinterpretq_s16_u16(a)));
}

inline Mask equal(Vector a, Vector b) { return vceqq_u16(a, b); }
inline Mask less(Vector a, Vector b) { return vcltq_u16(a, b); }
inline Mask meets(Vector a, Vector b) { return vtstq_u16(a, b); }
const Vector kBitOfLane = {1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7};
inline LaneSet lanes_of(Mask mask) { return vaddvq_u16(mask & kBitOfLane); }
inline Mask mask_of(LaneSet lanes) {
  return vtstq_u16(splat(static_cast<std::uint16_t>(lanes)), kBitOfLane);
}
inline Vector select(Mask mask, Vector yes, Vector no) { return vbslq_u16(mask, yes, no); }

inline Vector keep_single(Vector a) { return vbicq_u16(a, vtstq_u16(a, vsubq_u16(a, splat(1)))); }
inline Vector keep_if_at_most_3(Vector a, Vector count) { return a & vcleq_u16(count, splat(3)); }
inline Vector and_neither_if_3_left(Vector a, Vector b, Vector c) {
  const Vector either = b | c;
  return and_not(a, either & vcleq_u16(count_bits(either), splat(6)));
}
inline Vector or_else(Vector a, Vector b) { return vbslq_u16(vceqzq_u16(a), b, a); }
inline Vector and_or_else(Vector a, Vector b, Vector c) { return a & select(meets(a, b), b, c); }

inline LaneSet first_lanes(LaneSet lanes, int count) {
  LaneSet rest = lanes;
  for (; count > 0; --count) rest &= rest - 1;
  return lanes & ~rest;
}

/// The source of each byte. A source outside of the vector keeps the byte of the target.
struct LaneMove {
  uint8x16_t bytes;
};

/// Assembles the sources in a register, one byte per lane.
inline LaneMove plan_move(LaneSet from, LaneSet into) {
  std::uint64_t sources = 0x0808'0808'0808'0808;  // outside of the vector
  for (; into != 0; into &= into - 1, from &= from - 1) {
    const auto source = static_cast<std::uint64_t>(__builtin_ctz(from));
    sources ^= (source ^ 0x08) << 8 * __builtin_ctz(into);
  }
  const Vector source = vmovl_u8(vcreate_u8(sources));
  // Bytes 2 i and 2 i + 1 of source i.
  return {vreinterpretq_u8_u16(vmlaq_u16(splat(0x0100), source, splat(0x0202)))};
}
inline Vector moved(const LaneMove& move, Vector source, Vector target) {
  return vreinterpretq_u16_u8(
      vqtbx1q_u8(vreinterpretq_u8_u16(target), vreinterpretq_u8_u16(source), move.bytes));
}

inline Vector load_parts(const std::uint8_t* bytes, int) {
  return vreinterpretq_u16_u8(vld1q_u8(bytes));
}
inline void store_parts(std::uint8_t* bytes, int, Vector a) {
  vst1q_u8(bytes, vreinterpretq_u8_u16(a));
}

inline Vector interleave_low(Vector a, Vector b) {
  return vreinterpretq_u16_u8(vzip1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b)));
}
inline Vector interleave_high(Vector a, Vector b) {
  return vreinterpretq_u16_u8(vzip2q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b)));
}
inline Vector narrow(Vector low, Vector high) {
  return vreinterpretq_u16_u8(vmovn_high_u16(vmovn_u16(low), high));
}

/// A shift by -1 gives 0.
inline Vector candidate_of(Vector digits) {
  return vshlq_u16(splat(1), vreinterpretq_s16_u16(subtract(digits, splat(1))));
}
