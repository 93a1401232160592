#include "harness/results/context.h"

#include <regex>

#include <nlohmann/json.hpp>

#include "harness/base/build_info.h"
#include "harness/base/json.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

using Json = nlohmann::json;

RunContext run_context() {
  RunContext run;
  run.arguments = {"--dataset", "hard.txt"};
  run.started = "2026-01-31T23:59:58Z";
  run.seed = 18446744073709551615U;
  run.threads = 3;
  run.engines = {"naive", "dlx"};
  run.own_engines = {"dlx"};
  run.datasets = {{"hard.txt", 100, 2, 0xAB}};
  run.notes = {{"machine", "quiet"}, {"purpose", "test"}};
  return run;
}

}  // namespace

TEST_CASE("the context has the run", "[context]") {
  RunContext run = run_context();
  run.files = {{"runs.csv", 0xAB}};
  const Json context = Json::parse(to_json(run));
  const Json expected = {{"schema_version", kSchemaVersion},
                         {"started", "2026-01-31T23:59:58Z"},
                         {"arguments", {"--dataset", "hard.txt"}},
                         {"seed", 18446744073709551615U},
                         {"threads", 3},
                         {"engines", {"naive", "dlx"}},
                         {"own_engines", Json::array({"dlx"})},
                         {"notes", {{"machine", "quiet"}, {"purpose", "test"}}},
                         {"datasets", Json::array({{{"path", "hard.txt"},
                                                    {"puzzles", 100},
                                                    {"rejected", 2},
                                                    {"digest", "00000000000000ab"},
                                                    {"shape", "3x3"}}})},
                         {"files", {{"runs.csv", "00000000000000ab"}}},
                         {"whole", false},
                         {"build",
                          {{"version", build_info().version},
                           {"commit", build_info().commit},
                           {"compiler", build_info().compiler},
                           {"build_type", build_info().build_type},
                           {"flags", build_info().flags}}}};
  for (const auto& [key, value] : expected.items()) {
    INFO(key);
    CHECK(context[key] == value);
  }
  CHECK(context["digest"].get<std::string>().size() == 16);
  const std::regex iso(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)");
  CHECK(std::regex_match(context["written"].get<std::string>(), iso));
  CHECK(context["machine"]["cpus_online"] >= 1);
  CHECK_FALSE(context["machine"]["cpus_allowed"].empty());
  CHECK(context["machine"]["memory_bytes"] > 1'000'000);
  for (const char* key : {"host", "system", "architecture", "cpu", "cpu_flags", "microcode",
                          "caches", "cgroup_cpu_quota", "governor", "load_average"}) {
    CHECK(context["machine"].contains(key));
  }
  for (const char* library : {"tbb", "boost", "fmt", "xxhash", "zlib", "zstd"}) {
    CHECK(context["libraries"].contains(library));
  }
}

TEST_CASE("the context of a shard has its number, its part and whether it is whole", "[context]") {
  RunContext run = run_context();
  run.is_whole = true;
  CHECK(Json::parse(to_json(run))["whole"] == true);
  run.shard = {1, 3};
  run.datasets[0].file = {900, 0xCD};
  run.datasets[0].range = {300, 600};
  const Json context = Json::parse(to_json(run));
  CHECK(context["shard"] == Json{{"number", 1}, {"count", 3}, {"whole", true}});
  const Json& dataset = context["datasets"][0];
  CHECK(dataset["file_bytes"] == 900);
  CHECK(dataset["file_digest"] == "00000000000000cd");
  CHECK(dataset["begin_byte"] == 300);
  CHECK(dataset["end_byte"] == 600);
}

TEST_CASE("the context of an empty run has empty members", "[context]") {
  const Json context = Json::parse(to_json({}));
  for (const char* name : {"task", "notes"}) CHECK(context[name] == Json::object());
  for (const char* name : {"datasets", "arguments"}) CHECK(context[name] == Json::array());
  for (const char* name : {"files", "shard"}) CHECK_FALSE(context.contains(name));
}

TEST_CASE("names, notes and tasks of any bytes are read back", "[context]") {
  RunContext run = run_context();
  const std::string name = "caf\xE9 \"quoted\"\n.txt";
  run.datasets[0].path = name;
  run.arguments = {name};
  run.engines = {"k\xFF"};
  run.notes = {{"k\xFF", "tab\there"}};
  run.task = {{"timeout_ns", std::uint64_t{10}}, {"pin", false}, {"column", to_json_text("a\xFF")}};
  const Json context = Json::parse(to_json(run));
  CHECK(from_json_text(context["datasets"][0]["path"].get<std::string>()) == name);
  CHECK(from_json_text(context["arguments"][0].get<std::string>()) == name);
  CHECK(context["engines"][0] == "data:,k%FF");
  CHECK(context["notes"]["data:,k%FF"] == "tab\there");
  CHECK(context["task"] == Json{{"timeout_ns", 10}, {"pin", false}, {"column", "data:,a%FF"}});
}

}  // namespace sudoku
