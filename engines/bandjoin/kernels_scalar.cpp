// The kernels in plain integers, for every CPU, and the choice of kernels.

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/kernels.h"
#include "engines/isa/cpu.h"

namespace sudoku::bandjoin {
namespace {

/// Eight words below 2^11, and the sums of a contraction. Has the functions of VectorWords.
struct ScalarWords {
  static constexpr int kLanes = 8;
  struct Sums {
    std::uint32_t lanes[kLanes];
  };
  struct Total {
    std::uint64_t sum;
  };

  static Sums no_sums() { return {}; }
  static Total no_total() { return {}; }
  static Sums add(Sums sums, const std::uint16_t* a, const std::uint16_t* b,
                  std::uint32_t weights) {
    const std::uint32_t low = weights & 0xFFFF;
    const std::uint32_t high = weights >> 16;
    for (int i = 0; i < kLanes; ++i) sums.lanes[i] += low * a[i] + high * b[i];
    return sums;
  }
  static void add(Total& total, const std::uint16_t* values, const Sums& sums) {
    for (int i = 0; i < kLanes; ++i) total.sum += std::uint64_t{values[i]} * sums.lanes[i];
  }
  static std::uint64_t sum(const Total& total) { return total.sum; }
};

class Counts32 {
 public:
  static Counts32 none() { return {}; }
  void add_set(std::uint32_t set) {
    for (int half = 0; half < 2; ++half) {
      const auto bits = static_cast<std::uint16_t>(set >> 16 * half);
      std::uint16_t* const counts = counts_ + 16 * half;
      for (int i = 0; i < 16; ++i) {
        counts[i] = static_cast<std::uint16_t>(counts[i] + ((bits & kBits[i]) != 0 ? 1 : 0));
      }
    }
  }
  void add_to(std::uint16_t* words) const {
    for (int i = 0; i < 32; ++i) words[i] = static_cast<std::uint16_t>(words[i] + counts_[i]);
  }

 private:
  static constexpr std::uint16_t kBits[16] = {
      1U << 0, 1U << 1, 1U << 2,  1U << 3,  1U << 4,  1U << 5,  1U << 6,  1U << 7,
      1U << 8, 1U << 9, 1U << 10, 1U << 11, 1U << 12, 1U << 13, 1U << 14, 1U << 15};
  std::uint16_t counts_[32] = {};
};

template <int kLanes>
using WordsFor = ScalarWords;
template <int kLanes>
constexpr int kVectorsFor = 1;

void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
               std::uint16_t* out) {
  constexpr std::size_t kBlock = 32;  // columns at a time, so that the output stays in the cache
  for (std::size_t begin = 0; begin < columns; begin += kBlock) {
    const std::size_t end = begin + kBlock < columns ? begin + kBlock : columns;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      for (std::size_t i = begin; i < end; ++i) out[i * lanes + lane] = rows[lane][i];
    }
  }
}

#include "engines/bandjoin/generic.h"

}  // namespace

constinit const Kernels kScalarKernels{contract, transpose, add_sets};

std::vector<const Kernels*> supported_kernels() {
  std::vector<const Kernels*> kernels;
#if defined(__x86_64__)
  if (isa::runs_avx512_vnni()) kernels.push_back(&kAvx512Kernels);
  if (isa::runs_avx2()) kernels.push_back(&kAvx2Kernels);
#endif
  kernels.push_back(&kScalarKernels);
  return kernels;
}

}  // namespace sudoku::bandjoin
