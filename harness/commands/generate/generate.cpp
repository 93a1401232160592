#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/base/build_info.h"
#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/text_digest.h"
#include "harness/commands/command.h"
#include "harness/commands/generate/generate_options.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/generate/hard_search.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/context.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kMethodNames = {"lasvegas", "backtrack", "uniform"};
constexpr std::array kSymmetryNames = {"none", "rotate180", "rotate90", "mirror", "diagonal"};
constexpr std::array kEndNames = {"at_target", "at_first_refusal", "at_last_cell"};

template <typename Names, typename Value>
Json name_of(const Names& names, Value value) {
  return names[static_cast<std::size_t>(value)];
}

Json requirements(const GeneratePlan& plan) {
  if (!plan.goal) return nullptr;
  const DigGoal& goal = *plan.goal;
  const bool counts = goal.max_solutions != 0;
  return {
      {"clues", {goal.min_clues, goal.max_clues}},
      {"solutions", counts ? Json{goal.min_solutions, goal.max_solutions} : Json(nullptr)},
      {"end_of_digging", name_of(kEndNames, goal.end)},
      {"symmetry", name_of(kSymmetryNames, goal.symmetry)},
      {"difficulty", name_of(kDifficultyNames, plan.difficulty)},
      {"impossible", plan.is_impossible},
      {"max_attempts", plan.max_attempts},
  };
}

/// Puzzles made so far.
struct Made {
  std::uint64_t puzzles = 0;
  std::uint64_t digest = 0;
  GenerateEffort effort;

  void add(const MadePuzzles& made) {
    puzzles += made.puzzles.size();
    for (std::size_t i = 0; i < made.puzzles.size(); ++i) digest += puzzle_hash(made.puzzles[i]);
    effort += made.effort;
  }
};

/// One call of the command.
struct Call {
  const GenerateOptions& options;
  std::span<const std::string> arguments;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

/// Adds the keys that every meta file ends with.
std::string finish_meta(const Call& call, Json meta) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - call.begin;
  meta["threads"] = call.options.threads;
  meta["wall_seconds"] = time.count();
  meta["written"] = utc_now();
  meta["version"] = build_info().version;
  meta["commit"] = build_info().commit;
  meta["arguments"] = call.arguments;
  return meta.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string meta_json(const Call& call, IndexRange range, const Made& totals) {
  const GenerateOptions& options = call.options;
  Json meta = {
      {"method", name_of(kMethodNames, options.plan.method)},
      {"seed", options.plan.seed},
      {"requirements", requirements(options.plan)},
      {"count", options.count},
      {"shard", {options.shard, options.shard_count}},
      {"first_index", range.first},
      {"puzzles", totals.puzzles},
      {"dataset_digest", format_digest(totals.digest)},
      {"attempts", totals.effort.attempts},
      {"restarts", totals.effort.restarts},
      {"guesses", totals.effort.guesses},
      {"checks", totals.effort.checks},
  };
  if (options.plan.shape != k9x9) meta["shape"] = to_string(options.plan.shape);
  return finish_meta(call, std::move(meta));
}

/// Returns a format that records the shape. A line implies the usual shape of its length.
PuzzleForm form_of(const Shape& shape) {
  return usual_shape(shape.side()) == shape ? PuzzleForm::line : PuzzleForm::solo;
}

std::string lines_of(const BoardList& puzzles) {
  std::string lines;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    append_puzzle(form_of(puzzles.shape()), puzzles[i], {}, lines);
  }
  return lines;
}

std::unique_ptr<Progress> make_progress(const GenerateOptions& options) {
  // The progress line would mix with puzzles on the same terminal.
  const bool prints_to_terminal = options.out.empty() && ::isatty(STDOUT_FILENO) != 0;
  const bool is_hidden = options.progress == When::automatic && prints_to_terminal;
  auto progress = std::make_unique<Progress>(is_hidden ? When::never : options.progress);
  progress->begin(options.out.empty() ? "generate" : options.out);
  return progress;
}

OldOutput old_output(const GenerateOptions& options) {
  return options.force ? OldOutput::replaced : OldOutput::refused;
}

/// Makes puzzles and writes them to the file or to standard output.
class Production {
 public:
  explicit Production(const Call& call)
      : call_(call),
        range_(range_of({call.options.shard, call.options.shard_count}, call.options.count)) {
    if (!call.options.out.empty()) file_.emplace(call.options.out, old_output(call.options));
  }

  ExitCode run() {
    auto progress = make_progress(call_.options);
    const auto write = [&](const MadePuzzles& made) {
      add(made);
      const auto all = static_cast<double>(range_.end - range_.first);
      progress->set_done(totals_.puzzles, static_cast<double>(totals_.puzzles) / all);
    };
    const GenerateOptions& options = call_.options;
    const bool is_whole =
        make_puzzles_in_parallel(options.plan, range_, options.threads, interrupted(), write);
    progress.reset();
    if (is_whole || totals_.puzzles != 0) finish_files();
    if (is_whole) return ExitCode::ok;
    if (file_) {
      print_error("sudoku-bench: interrupted after {} of {} puzzles\n", totals_.puzzles,
                  range_.end - range_.first);
    }
    return ExitCode::interrupted;
  }

