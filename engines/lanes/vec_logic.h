// What instruction sets without ternary operations make of two operands at a time, after their
// `and_not`. Included by their vec_<set>.h, so by several in one source: there is no guard.

/// a without b and without c.
inline Vector and_neither(Vector a, Vector b, Vector c) {
  return and_not(a, b | c);
}
/// a, and b without c.
inline Vector or_without(Vector a, Vector b, Vector c) {
  return a | and_not(b, c);
}
/// a and b, without c.
inline Vector both_without(Vector a, Vector b, Vector c) {
  return and_not(a & b, c);
}
inline Vector or3(Vector a, Vector b, Vector c) {
  return a | b | c;
}
inline Vector and3(Vector a, Vector b, Vector c) {
  return a & b & c;
}
inline Vector xor3(Vector a, Vector b, Vector c) {
  return a ^ b ^ c;
}
