// Logic of three operands for instruction sets that have two operands. Included by several
// vec_<set>.h after `and_not`. There is no include guard, because a source can include several of
// them.

/// The bits of a that are neither in b nor in c.
inline Vector and_neither(Vector a, Vector b, Vector c) { return and_not(a, b | c); }
/// The bits of a, and the bits of b that are not in c.
inline Vector or_without(Vector a, Vector b, Vector c) { return a | and_not(b, c); }
/// The bits of both a and b that are not in c.
inline Vector both_without(Vector a, Vector b, Vector c) { return and_not(a & b, c); }
inline Vector or3(Vector a, Vector b, Vector c) { return a | b | c; }
inline Vector and3(Vector a, Vector b, Vector c) { return a & b & c; }
inline Vector xor3(Vector a, Vector b, Vector c) { return a ^ b ^ c; }