 private:
  void add(const MadePuzzles& made) {
    totals_.add(made);
    const std::string lines = lines_of(made.puzzles);
    if (file_) {
      file_->append(lines);
    } else {
      write_stdout(lines);
    }
  }

  void finish_files() {
    if (!file_) return;
    file_->complete();
    if (!file_->is_direct()) {
      replace_file(call_.options.out + ".meta.json", meta_json(call_, range_, totals_));
    }
  }

  const Call& call_;
  IndexRange range_;
  std::optional<PendingFile> file_;
  Made totals_;
};

std::string pool_path(const GenerateOptions& options) { return options.out + ".pool.json"; }

/// Returns the pool of an earlier call, or an empty one. Throws UsageError if the pool belongs to
/// another search and --force is not given.
PuzzlePool open_pool(const GenerateOptions& options) {
  const auto file = read_pool(pool_path(options));
  // With a pool of the same search, the output file is the result of an earlier call.
  if (!file && !options.force) refuse_old_output(options.out);
  if (!file) return {};
  const HardSearchPlan& plan = file->plan;
  const bool is_same = plan.is_same_search(*options.mine);
  if (is_same && plan.rounds <= options.mine->rounds) return file->pool;
  if (options.force) return {};
  if (is_same) {
    throw UsageError(fmt::format(
        "{} already has {} rounds: use --rounds {} or more to continue, or --force to start over",
        pool_path(options), plan.rounds, plan.rounds));
  }
  throw UsageError(fmt::format(
      "{} belongs to another search: --seed {} --puzzles {} --replace {}, after {} rounds; use "
      "--force to start over",
      pool_path(options), plan.seed, plan.puzzles, plan.max_replaced, plan.rounds));
}

/// Writes the puzzles, the hardest first, and the meta file.
void write_mined(const Call& call, const PuzzlePool& pool) {
  const GenerateOptions& options = call.options;
  const std::vector<RatedPuzzle>& mined = pool.puzzles;
  MadePuzzles made;
  for (const RatedPuzzle& puzzle : mined) made.puzzles.push_back(puzzle.puzzle);
  Made totals;
  totals.add(made);
  const Json meta = {
      {"method", "mine"},
      {"seed", options.mine->seed},
      {"rounds", pool.rounds},
      {"max_replaced", options.mine->max_replaced},
      {"puzzles", mined.size()},
      {"dataset_digest", format_digest(totals.digest)},
      {"median_guesses",
       {{"highest", mined.front().guesses},
        {"median", mined[mined.size() / 2].guesses},
        {"lowest", mined.back().guesses}}},
      {"children", pool.effort.children},
      {"rated", pool.effort.rated},
  };
  replace_file(options.out, lines_of(made.puzzles));
  replace_file(options.out + ".meta.json", finish_meta(call, meta));
}

ExitCode run_mine(const Call& call) {
  using namespace std::chrono_literals;
  const GenerateOptions& options = call.options;
  PuzzlePool pool = open_pool(options);
  auto progress = make_progress(options);
  auto written = call.begin;
  const std::uint64_t old_rounds = pool.rounds;
  const std::uint64_t old_children = pool.effort.children;
  const auto after_round = [&] {
    const auto now = std::chrono::steady_clock::now();
    progress->set_done(pool.effort.children - old_children,
                       static_cast<double>(pool.rounds - old_rounds) /
                           static_cast<double>(options.mine->rounds - old_rounds));
    if (now - written > 1s) {
      write_pool(pool_path(options), *options.mine, pool);
      written = now;
    }
    return options.time_limit.count() != 0 && now - call.begin >= options.time_limit;
  };
  const bool is_whole =
      search_hard_puzzles(*options.mine, pool, options.threads, interrupted(), after_round);
  if (!pool.puzzles.empty()) write_pool(pool_path(options), *options.mine, pool);
  progress.reset();
  if (is_whole && pool.rounds == options.mine->rounds) {
    write_mined(call, pool);
    return ExitCode::ok;
  }
  print_error("sudoku-bench: {} of {} rounds done; repeat the command to continue from {}\n",
              pool.rounds, options.mine->rounds, pool_path(options));
  return is_whole ? ExitCode::limit_reached : ExitCode::interrupted;
}

ExitCode run_generate(const GenerateOptions& options, std::span<const std::string> arguments) {
  const Call call{options, arguments};
  if (options.mine) return run_mine(call);
  try {
    return Production(call).run();
  } catch (const RequirementsUnmet& failure) {
    print_error("sudoku-bench: {}\n", failure.what());
    return ExitCode::limit_reached;
  }
}

}  // namespace

Job prepare_generate(const OptionValues& values) {
  return [options = generate_options(values)](std::span<const std::string> arguments) {
    return run_generate(options, arguments);
  };
}

}  // namespace sudoku
