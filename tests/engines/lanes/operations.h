// The operations of a vec_<set>.h on arrays of kLanes values, for vec_test.cpp. It has no include
// guard, because the namespace of each set includes it. It uses no library code, because it is
// compiled for the set.

constexpr int kOperationCount = 32;

/// Applies the operation with this number to the lanes of a, b and c.
inline const char* apply(int operation, const std::uint16_t* pa, const std::uint16_t* pb,
                         const std::uint16_t* pc, std::uint16_t* result) {
  const Vector a = load(pa);
  const Vector b = load(pb);
  const Vector c = load(pc);
  switch (operation) {
    case 0: store(result, a & b); return "and";
    case 1: store(result, a | b); return "or";
    case 2: store(result, a ^ b); return "xor";
    case 3: store(result, and_not(a, b)); return "and_not";
    case 4: store(result, and_neither(a, b, c)); return "and_neither";
    case 5: store(result, or3(a, b, c)); return "or3";
    case 6: store(result, and3(a, b, c)); return "and3";
    case 7: store(result, xor3(a, b, c)); return "xor3";
    case 8: store(result, majority(a, b, c)); return "majority";
    case 9: store(result, exactly_two(a, b, c)); return "exactly_two";
    case 10: store(result, exactly_one(a, b, c)); return "exactly_one";
    case 11: store(result, add(a, b)); return "add";
    case 12: store(result, subtract(a, b)); return "subtract";
    case 13: store(result, min(a, b)); return "min";
    case 14: store(result, multiply(a, b)); return "multiply";
    case 15: store(result, count_bits(a)); return "count_bits";
    case 16: store(result, lowest_bit(a)); return "lowest_bit";
    case 17: store(result, select(equal(a, b), c, a)); return "equal";
    case 18: store(result, select(less(a, b), c, a)); return "less";
    case 19: store(result, select(meets(a, b), c, a)); return "meets";
    case 20: store(result, keep_single(a)); return "keep_single";
    case 21: store(result, keep_if_at_most_3(a, count_bits(b))); return "keep_if_at_most_3";
    case 22:
      // The bits of a that b and c lack.
      store(result, and_neither_if_3_left(splat(0x1FF) & (a | and_neither(splat(0xFFFF), b, c)),
                                          b & splat(0x1FF), c & splat(0x1FF)));
      return "and_neither_if_3_left";
    case 23: store(result, or_else(a, b)); return "or_else";
    case 24: store(result, candidate_of(min(a, splat(9)))); return "candidate_of";
    case 25: store(result, or_without(a, b, c)); return "or_without";
    case 26: store(result, both_without(a, b, c)); return "both_without";
    case 27: store(result, interleave_low(a, b)); return "interleave_low";
    case 28: store(result, interleave_high(a, b)); return "interleave_high";
    case 29: store(result, narrow(min(a, splat(0xFF)), min(b, splat(0xFF)))); return "narrow";
    case 30: store(result, select(mask_of(lanes_of(less(a, b))), b, c)); return "mask_of";
    case 31: store(result, and_or_else(a, b, b | c)); return "and_or_else";
    default: return "";
  }
}

inline void move_lanes(LaneSet from, LaneSet into, const std::uint16_t* source,
                       std::uint16_t* target) {
  store(target, moved(plan_move(from, into), load(source), load(target)));
}

inline LaneSet first_of_lanes(LaneSet lanes, int count) { return first_lanes(lanes, count); }

inline void bytes_to_parts(const std::uint8_t* bytes, int stride, std::uint16_t* lanes) {
  store(lanes, load_parts(bytes, stride));
}

inline void parts_to_bytes(const std::uint16_t* lanes, int stride, std::uint8_t* bytes) {
  store_parts(bytes, stride, load(lanes));
}

/// Functions for the tests, which must not instantiate templates for the set.
inline VectorSet vector_set() {
  return {kLanes,         kOperationCount, apply,         move_lanes,
          first_of_lanes, bytes_to_parts,  parts_to_bytes};
}
