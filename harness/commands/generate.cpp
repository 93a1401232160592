#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/build_info.h"
#include "harness/commands/commands.h"
#include "harness/context.h"
#include "harness/digest.h"
#include "harness/generate/production.h"
#include "harness/interrupt.h"
#include "harness/output_file.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMethodNames[] = {"lasvegas", "backtrack", "uniform"};
constexpr const char* kSymmetryNames[] = {"none", "rotate180", "rotate90", "mirror", "diagonal"};
constexpr const char* kDifficultyNames[] = {"any", "easy", "medium", "hard", "extreme"};
constexpr const char* kEndNames[] = {"at_target", "at_first_refusal", "at_last_cell"};

template <std::size_t kSize, typename Value>
Json name_of(const char* const (&names)[kSize], Value value) {
  return names[static_cast<std::size_t>(value)];
}

Json wishes(const GeneratePlan& plan) {
  if (!plan.goal) return nullptr;
  const DigGoal& goal = *plan.goal;
  const bool counts = goal.max_solutions != 0;
  return {
      {"clues", {goal.min_clues, goal.max_clues}},
      {"solutions", counts ? Json{goal.min_solutions, goal.max_solutions} : Json(nullptr)},
      {"end_of_digging", name_of(kEndNames, goal.end)},
      {"symmetry", name_of(kSymmetryNames, goal.symmetry)},
      {"difficulty", name_of(kDifficultyNames, plan.difficulty)},
      {"max_attempts", plan.max_attempts},
  };
}

/// What has been made so far.
struct Totals {
  std::uint64_t puzzles = 0;
  std::uint64_t digest = 0;
  GenerateEffort effort;

  void add(const MadePuzzles& made) {
    puzzles += made.puzzles.size();
    for (const Grid& puzzle : made.puzzles) digest += puzzle_hash(puzzle);
    effort += made.effort;
  }
};

std::string meta_json(const GenerateOptions& options, std::span<const std::string> arguments,
                      PuzzleRange range, const Totals& totals, double seconds) {
  const Json meta = {
      {"method", name_of(kMethodNames, options.plan.method)},
      {"seed", options.plan.seed},
      {"wishes", wishes(options.plan)},
      {"count", options.count},
      {"shard", {options.shard, options.shard_count}},
      {"first_index", range.first},
      {"puzzles", totals.puzzles},
      {"dataset_digest", format_digest(totals.digest)},
      {"attempts", totals.effort.attempts},
      {"restarts", totals.effort.restarts},
      {"guesses", totals.effort.guesses},
      {"checks", totals.effort.checks},
      {"threads", options.threads},
      {"wall_seconds", seconds},
      {"written", utc_now()},
      {"version", build_info().version},
      {"commit", build_info().commit},
      {"arguments", arguments},
  };
  return meta.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string lines_of(const std::vector<Grid>& puzzles) {
  constexpr std::size_t kLine = kCells + 1;
  std::string lines(puzzles.size() * kLine, '\n');
  for (std::size_t i = 0; i < puzzles.size(); ++i) format_line(puzzles[i], &lines[i * kLine]);
  return lines;
}

}  // namespace

ExitCode run_generate(const GenerateOptions& options, std::span<const std::string> arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const PuzzleRange range = shard_of(options.count, options.shard, options.shard_count);
  std::optional<PendingFile> file;
  if (!options.out.empty()) file.emplace(options.out);
  Totals totals;
  const auto write = [&](const MadePuzzles& made) {
    totals.add(made);
    const std::string lines = lines_of(made.puzzles);
    if (file) {
      file->append(lines);
    } else {
      write_stdout(lines);
    }
  };
  try {
    if (!produce(options.plan, range, options.threads, interrupted(), write)) {
      return ExitCode::interrupted;
    }
  } catch (const WishUnreached& failure) {
    fmt::print(stderr, "sudoku-bench: {}\n", failure.what());
    return ExitCode::limit_reached;
  }
  if (file) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    file->complete();
    replace_file(options.out + ".meta.json",
                 meta_json(options, arguments, range, totals, time.count()));
  }
  return ExitCode::ok;
}

}  // namespace sudoku
