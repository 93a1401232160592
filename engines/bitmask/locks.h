#pragma once

// Deductions on the boards of digits, without a branch or a loop over cells. Included after
// vec_<set>.h. V is CellSet or a vector of several.

/// Calls `visit` once for each vector of a board, with this vector of each of the `boards`.
template <typename Visit, typename... Boards>
[[gnu::always_inline]] inline void for_each_vector(Visit&& visit, Boards&&... boards) {
  for_each_group(
      [&visit](auto&... groups) {
        visit(groups.a...);
        visit(groups.b...);
        visit(groups.c...);
      },
      boards...);
}

/// Copies vector by vector, in registers. g++ would copy the whole object through memory.
[[gnu::always_inline]] inline void copy(const DigitBoards& boards, DigitBoards& copy) {
  for_each_vector([](const auto& from, auto& to) { to = from; }, boards, copy);
}

template <typename V>
constexpr V in_each_row_of(std::uint32_t columns) {
  return in_each_band_of<V>(columns | columns << kRowBits | columns << (2 * kRowBits));
}
template <typename V>
constexpr V kAllOf = in_each_row_of<V>(0b111'111'111);
template <typename V>
constexpr V kSpareBitsOf = in_each_row_of<V>(1U << kSize);

// Rotations of the rows of a band by one row and by two.
template <typename V>
V rotate_rows_once(V boards) {
  return boards >> kRowBits | boards << (2 * kRowBits);
}
template <typename V>
V rotate_rows_twice(V boards) {
  return boards << kRowBits | boards >> (2 * kRowBits);
}

// Flags of minirows, the three cells that a row and a box share. Bits 0, 3 and 6 of a row are the
// flags of its boxes for one digit. The next bits are the flags of two more digits.
template <typename V>
constexpr V kMinirowsA = in_each_row_of<V>(0b001'001'001);
template <typename V>
constexpr V kMinirowsB = in_each_row_of<V>(0b010'010'010);
template <typename V>
constexpr V kMinirowsC = in_each_row_of<V>(0b100'100'100);

/// The flags of minirows with candidates, for three digits.
template <typename V>
V minirow_flags(const Three<V>& digits) {
  const auto& [a, b, c] = digits;
  return ((a | a >> 1 | a >> 2) & kMinirowsA<V>) | (((b + b) | b | b >> 1) & kMinirowsB<V>) |
         ((c << 2 | (c + c) | c) & kMinirowsC<V>);
}

/// The flags that are in a triple with one minirow in each row and each box.
template <typename V>
V keep_minirow_triples(V flags) {
  constexpr V kFirstBox = in_each_row_of<V>(0b000'000'111);
  constexpr V kLastBox = in_each_row_of<V>(0b111'000'000);
  const V once = (flags >> 3 & (kAllOf<V> & ~kLastBox)) | (flags << 6 & kLastBox);
  const V twice = (flags << 3 & (kAllOf<V> & ~kFirstBox)) | (flags >> 6 & kFirstBox);
  return flags &
         rotate_rows_once((once & rotate_rows_once(twice)) | (twice & rotate_rows_once(once)));
}

/// Keeps the candidates in minirows with a flag.
template <typename V>
void keep_minirows(Three<V>& digits, V flags) {
  const V a = flags & kMinirowsA<V>;
  const V b = flags & kMinirowsB<V>;
  const V c = flags & kMinirowsC<V>;
  digits.a &= (a << 3) - a;  // a flag becomes the three bits of its minirow
  digits.b &= (b + b) | b | b >> 1;
  digits.c &= (c + c) - (c >> 2);
}

// Flags of minicolumns, the three cells that a column and a box share. Row i of a band has the
// flags of all columns for the i-th of three digits.
constexpr int kTwoRows = 2 * kRowBits;
template <typename V>
constexpr V kMinicolumnsA = in_each_band_of<V>(0b111'111'111);
template <typename V>
constexpr V kMinicolumnsB = in_each_band_of<V>(0b111'111'111 << kRowBits);
template <typename V>
constexpr V kMinicolumnsC = in_each_band_of<V>(0b111'111'111 << kTwoRows);

template <typename V>
V minicolumn_flags(const Three<V>& digits) {
  const auto& [a, b, c] = digits;
  return ((a | a >> kRowBits | a >> kTwoRows) & kMinicolumnsA<V>) |
         ((b << kRowBits | b | b >> kRowBits) & kMinicolumnsB<V>) |
         ((c << kTwoRows | c << kRowBits | c) & kMinicolumnsC<V>);
}

/// The flags that are in a triple with one minicolumn in each column and each box of a stack.
template <typename V>
V keep_minicolumn_triples(V flags) {
  constexpr V kFirstOfBox = in_each_row_of<V>(0b001'001'001);
  constexpr V kLastOfBox = in_each_row_of<V>(0b100'100'100);
  const V once = (flags >> 1 & ~kLastOfBox) | (flags << 2 & kLastOfBox);
  const V twice = ((flags + flags) & ~kFirstOfBox) | (flags >> 2 & kFirstOfBox);
  return flags & ((rotate_bands_once(once) & rotate_bands_twice(twice)) |
                  (rotate_bands_once(twice) & rotate_bands_twice(once)));
}

