#include "harness/results/context.h"

#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <utility>

#include <boost/version.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <oneapi/tbb/version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include "harness/base/build_info.h"
#include "harness/base/cpus.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/schema_version.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

Json first_line_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return nullptr;
  return line;
}

/// Returns the first value of a key in /proc/cpuinfo.
Json cpuinfo(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (colon != std::string::npos && line.starts_with(key)) return line.substr(colon + 2);
  }
  return nullptr;
}

Json caches() {
  Json list = Json::array();
  for (int i = 0;; ++i) {
    const std::filesystem::path cache =
        fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}", i);
    const Json level = first_line_of(cache / "level");
    if (level.is_null()) return list;
    list.push_back({{"level", level},
                    {"type", first_line_of(cache / "type")},
                    {"size", first_line_of(cache / "size")}});
  }
}

Json load_average() {
  std::array<double, 3> load{};
  if (getloadavg(load.data(), load.size()) != static_cast<int>(load.size())) return nullptr;
  return load;
}

Json machine() {
  utsname name{};
  uname(&name);
  const auto quota = cgroup_cpu_quota();
  return {
      {"host", name.nodename},
      {"system", fmt::format("{} {}", name.sysname, name.release)},
      {"architecture", name.machine},
      {"cpu", cpuinfo("model name")},
      {"cpu_flags", cpuinfo("flags")},
      {"microcode", cpuinfo("microcode")},
      {"caches", caches()},
      {"cpus_online", sysconf(_SC_NPROCESSORS_ONLN)},
      {"cpus_allowed", allowed_cpus()},
      {"cgroup_cpu_quota", quota ? Json(*quota) : Json(nullptr)},
      {"governor", first_line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"memory_bytes", static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))},
      {"load_average", load_average()},
  };
}

Json build() {
  const BuildInfo& info = build_info();
  return {
      {"version", info.version},       {"commit", info.commit}, {"compiler", info.compiler},
      {"build_type", info.build_type}, {"flags", info.flags},
  };
}

Json libraries() {
  return {
      {"tbb", TBB_runtime_version()},  {"boost", BOOST_LIB_VERSION}, {"fmt", FMT_VERSION},
      {"xxhash", XXH_versionNumber()}, {"zlib", zlibVersion()},      {"zstd", ZSTD_versionString()},
  };
}

Json object(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json json = Json::object();
  for (const auto& [key, value] : pairs) json[to_json_text(key)] = to_json_text(value);
  return json;
}

Json list(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(to_json_text(text));
  return json;
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Json json_of(const RunContext::DatasetEntry& dataset) {
  Json json = {{"path", to_json_text(dataset.path)},
               {"puzzles", dataset.puzzles},
               {"rejected", dataset.rejected},
               {"digest", format_digest(dataset.digest)},
               {"shape", to_string(dataset.shape)}};
  if (dataset.part) {
    json["file_bytes"] = dataset.part->file_bytes;
    json["file_digest"] = format_digest(dataset.part->file_digest);
    json["begin_byte"] = dataset.part->range.begin;
    json["end_byte"] = dataset.part->range.end;
  }
  return json;
}

std::string to_json(const RunContext& run) {
  Json datasets = Json::array();
  for (const auto& dataset : run.datasets) datasets.push_back(json_of(dataset));
  Json context = {
      {"schema_version", kSchemaVersion},
      {"started", run.started},
      {"written", utc_now()},
      {"arguments", list(run.arguments)},
      {"task", run.task},
      {"seed", run.seed},
      {"isomorphs", run.isomorphs},
      {"threads", run.threads},
      {"clock_cost_ns", run.clock_cost_ns},
      {"engines", list(run.engines)},
      {"datasets", datasets},
      {"machine", machine()},
      {"build", build()},
      {"libraries", libraries()},
      {"package_joules",
       run.package_uj ? Json(1e-6 * static_cast<double>(*run.package_uj)) : Json(nullptr)},
      {"notes", object(run.notes)},
  };
  if (!run.shards.empty()) context["shards"] = run.shards;
  if (run.shard) {
    context["shard"] = {
        {"number", run.shard->number}, {"count", run.shard->count}, {"whole", run.is_whole}};
  } else {
    context["whole"] = run.is_whole;
  }
  if (!run.files.empty()) context["files"] = json_of(run.files);
  return to_json_file(std::move(context));
}

}  // namespace sudoku
