// Micro-benchmarks with Google Benchmark: parsing, formatting, checking, canonical forms, and every
// engine on an easy puzzle, a hard one and one with many solutions.

#include <array>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "engines/grid.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/puzzle/canonical_form.h"

namespace sudoku {
namespace {

struct NamedPuzzle {
  const char* name;
  const char* puzzle;
};

constexpr NamedPuzzle kPuzzles[] = {
    {"easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},
    {"hard", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."},
    {"multi", "8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4.."},
};

constexpr const char* kSolved =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

constexpr NamedPuzzle kCanonicalForms[] = {
    {"puzzle", kPuzzles[1].puzzle},
    {"17_clues",
     "000000010400000000020000000000050407008000300001090000300400200050100000000806000"},
    {"grid", kSolved},
    // A slow case: many arrangements share the minimal first band.
    {"symmetric_grid",
     "123456789456789123789123456231564978564897312897231645312978564645312897978645231"},
};

Grid grid_of(const char* text) {
  Grid grid;
  parse_line(text, grid);
  return grid;
}

/// Adds a benchmark of calls of `work`. Reports bytes per second if a call processes bytes, or else
/// calls per second.
template <typename Work>
void add(const std::string& name, Work work, std::int64_t bytes = 0) {
  benchmark::RegisterBenchmark(name.c_str(), [work, bytes](benchmark::State& state) mutable {
    for (auto _ : state) benchmark::DoNotOptimize(work());
    if (bytes == 0) state.SetItemsProcessed(state.iterations());
    if (bytes != 0) state.SetBytesProcessed(state.iterations() * bytes);
  });
}

void solve(benchmark::State& state, const EngineInfo& info, const char* text) {
  const std::unique_ptr<Engine> engine = info.make({});
  if (!engine) {
    state.SkipWithError(std::string(info.obstacle).c_str());
    return;
  }
  const Grid puzzle = grid_of(text);
  SolveLimits limits;
  limits.max_solutions = 0;
  SolveResult result;
  Grid solution;
  for (auto _ : state) {
    engine->solve(puzzle, limits, {{&result, 1}, solution.cells}, nullptr);
    benchmark::DoNotOptimize(result);
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["guesses"] = static_cast<double>(result.guesses);
  state.counters["solutions"] = static_cast<double>(result.solutions);
}

void add_all() {
  const Grid easy = grid_of(kPuzzles[0].puzzle);
  const Grid hard = grid_of(kPuzzles[1].puzzle);
  const auto parse = [text = std::string(kPuzzles[0].puzzle), grid = Grid()]() mutable {
    benchmark::DoNotOptimize(grid);
    return parse_line(text, grid);
  };
  add("parse", parse, kCells);
  add(
      "format", [easy] { return format_line(easy); }, kCells);
  add("check", [hard, solved = grid_of(kSolved)] { return is_solution_of(solved, hard); });
  for (const NamedPuzzle& entry : kCanonicalForms) {
    add(std::string("canonical_form/") + entry.name,
        [puzzle = grid_of(entry.puzzle)] { return canonical_form(puzzle); });
  }
  for (const EngineInfo& info : all_engines()) {
    if (has(info.traits, EngineTraits::kIncomplete)) continue;  // cannot count solutions
    for (const NamedPuzzle& entry : kPuzzles) {
      const std::string name = "solve/" + std::string(info.id) + "/" + entry.name;
      benchmark::RegisterBenchmark(name.c_str(), [&info, &entry](benchmark::State& state) {
        solve(state, info, entry.puzzle);
      });
    }
  }
}

}  // namespace
}  // namespace sudoku

int main(int argc, char** argv) {
  sudoku::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
