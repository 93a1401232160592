// Tests that the vector operations of each instruction set equal those of vec_scalar.h, and that
// they move lanes correctly.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// The operations of an instruction set as functions. Every CPU can take their addresses.
struct VectorSet {
  using OptionValues = std::uint16_t*;
  using ConstValues = const std::uint16_t*;
  int lanes;
  int operation_count;
  const char* (*apply)(int, ConstValues, ConstValues, ConstValues, OptionValues);
  void (*move_lanes)(std::uint32_t from, std::uint32_t into, ConstValues, OptionValues);
  std::uint32_t (*first_lanes)(std::uint32_t, int);
  void (*load_parts)(const std::uint8_t*, int, OptionValues);
  void (*store_parts)(ConstValues, int, std::uint8_t*);
};

namespace scalar {
#include "engines/lanes/vec_scalar.h"
// The operations need the vectors first.
#include "tests/engines/lanes/operations.h"
}  // namespace scalar

}  // namespace
}  // namespace sudoku

#if defined(__x86_64__)

#include "engines/isa/begin_avx2.h"

namespace sudoku {
namespace {
namespace avx2 {
#include "engines/lanes/vec_avx2.h"
// The operations need the vectors first.
#include "tests/engines/lanes/operations.h"
}  // namespace avx2
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

// The next target.
#include "engines/isa/begin_avx512_vbmi2.h"

namespace sudoku {
namespace {
namespace avx512 {
#include "engines/lanes/vec_avx512.h"
// The operations need the vectors first.
#include "tests/engines/lanes/operations.h"
}  // namespace avx512
namespace avx512vl {
#include "engines/lanes/vec_avx512vl.h"
// The operations need the vectors first.
#include "tests/engines/lanes/operations.h"
}  // namespace avx512vl
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

#elif defined(__aarch64__)

#include <arm_neon.h>

namespace sudoku {
namespace {
namespace neon {
#include "engines/lanes/vec_neon.h"
// The operations need the vectors first.
#include "tests/engines/lanes/operations.h"
}  // namespace neon
}  // namespace
}  // namespace sudoku

#endif

namespace sudoku {
namespace {

constexpr int kMaxLanes = 32;
constexpr int kRounds = 2000;

/// Random values for the lanes. They have up to nine bits, often few or equal ones.
class RandomLanes {
 public:
  explicit RandomLanes(std::mt19937_64& random) {
    for (std::uint16_t& value : values_) {
      value = static_cast<std::uint16_t>(random() & random() & 0x1FF);
      if (random() % 4 == 0) value = static_cast<std::uint16_t>(random() & 0x1FF);
      if (random() % 4 == 0) value = static_cast<std::uint16_t>(random() % 3);
    }
  }
  std::uint16_t* data() { return values_.data(); }
  std::uint16_t operator[](int lane) const { return values_[static_cast<std::size_t>(lane)]; }

