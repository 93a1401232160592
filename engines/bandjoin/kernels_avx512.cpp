// The kernels in AVX-512 with BW and VNNI. Rows of 8 and 16 lanes use the vectors of AVX2.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engines/bandjoin/kernels.h"

#if defined(__x86_64__)

#include "engines/isa/begin_avx512_vnni.h"
#include "engines/isa/intrinsics.h"

namespace sudoku::bandjoin {
namespace {

#include "engines/bandjoin/vectors_avx2.h"

#define SUDOKU_VECTOR Words32
#define SUDOKU_REGISTER __m512i
#define SUDOKU_MM(operation) _mm512_##operation
#include "engines/bandjoin/vector.h"

struct Vector32 : Words32 {
  static Register load_columns(const std::uint16_t* const* rows, std::size_t column) {
    Register a = _mm512_castsi128_si512(Vector8::load(rows[0] + column));
    a = _mm512_inserti32x4(a, Vector8::load(rows[8] + column), 1);
    a = _mm512_inserti32x4(a, Vector8::load(rows[16] + column), 2);
    return _mm512_inserti32x4(a, Vector8::load(rows[24] + column), 3);
  }
  static Register add_weighted(Register sums, Register a, Register weights) {
    return _mm512_dpwssd_epi32(sums, a, weights);
  }
};

#include "engines/bandjoin/vector_words.h"

class Counts32 {
 public:
  static Counts32 none() { return Counts32(_mm512_setzero_si512()); }
  void add_set(std::uint32_t set) {
    counts_ = _mm512_mask_add_epi16(counts_, set, counts_, _mm512_set1_epi16(1));
  }
  void add_to(std::uint16_t* words) const {
    _mm512_store_si512(words, _mm512_add_epi16(_mm512_load_si512(words), counts_));
  }

 private:
  explicit Counts32(__m512i counts) : counts_(counts) {}
  __m512i counts_;
};

template <int kLanes>
using WordsFor = VectorWords<
    std::conditional_t<kLanes == 8, Vector8, std::conditional_t<kLanes == 16, Vector16, Vector32>>>;
template <int kLanes>
constexpr int kVectorsFor = kLanes < 64 ? 1 : 2;

#include "engines/bandjoin/generic.h"

}  // namespace
}  // namespace sudoku::bandjoin

#include "engines/isa/end_target.h"

namespace sudoku::bandjoin {

constinit const Kernels kAvx512Kernels{contract, transpose_with<Vector32, Vector8>, add_sets};

}  // namespace sudoku::bandjoin

#endif
