// The bits of at least two of three operands, of exactly two, and of exactly one, for instruction
// sets without an operation that selects bits. Included after vec_logic.h by several vec_<set>.h.
// There is no include guard, because a source can include several of them.

inline Vector majority(Vector a, Vector b, Vector c) { return (a & b) | (c & (a | b)); }
inline Vector exactly_two(Vector a, Vector b, Vector c) {
  return and_not(majority(a, b, c), and3(a, b, c));
}
inline Vector exactly_one(Vector a, Vector b, Vector c) {
  return and_not(or3(a, b, c), majority(a, b, c));
}