 private:
  alignas(64) std::array<std::uint16_t, kMaxLanes> values_;
};

std::uint32_t all_lanes(const VectorSet& set) {
  return set.lanes == 32 ? 0xFFFF'FFFFU : (1U << set.lanes) - 1;
}

/// Returns the indices of the lanes in a set.
std::vector<int> list(std::uint32_t lanes) {
  std::vector<int> numbers;
  for (int i = 0; i < kMaxLanes; ++i) {
    if ((lanes >> i & 1) != 0) numbers.push_back(i);
  }
  return numbers;
}

/// Calls `check` with each instruction set of this CPU.
template <typename Check>
void for_each_set(Check&& check) {
  INFO("scalar");
  check(scalar::vector_set());
#if defined(__x86_64__)
  if (find_engine("lanes_avx2")->runs_here()) {
    INFO("avx2");
    check(avx2::vector_set());
  }
  if (find_engine("lanes_avx512")->runs_here()) {
    INFO("avx512");
    check(avx512::vector_set());
    INFO("of 256 bits");
    check(avx512vl::vector_set());
  }
#elif defined(__aarch64__)
  INFO("neon");
  check(neon::vector_set());
#endif
}

}  // namespace

TEST_CASE("vector operations equal integer operations in each lane", "[lanes][vectors]") {
  const VectorSet plain = scalar::vector_set();
  for_each_set([&plain](const VectorSet& set) {
    REQUIRE(set.operation_count == plain.operation_count);
    std::mt19937_64 random(1);
    for (int round = 0; round < kRounds; ++round) {
      RandomLanes a(random);
      RandomLanes b(random);
      RandomLanes c(random);
      RandomLanes result(random);
      RandomLanes expected(random);
      for (int operation = 0; operation < set.operation_count; ++operation) {
        const std::string name = set.apply(operation, a.data(), b.data(), c.data(), result.data());
        for (int i = 0; i < set.lanes; i += plain.lanes) {
          plain.apply(operation, a.data() + i, b.data() + i, c.data() + i, expected.data() + i);
        }
        if (!std::equal(result.data(), result.data() + set.lanes, expected.data())) {
          FAIL_CHECK(name << " differs in round " << round);
        }
      }
    }
  });
}

TEST_CASE("scalar vector operations match their definitions", "[lanes][vectors]") {
  const VectorSet plain = scalar::vector_set();
  alignas(64) std::array<std::uint16_t, kMaxLanes> a{0, 1, 0b110, 0b111, 0b1011, 0x1FF};
  alignas(64) std::array<std::uint16_t, kMaxLanes> b{1, 1, 0b011, 0b111, 0b0100, 0x0FF};
  alignas(64) std::array<std::uint16_t, kMaxLanes> c{2, 0, 0b101, 0b000, 0b1000, 0x100};
  const std::vector<std::pair<std::string, std::array<std::uint16_t, 6>>> expected{
      {"and_not", {0, 0, 0b100, 0, 0b1011, 0x100}},
      {"and_neither", {0, 0, 0, 0, 0b0011, 0}},
      {"majority", {0, 1, 0b111, 0b111, 0b1000, 0x1FF}},
      {"exactly_two", {0, 1, 0b111, 0b111, 0b1000, 0x1FF}},
      {"exactly_one", {3, 0, 0, 0, 0b0111, 0}},
      {"count_bits", {0, 1, 2, 3, 3, 9}},
      {"lowest_bit", {0, 1, 0b010, 1, 1, 1}},
      {"keep_single", {0, 1, 0, 0, 0, 0}},
      {"keep_if_at_most_3", {0, 1, 0b110, 0b111, 0b1011, 0}},
      {"and_neither_if_3_left", {0x1FC, 0x1FE, 0x1F8, 0x1F8, 0x1F3, 0x1FF}},
      {"or_else", {1, 1, 0b110, 0b111, 0b1011, 0x1FF}},
      {"or_without", {1, 1, 0b110, 0b111, 0b1111, 0x1FF}},
      {"and_or_else", {0, 1, 0b010, 0b111, 0b1000, 0x0FF}},
      {"candidate_of", {0, 1, 0b10'0000, 0b100'0000, 0x100, 0x100}},
      {"interleave_low", {0x0100, 0, 0x0101, 0, 0x0306, 0}},
      {"interleave_high", {0x040B, 0, 0xFFFF, 1, 0, 0}},
      {"narrow", {0x0100, 0x0706, 0xFF0B, 0, 0x0101, 0x0703}},
  };
  alignas(64) std::array<std::uint16_t, kMaxLanes> result{};
  std::size_t met = 0;
  for (int operation = 0; operation < plain.operation_count; ++operation) {
    const std::string name = plain.apply(operation, a.data(), b.data(), c.data(), result.data());
    for (const auto& [expected_name, values] : expected) {
      if (name != expected_name) continue;
      INFO(name);
      ++met;
      CHECK(std::equal(values.begin(), values.end(), result.begin()));
    }
  }
  CHECK(met == expected.size());
}

TEST_CASE("the lowest lanes of a set are moved in their order", "[lanes][vectors]") {
  for_each_set([](const VectorSet& set) {
    std::mt19937_64 random(3);
    for (int round = 0; round < kRounds; ++round) {
      auto from = static_cast<std::uint32_t>(random()) & all_lanes(set);
      auto into = static_cast<std::uint32_t>(random()) & all_lanes(set);
      if (round == 0) from = into = all_lanes(set);
      const std::size_t most = std::min(list(from).size(), list(into).size());
      const int count = static_cast<int>(round == 0 ? most : random() % (most + 1));
      std::vector<int> lowest = list(from);
      lowest.resize(static_cast<std::size_t>(count));
      from = set.first_lanes(from, count);
      into = set.first_lanes(into, count);
      REQUIRE(list(from) == lowest);
      RandomLanes source(random);
      RandomLanes target(random);
      RandomLanes expected = target;
      for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        expected.data()[list(into)[k]] = source[list(from)[k]];
      }
      set.move_lanes(from, into, source.data(), target.data());
      if (!std::equal(expected.data(), expected.data() + set.lanes, target.data())) {
        FAIL_CHECK("round " << round << " from " << from << " into " << into);
      }
    }
  });
}

TEST_CASE("parts of 16 bytes are loaded from and stored to separate addresses",
          "[lanes][vectors]") {
  for_each_set([](const VectorSet& set) {
    constexpr int kPart = 16;
    for (const int stride : {kPart, 21}) {
      // The exact length, so that a sanitizer detects an overrun.
      const int size = (2 * set.lanes / kPart - 1) * stride + kPart;
      std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
      std::iota(bytes.begin(), bytes.end(), std::uint8_t{100});
      alignas(64) std::array<std::uint16_t, kMaxLanes> lanes{};
      set.load_parts(bytes.data(), stride, lanes.data());
      std::vector<std::uint8_t> copy(bytes.size(), 9);
      set.store_parts(lanes.data(), stride, copy.data());
      const auto* loaded = reinterpret_cast<const std::uint8_t*>(lanes.data());
      for (int i = 0; i < size; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool is_part = i % stride < kPart;
        INFO("stride " << stride << " byte " << i);
        if (is_part) CHECK(loaded[i / stride * kPart + i % stride] == bytes[at]);
        CHECK(copy[at] == (is_part ? bytes[at] : 9));
      }
    }
  });
}

}  // namespace sudoku
