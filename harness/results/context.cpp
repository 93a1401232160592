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

std::uint64_t digest_of(const Json& json) {
  const auto digest = parse_digest(json.get<std::string>());
  if (!digest) throw std::invalid_argument("a digest is not valid");
  return *digest;
}

Task task_of(const Json& context) {
  const Json& task = context.at("task");
  if (!is_task(task)) throw std::invalid_argument("task is not valid");
  return task;
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

RunContext::DatasetEntry entry_of(const InputFile& input) {
  RunContext::DatasetEntry entry{input.path()};
  if (const auto bytes = input.byte_size()) entry.file = {*bytes, input.digest()};
  return entry;
}

Json json_of(const RunContext::DatasetEntry& dataset) {
  Json json = {{"path", to_json_text(dataset.path)},
               {"puzzles", dataset.puzzles},
               {"rejected", dataset.rejected},
               {"digest", format_digest(dataset.digest)},
               {"shape", to_string(dataset.shape)}};
  if (dataset.file) {
    json["file_bytes"] = dataset.file->bytes;
    json["file_digest"] = format_digest(dataset.file->digest);
  }
  if (dataset.range) {
    json["begin_byte"] = dataset.range->begin;
    json["end_byte"] = dataset.range->end;
  }
  return json;
}

RunContext::DatasetEntry dataset_of(const Json& json) {
  RunContext::DatasetEntry entry{from_json_text(json.at("path").get<std::string>()),
                                 whole_number(json.at("puzzles")),
                                 whole_number(json.at("rejected")), digest_of(json.at("digest"))};
  if (json.contains("file_bytes")) {
    entry.file = {whole_number(json.at("file_bytes")), digest_of(json.at("file_digest"))};
  }
  if (json.contains("begin_byte")) {
    entry.range = {whole_number(json.at("begin_byte")), whole_number(json.at("end_byte"))};
  }
  if (json.contains("shape")) {
    const auto shape = parse_shape(json.at("shape").get<std::string>());
    if (!shape) throw std::invalid_argument("a shape is not valid");
    entry.shape = *shape;
  }
  return entry;
}

std::string command_of(const Json& context) {
  if (!context.is_object() || !context.contains("command")) return "bench";
  const Json& command = context["command"];
  return command.is_string() ? command.get<std::string>() : "";
}

std::vector<std::string> own_engines_of(const Json& context) {
  std::vector<std::string> engines;
  for (const Json& id : context.value("own_engines", Json::array())) {
    engines.push_back(from_json_text(id.get<std::string>()));
  }
  return engines;
}

std::string difference(const Json& context, const Json& other) {
  if (command_of(context) != command_of(other)) {
    return fmt::format("command is '{}', not '{}'", command_of(context), command_of(other));
  }
  if (const auto unlike = find_difference(task_of(context), task_of(other))) {
    return fmt::format("{} is {}, not {}", unlike->option, unlike->value, unlike->other);
  }
  const auto values_of = [](const Json& of) {
    std::vector<std::pair<std::string, std::string>> values = {
        {"engines", of.value("engines", Json()).dump()},
        {"shards", of.contains("shard") ? of["shard"].at("count").dump() : "1"},
        {"number of datasets", std::to_string(of.at("datasets").size())}};
    for (const Json& dataset : of.at("datasets")) {
      const auto [path, puzzles, rejected, digest, file, range, shape] = dataset_of(dataset);
      const auto [bytes, file_digest] = file.value_or(RunContext::DatasetEntry::File{});
      values.emplace_back("file_bytes of " + path, std::to_string(bytes));
      values.emplace_back("file_digest of " + path, format_digest(file_digest));
    }
    return values;
  };
  const auto values = values_of(context);
  const auto others = values_of(other);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [what, value] = values[i];
    if (value == others[i].second) continue;
    return fmt::format("{} is '{}', not '{}'", what, value, others[i].second);
  }
  return {};
}

std::string to_json(const RunContext& run) {
  Json datasets = Json::array();
  for (const auto& dataset : run.datasets) datasets.push_back(json_of(dataset));
  Json context = {
      {"schema_version", kSchemaVersion},
      {"started", run.started},
      {"written", utc_now()},
      {"command", run.command},
      {"arguments", list(run.arguments)},
      {"task", run.task},
      {"seed", run.seed},
      {"isomorphs", run.isomorphs},
      {"threads", run.threads},
      {"clock_cost_ns", run.clock_cost_ns},
      {"engines", list(run.engines)},
      {"own_engines", list(run.own_engines)},
      {"datasets", datasets},
      {"machine", machine()},
      {"build", build()},
      {"libraries", libraries()},
      {"package_joules",
       run.package_uj ? Json(1e-6 * static_cast<double>(*run.package_uj)) : Json(nullptr)},
      {"notes", object(run.notes)},
  };
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
