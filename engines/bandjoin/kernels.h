#pragma once

#include <cstddef>
#include <cstdint>

namespace sudoku::bandjoin {

/// Two of the partitions of a triple of the third stack; the one of the second band is where the
/// entry stands in the list.
struct ThirdEntry {
  std::uint16_t c;  // row of `terms`
  std::uint16_t a;  // index of `weights`
};

/// For one partition of the first band in the second stack, what is summed up over the triples of
/// the third stack. The triples of the second stack with that partition stand side by side, in
/// lanes.
struct Contraction {
  const std::uint16_t* weights;  // of the first band, by partition in the third stack
  const std::uint16_t* factors;  // of the second band, `lanes` for each partition there
  const std::uint16_t* terms;    // of the third band, the same
  std::size_t lanes;             // a multiple of 8, at most 64
  const std::uint32_t* begins;   // where the entries of each partition of the second band begin
  const ThirdEntry* entries;
  std::size_t rows;  // partitions of the second band
};

/// The inner loops, compiled for an instruction set. Entries of slices are below 2^11, and at most
/// 56 triples have a partition in common: sums fit in 32 bits a lane and 64 bits in all.
struct Kernels {
  std::size_t vector_lanes;  // of the widest vectors
  /// The sum over rows b, entries (c, a) of b and lanes l of
  /// factors[b][l] * weights[a] * terms[c][l].
  std::uint64_t (*contract)(const Contraction& contraction);
  /// rows[l][i] goes to out[i * lanes + l], for l below `lanes` and i below `columns`, which are
  /// multiples of 8. `rows` are aligned to 16 bytes, `out` to 64.
  void (*transpose)(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
                    std::uint16_t* out);
};

/// The fastest that this CPU can run.
const Kernels& fastest_kernels();

/// Those of one instruction set; null if this CPU or architecture lacks it.
const Kernels* kernels_scalar();
const Kernels* kernels_avx2();
const Kernels* kernels_avx512();

}  // namespace sudoku::bandjoin
