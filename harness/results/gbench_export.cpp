#include "harness/results/gbench_export.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/base/build_info.h"
#include "harness/base/json.h"

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

std::string name_of(const RunRow& row) {
  return fmt::format("sudoku/{}/{}", row.key.engine, row.key.dataset);
}

Json benchmark_of(const RunRow& row, std::span<const RunRow> rows) {
  const Totals& totals = row.totals;
  const auto puzzles = static_cast<double>(totals.puzzles);
  const std::string name = name_of(row);
  const auto repetitions = std::count_if(
      rows.begin(), rows.end(), [&](const RunRow& other) { return name_of(other) == name; });
  Json json = {
      {"name", name},
      {"run_name", name},
      {"run_type", "iteration"},
      {"repetitions", repetitions},
      {"repetition_index", row.repetition},
      {"threads", row.key.threads},
      {"iterations", totals.puzzles},
      {"real_time", static_cast<double>(totals.wall_ns) / puzzles},
      {"cpu_time", static_cast<double>(totals.cpu_ns) / puzzles},
      {"time_unit", "ns"},
      {"items_per_second", puzzles_per_second(totals, row.key.threads)},
      {"label", std::string(to_string(row.verdict))},
  };
  if (totals.has_guesses) json["guesses"] = static_cast<double>(totals.guesses) / puzzles;
  return json;
}

}  // namespace

std::string to_gbench_json(std::span<const RunRow> rows, const RunContext& run) {
  Json benchmarks = Json::array();
  for (const RunRow& row : rows) {
    const bool is_solved = row.totals.solved > 0 && has_solved_all(row.totals);
    if (is_solved && row.verdict != Verdict::wrong) benchmarks.push_back(benchmark_of(row, rows));
  }
  const Json json = {{"context", context_of(run)}, {"benchmarks", benchmarks}};
  return to_ascii_json(json);
}

}  // namespace sudoku
