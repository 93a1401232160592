#include "harness/results/gbench_export.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/base/build_info.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

Json context_of(const RunContext& run) {
  std::string host(256, '\0');
  ::gethostname(host.data(), host.size() - 1);
  host.resize(host.find('\0'));
  return {
      {"date", run.started},
      {"host_name", host},
      {"executable", "sudoku-bench"},
      {"num_cpus", ::sysconf(_SC_NPROCESSORS_ONLN)},
      {"caches", Json::array()},
      {"library_build_type", build_info().build_type == "Debug" ? "debug" : "release"},
      {"json_schema_version", 1},
      {"sudoku_bench_version", build_info().version},
      {"sudoku_bench_commit", build_info().commit},
  };
}

std::string name_of(const RunRow& record) {
  return fmt::format("sudoku/{}/{}", record.key.engine, record.key.dataset);
}

Json benchmark_of(const RunRow& record, std::span<const RunRow> records) {
  const Totals& totals = record.totals;
  const auto puzzles = static_cast<double>(totals.puzzles);
  const std::string name = name_of(record);
  const auto repetitions = std::count_if(
      records.begin(), records.end(), [&](const RunRow& other) { return name_of(other) == name; });
  Json json = {
      {"name", name},
      {"run_name", name},
      {"run_type", "iteration"},
      {"repetitions", repetitions},
      {"repetition_index", record.repetition},
      {"threads", record.key.threads},
      {"iterations", totals.puzzles},
      {"real_time", static_cast<double>(totals.wall_ns) / puzzles},
      {"cpu_time", static_cast<double>(totals.cpu_ns) / puzzles},
      {"time_unit", "ns"},
      {"items_per_second", puzzles_per_second(totals, record.key.threads)},
      {"label", std::string(to_string(record.verdict))},
  };
  if (totals.has_guesses) json["guesses"] = static_cast<double>(totals.guesses) / puzzles;
  return json;
}

}  // namespace

std::string to_gbench_json(std::span<const RunRow> records, const RunContext& run) {
  Json benchmarks = Json::array();
  for (const RunRow& record : records) {
    const bool is_answered = record.totals.solved > 0 && has_answered_all(record.totals);
    if (is_answered && record.verdict != Verdict::wrong)
      benchmarks.push_back(benchmark_of(record, records));
  }
  const Json json = {{"context", context_of(run)}, {"benchmarks", benchmarks}};
  // Paths may hold any bytes; what is not UTF-8 is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sudoku
