#include "engines/registry.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engines/isa/cpu.h"
#include "tests/catch.h"

namespace sudoku {

TEST_CASE("every engine is found by its id", "[registry]") {
  std::set<std::string_view> ids;
  for (const EngineInfo& info : all_engines()) {
    INFO("engine " << info.id);
    CHECK(find_engine(info.id) == &info);
    CHECK(ids.insert(info.id).second);
    CHECK_FALSE(info.summary.empty());
    CHECK(std::all_of(info.id.begin(), info.id.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }));
  }
}

TEST_CASE("the scalar engines are registered and run on every CPU", "[registry]") {
  for (const std::string_view id : {"naive", "stack", "bitmask", "dlx"}) {
    INFO("engine " << id);
    const EngineInfo* info = find_engine(id);
    REQUIRE(info != nullptr);
    CHECK(info->runs_here());
    CHECK(info->make({}) != nullptr);
  }
}

TEST_CASE("an engine of a package is listed even if the package is missing", "[registry]") {
  for (const std::string_view id :
       {"cadical", "minisat", "cryptominisat", "gecode", "clasp", "qqwing"}) {
    INFO("engine " << id);
    const EngineInfo* info = find_engine(id);
    REQUIRE(info != nullptr);
    REQUIRE(info->package != nullptr);
    CHECK(info->runs_here() == !info->package().empty());
    CHECK(info->runs_here() == (info->make({}) != nullptr));
    CHECK(unavailable_message(*info).find("built without") != std::string::npos);
    CHECK(supports(info->traits, Shape{4, 5}) == (id != "qqwing"));
  }
  CHECK(find_engine("dlx")->package == nullptr);
}

TEST_CASE("an engine for another architecture is listed with its requirement", "[registry]") {
  constexpr std::pair<std::string_view, bool> kNative[] = {
      {"lanes_avx512", isa::kIsX86},  {"lanes_avx512vl", isa::kIsX86}, {"lanes_avx2", isa::kIsX86},
      {"triads_avx512", isa::kIsX86}, {"triads_avx2", isa::kIsX86},    {"lanes_neon", isa::kIsArm},
      {"lanes_scalar", true}};
  for (const auto& [id, is_native] : kNative) {
    INFO("engine " << id);
    const EngineInfo& info = *find_engine(id);
    CHECK(info.is_native == is_native);
    CHECK((is_native || !info.runs_here()));
    CHECK(info.runs_here() == (info.make({}) != nullptr));
  }
  CHECK(find_engine("lanes_neon")->runs_here() == isa::kIsArm);
  CHECK(unavailable_message(*find_engine("lanes_neon")) ==
        "engine lanes_neon is unavailable: needs 64-bit Arm with Neon");
  CHECK(find_engine("lanes_avx2")->obstacle == "needs x86-64 with AVX2 and BMI2");
}

TEST_CASE("engines are found only by their complete id", "[registry]") {
  for (const std::string_view id : {"", "nai", "naive2", "Naive", "none"}) {
    INFO("id '" << id << "'");
    CHECK(find_engine(id) == nullptr);
  }
}

TEST_CASE("the fastest engine on blocks is a vector variant of lanes, else bitmask", "[registry]") {
  const EngineInfo& lanes = *resolve_engine("lanes");
  const EngineInfo& fastest = fastest_on_blocks();
  CHECK(fastest.runs_here());
  CHECK(fastest.id == (lanes.id == "lanes_scalar" ? std::string_view("bitmask") : lanes.id));
}

TEST_CASE("instances are independent of each other", "[registry]") {
  for (const EngineInfo& info : all_engines()) {
    const auto first = info.make({});
    if (first != nullptr) CHECK(first != info.make({}));
  }
}

}  // namespace sudoku
