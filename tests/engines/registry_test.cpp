#include "engines/registry.h"

#include <algorithm>
#include <set>

#include "engines/isa/cpu.h"
#include "tests/catch.h"

namespace sudoku {

TEST_CASE("every engine is found by its complete id", "[registry]") {
  std::set<std::string_view> ids;
  for (const EngineInfo& info : all_engines()) {
    INFO("engine " << info.id);
    CHECK(find_engine(info.id) == &info);
    CHECK(ids.insert(info.id).second);
    CHECK_FALSE(info.summary.empty());
    CHECK(info.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == info.id.npos);
    CHECK(supports(info.traits, k9x9));
    const auto engine = info.make({});
    CHECK(info.runs_here() == (engine != nullptr));
    if (engine != nullptr) CHECK(engine != info.make({}));
  }
  for (const std::string_view id : {"", "nai", "naive2", "Naive", "none", "lanes"}) {
    INFO("id '" << id << "'");
    CHECK(find_engine(id) == nullptr);
  }
}

TEST_CASE("engines for any CPU run everywhere and support every shape", "[registry]") {
  for (const std::string_view id : {"naive", "stack", "bitmask", "dlx", "learn", "anneal"}) {
    INFO("engine " << id);
    CHECK(find_engine(id)->runs_here());
    CHECK(find_engine(id)->package == nullptr);
    CHECK(supports(find_engine(id)->traits, Shape{4, 5}));
  }
  CHECK(find_engine("lanes_scalar")->runs_here());
  CHECK_FALSE(supports(find_engine("lanes_scalar")->traits, Shape{4, 5}));
}

TEST_CASE("an engine of a package is listed even if the package is missing", "[registry]") {
  for (const std::string_view id :
       {"cadical", "minisat", "cryptominisat", "gecode", "clasp", "qqwing"}) {
    INFO("engine " << id);
    const EngineInfo* info = find_engine(id);
    REQUIRE(info != nullptr);
    REQUIRE(info->package != nullptr);
    CHECK(info->runs_here() == !info->package().empty());
    CHECK(unavailable_message(*info).find("built without") != std::string::npos);
    CHECK(supports(info->traits, Shape{4, 5}) == (id != "qqwing"));
  }
}

TEST_CASE("an engine for another architecture is listed with its requirement", "[registry]") {
  struct {
    std::string_view id;
    bool is_native;
    std::string_view message;
  } const cases[] = {
      {"lanes_avx512", isa::kIsX86, "needs x86-64 with AVX-512, VBMI2 and BITALG"},
      {"lanes_avx512vl", isa::kIsX86, "needs x86-64 with AVX-512, VBMI2 and BITALG"},
      {"lanes_avx2", isa::kIsX86, "needs x86-64 with AVX2 and BMI2"},
      {"triads_avx512", isa::kIsX86, "needs x86-64 with AVX-512, VBMI2 and BITALG"},
      {"triads_avx2", isa::kIsX86, "needs x86-64 with AVX2 and BMI2"},
      {"lanes_neon", isa::kIsArm, "needs 64-bit Arm with Neon"},
      {"lanes_scalar", true, ""},
  };
  for (const auto& [id, is_native, message] : cases) {
    INFO("engine " << id);
    const EngineInfo& info = *find_engine(id);
    CHECK(info.is_native == is_native);
    CHECK((is_native || !info.runs_here()));
    CHECK(unavailable_message(info) ==
          "engine " + std::string(id) + " is unavailable: " + std::string(message));
  }
  CHECK(find_engine("lanes_neon")->runs_here() == isa::kIsArm);
}

TEST_CASE("the name of a family stands for its fastest available variant", "[registry]") {
  const auto first_of = [](std::initializer_list<std::string_view> ids) {
    const auto runs_here = [](std::string_view id) { return find_engine(id)->runs_here(); };
    const auto* const found = std::find_if(ids.begin(), ids.end(), runs_here);
    return find_engine(found == ids.end() ? *ids.begin() : *found);
  };
  const EngineInfo* lanes =
      first_of({"lanes_avx512", "lanes_avx512vl", "lanes_avx2", "lanes_neon", "lanes_scalar"});
  CHECK(resolve_engine("lanes") == lanes);
  CHECK(resolve_engine("triads") == first_of({"triads_avx512", "triads_avx2"}));
  CHECK(resolve_engine("bitmask") == find_engine("bitmask"));
  CHECK(resolve_engine("lane") == nullptr);
  CHECK(fastest_on_blocks().id == (lanes->id == "lanes_scalar" ? "bitmask" : lanes->id));
  CHECK(fastest_on_blocks(Shape{4, 5}).id == "bitmask");
}

}  // namespace sudoku
