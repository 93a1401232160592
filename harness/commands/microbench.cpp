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

void parse(benchmark::State& state) {
  const std::string text = kPuzzles[0].puzzle;
  Grid grid;
  for (auto _ : state) {
    benchmark::DoNotOptimize(parse_line(text, grid));
    benchmark::DoNotOptimize(grid);
  }
  state.SetBytesProcessed(state.iterations() * kCells);
}
BENCHMARK(parse);

void format(benchmark::State& state) {
  const Grid grid = grid_of(kPuzzles[0].puzzle);
  std::array<char, kCells> text;
  for (auto _ : state) {
    format_line(grid, text.data());
    benchmark::DoNotOptimize(text);
  }
  state.SetBytesProcessed(state.iterations() * kCells);
}
BENCHMARK(format);

void check(benchmark::State& state) {
  const Grid puzzle = grid_of(kPuzzles[1].puzzle);
  const Grid solution = grid_of(kSolved);
  for (auto _ : state) benchmark::DoNotOptimize(is_solution_of(solution, puzzle));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(check);

void register_canonical_forms() {
  for (const NamedPuzzle& entry : kCanonicalForms) {
    const std::string name = std::string("canonical_form/") + entry.name;
    benchmark::RegisterBenchmark(name.c_str(), [&entry](benchmark::State& state) {
      const Grid puzzle = grid_of(entry.puzzle);
      for (auto _ : state) benchmark::DoNotOptimize(canonical_form(puzzle));
      state.SetItemsProcessed(state.iterations());
    });
  }
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

void register_engines() {
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
  sudoku::register_canonical_forms();
  sudoku::register_engines();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
