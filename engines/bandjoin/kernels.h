#pragma once

#include <cstddef>
#include <cstdint>

namespace sudoku::bandjoin {

/// Two triples (a, b, c) of the third stack with the same b.
struct TriplePair {
  std::uint16_t c[2];  // for a contraction rows of `terms`, times kRowStep
  std::uint16_t a[2];  // indices of the weights
};

/// The bytes of a row of eight lanes. A row of more lanes is a power of two as long, so that the
/// scale of an address does the multiplication.
inline constexpr std::size_t kRowStep = 16;

/// For one partition of the first band in the second stack, what is summed up over the triples of
/// the third stack. The triples of the second stack with that partition stand side by side, in
/// lanes.
struct Contraction {
  const std::uint32_t* weights;          // of the first band, by partition in the third stack
  const std::uint32_t* shifted_weights;  // the same in the upper 16 bits
  const std::uint16_t* factors;          // of the second band, rows of `lanes`
  const std::uint16_t* factor_rows;      // the row of each partition of the second band
  const std::uint16_t* terms;            // of the third band, rows of `lanes`
  std::size_t lanes;                     // 8, 16, 32 or 64
  const std::uint32_t* begins;  // where the pairs of each partition of the second band begin
  const TriplePair* pairs;
  std::size_t rows;  // partitions of the second band
};

/// Rows of lanes, and sets of lanes to count in some of them. Bit i of word w of a set is for 32 *
/// w + i.
struct LaneSets {
  std::uint16_t* entries;     // rows of 32 * lane_words
  const std::uint32_t* rows;  // a set of rows
  std::size_t row_words;
  const std::uint32_t* const* lanes;  // sets of lanes
  std::size_t lane_sets;
  std::size_t lane_words;
};

/// The inner loops, compiled for an instruction set. Entries of slices are below 2^11, and at most
/// 56 triples have a partition in common: sums fit in 32 bits a lane and 64 bits in all.
struct Kernels {
  /// The sum over partitions b, triples (a, b, c) of b and lanes l of
  /// factors[b][l] * weights[a] * terms[c][l].
  std::uint64_t (*contract)(const Contraction& contraction);
  /// rows[l][i] goes to out[i * lanes + l], for l below `lanes` and i below `columns`, which are
  /// multiples of 8. `rows` are aligned to 16 bytes, `out` to 64.
  void (*transpose)(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                    std::uint16_t* out);
  /// Adds to each lane of each of the rows the number of sets of lanes that have it. Rows are
  /// aligned to 64 bytes.
  void (*add_sets)(const LaneSets& sets);
};

/// The fastest that this CPU can run.
const Kernels& fastest_kernels();

/// Those of one instruction set; null if this CPU or architecture lacks it.
const Kernels* kernels_scalar();
const Kernels* kernels_avx2();
const Kernels* kernels_avx512();

}  // namespace sudoku::bandjoin
