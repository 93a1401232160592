// The kernels in AVX2.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engines/bandjoin/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "engines/isa/begin_avx2.h"

namespace sudoku::bandjoin {
namespace {

#include "engines/bandjoin/vector_words.h"
#include "engines/bandjoin/vectors_avx2.h"

class Counts32 {
 public:
  static Counts32 none() { return Counts32(_mm256_setzero_si256()); }
  void add_set(std::uint32_t set) {
    const __m256i bits =
        _mm256_set_epi16(static_cast<short>(0x8000), 0x4000, 0x2000, 0x1000, 0x800, 0x400, 0x200,
                         0x100, 0x80, 0x40, 0x20, 0x10, 0x8, 0x4, 0x2, 0x1);
    const auto minus_one_in = [bits](std::uint32_t half) {
      const __m256i all = _mm256_set1_epi16(static_cast<short>(half));
      return _mm256_cmpeq_epi16(_mm256_and_si256(all, bits), bits);
    };
    low_ = _mm256_sub_epi16(low_, minus_one_in(set));
    high_ = _mm256_sub_epi16(high_, minus_one_in(set >> 16));
  }
  void add_to(std::uint16_t* words) const {
    auto* const halves = reinterpret_cast<__m256i*>(words);
    _mm256_store_si256(halves, _mm256_add_epi16(_mm256_load_si256(halves), low_));
    _mm256_store_si256(halves + 1, _mm256_add_epi16(_mm256_load_si256(halves + 1), high_));
  }

 private:
  explicit Counts32(__m256i none) : low_(none), high_(none) {}
  __m256i low_;   // lanes 0 to 15
  __m256i high_;  // lanes 16 to 31
};

template <int kLanes>
using WordsFor = VectorWords<std::conditional_t<kLanes == 8, Vector8, Vector16>>;
template <int kLanes>
constexpr int kVectorsFor = kLanes < 32 ? 1 : 2;

#include "engines/bandjoin/generic.h"

}  // namespace
}  // namespace sudoku::bandjoin

#include "engines/isa/end_target.h"

namespace sudoku::bandjoin {

constinit const Kernels kAvx2Kernels{contract, transpose_with<Vector8, Vector8>, add_sets};

}  // namespace sudoku::bandjoin

#endif