template <typename V>
void keep_minicolumns(Three<V>& digits, V flags) {
  const V a = flags & kMinicolumnsA<V>;
  const V b = flags & kMinicolumnsB<V>;
  const V c = flags & kMinicolumnsC<V>;
  digits.a &= a | a << kRowBits | a << kTwoRows;
  digits.b &= b >> kRowBits | b | b << kRowBits;
  digits.c &= c >> kTwoRows | c >> kRowBits | c;
}

/// Locked candidates in the bands.
[[gnu::always_inline]] inline void lock_minirows(DigitBoards& boards) {
  Flags all;
  for_each_group([](const auto& digits, auto& flags) { flags = minirow_flags(digits); }, boards,
                 all);
  for_each_group([](auto& flags) { flags = keep_minirow_triples(flags); }, all);
  for_each_group([](auto& digits, const auto& flags) { keep_minirows(digits, flags); }, boards,
                 all);
}

/// Locked candidates in the stacks.
[[gnu::always_inline]] inline void lock_minicolumns(DigitBoards& boards) {
  Flags all;
  for_each_group([](const auto& digits, auto& flags) { flags = minicolumn_flags(digits); }, boards,
                 all);
  for_each_group([](auto& flags) { flags = keep_minicolumn_triples(flags); }, all);
  for_each_group([](auto& digits, const auto& flags) { keep_minicolumns(digits, flags); }, boards,
                 all);
}

/// The rows that have no cell in `cells`, with all nine bits.
template <typename V>
V rows_without(V cells) {
  const V ends = kSpareBitsOf<V> & ~(cells + kAllOf<V>);
  return ends - (ends >> kSize);
}

/// The cells that are single in their row. The subtraction borrows from the row after an empty row,
/// which can hide a single there. That does no harm, because the digit has no place in the empty
/// row.
template <typename V>
V singles_of_rows(V boards) {
  return boards & rows_without<V>(boards & (boards - in_each_row_of<V>(1)));
}

[[gnu::always_inline]] inline DigitBoards hidden_singles(const DigitBoards& boards) {
  DigitBoards singles;
  for_each_vector([](const auto& digit, auto& alone) { alone = singles_of_rows(digit); }, boards,
                  singles);
  return singles;
}

/// Removes the digit of naked singles from the rest of their rows. If a row has several, the first
/// one stays. The others lose their last candidate, which the end of the pass detects.
template <typename V>
V place_in_rows(V boards, V naked) {
  const V singles = boards & naked;
  const V row_starts = (kSpareBitsOf<V> & (singles + kAllOf<V>)) >> kSize;
  const V firsts = singles & ~(singles - row_starts);
  return (boards & rows_without(singles)) | firsts;
}

[[gnu::always_inline]] inline void place(DigitBoards& boards, SharedSet naked) {
  for_each_vector([&]<typename V>(V& digit) { digit = place_in_rows(digit, widen<V>(naked)); },
                  boards);
}

/// Removes all other digits from the cells `known`, which are hidden singles.
[[gnu::always_inline]] inline void clear_other_digits(DigitBoards& boards,
                                                      const DigitBoards& singles, SharedSet known) {
  for_each_vector(
      [&]<typename V>(V& digit, const V& alone) { digit = alone | (digit & ~widen<V>(known)); },
      boards, singles);
}

/// The cells with at least one candidate and those with at least two.
struct Coverage {
  SharedSet once;
  SharedSet twice;
};

[[gnu::always_inline]] inline Coverage coverage_of(const DigitBoards& boards) {
  Coverage coverage{};
  for_each_group(
      [&](const auto& digits) {
        const auto& [a, b, c] = digits;
        const auto any = a | b | c;
        const SharedSet once = union_of(any);
        const SharedSet twice = union_of((a & b) | ((a | b) & c)) | shared_in(any);
        coverage.twice |= twice | (coverage.once & once);
        coverage.once |= once;
      },
      boards);
  return coverage;
}

[[gnu::always_inline]] inline SharedSet union_of(const DigitBoards& boards) {
  SharedSet cells{};
  for_each_group([&](const auto& digits) { cells |= union_of(digits.a | digits.b | digits.c); },
                 boards);
  return cells;
}

[[gnu::always_inline]] inline bool differ(const DigitBoards& boards, const DigitBoards& others) {
  SharedSet differences{};
  for_each_group(
      [&](const auto& digits, const auto& other) {
        differences |= union_of((digits.a ^ other.a) | (digits.b ^ other.b) | (digits.c ^ other.c));
      },
      boards, others);
  return is_any(narrow(differences));
}

/// Whether boards with one digit per cell have each digit in every row, column and box.
[[gnu::always_inline]] inline bool is_solution(const DigitBoards& boards) {
  CellSet filled = kAll;
  for_each_group(
      [&]<typename V>(const Three<V>& digits) {
        const auto& [a, b, c] = digits;
        const V boxes = minirow_flags(digits);
        const V columns = minicolumn_flags(digits);
        const V rows = ((a + kAllOf<V>)&(b + kAllOf<V>)&(c + kAllOf<V>)) & kSpareBitsOf<V>;
        filled &=
            intersection_of((rows - (rows >> kSize)) &
                            (boxes | rotate_rows_once(boxes) | rotate_rows_twice(boxes)) &
                            (columns | rotate_bands_once(columns) | rotate_bands_twice(columns)));
      },
      boards);
  return !is_any(filled ^ kAll);
}
