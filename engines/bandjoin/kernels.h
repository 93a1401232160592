#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sudoku::bandjoin {

/// Two triples (a, b, c) of the third stack with the same b.
struct TriplePair {
  std::uint16_t c[2];  // rows of the third band; in a Contraction multiplied by kRowStep
  std::uint16_t a[2];  // indices of the weights
};

/// Bytes of a row of eight lanes. Longer rows are longer by a power of two, so that the CPU can
/// scale an offset while it computes the address.
inline constexpr std::size_t kRowStep = 16;

/// The sum over the triples of the third stack, for one partition of the first band in the second
/// stack. Each lane is a triple of the second stack with that partition.
struct Contraction {
  const std::uint32_t* weights;          // of the first band, by partition in the third stack
  const std::uint32_t* shifted_weights;  // the same weights in the upper 16 bits
  const std::uint16_t* factors;          // of the second band, rows of `lanes` words
  const std::uint16_t* factor_rows;      // by partition of the second band: its row of `factors`
  const std::uint16_t* terms;            // of the third band, rows of `lanes` words
  std::size_t lanes;                     // 8, 16, 32 or 64
  const std::uint32_t* begins;  // by partition of the second band: its first pair; then the end
  const TriplePair* pairs;
  std::size_t rows;  // number of partitions of the second band
};

/// Rows of entries, and sets of lanes to count in some of the rows. Bit i of word w of a set stands
/// for element 32 * w + i.
struct LaneSets {
  std::uint16_t* entries;     // rows of 32 * lane_words entries
  const std::uint32_t* rows;  // a set of rows
  std::size_t row_words;
  const std::uint32_t* const* lanes;  // sets of lanes
  std::size_t lane_sets;
  std::size_t lane_words;
};

/// The inner loops for one instruction set. Entries of slices are below 2^11, and at most 56
/// triples share a partition. So sums fit in 32 bits for a lane and in 64 bits for all lanes.
struct Kernels {
  /// Returns the sum of factors[b][l] * weights[a] * terms[c][l] over all partitions b, triples (a,
  /// b, c) of b, and lanes l.
  std::uint64_t (*contract)(const Contraction& contraction);
  /// Writes rows[l][i] to out[i * lanes + l], for l below `lanes` and i below `columns`, which are
  /// multiples of 8. `rows` are aligned to 16 bytes, `out` to 64.
  void (*transpose)(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                    std::uint16_t* out);
  /// Adds to each lane of each row in `rows` the number of sets that contain the lane. Rows are
  /// aligned to 64 bytes.
  void (*add_sets)(const LaneSets& sets);
};

/// Returns the kernels that this CPU can run, the fastest first.
std::vector<const Kernels*> supported_kernels();
/// Returns the first of these kernels.
inline const Kernels& fastest_kernels() { return *supported_kernels().front(); }

// The tables that the variants kernels_<set>.cpp define, without a check of the CPU.
extern const Kernels kScalarKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

}  // namespace sudoku::bandjoin
