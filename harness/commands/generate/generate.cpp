#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/base/build_info.h"
#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/text_digest.h"
#include "harness/commands/command.h"
#include "harness/commands/generate/generate_options.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/puzzle_writer.h"
#include "harness/generate/hard_search.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"
#include "harness/results/context.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

Json requirements(const GeneratePlan& plan) {
  constexpr std::array kEndNames = {"at_target", "at_first_refusal", "at_last_cell"};
  if (!plan.goal) return nullptr;
  if (plan.has_candidates) {
    return {{"candidates", "minimal"}, {"max_attempts", plan.max_attempts}};
  }
  const DigGoal& goal = *plan.goal;
  const bool counts = goal.max_solutions != 0;
  Json json = {
      {"clues", {goal.min_clues, goal.max_clues}},
      {"solutions", counts ? Json{goal.min_solutions, goal.max_solutions} : Json(nullptr)},
      {"end_of_digging", kEndNames.at(static_cast<std::size_t>(goal.end))},
      {"symmetry", word_of(goal.symmetry, kSymmetries)},
      {"difficulty", kDifficultyNames.at(static_cast<std::size_t>(plan.difficulty))},
      {"impossible", plan.is_impossible},
      {"max_attempts", plan.max_attempts},
  };
  if (goal.is_balanced) json["balanced"] = true;
  return json;
}

/// One call of the command.
struct Call {
  const GenerateOptions& options;
  std::span<const std::string> arguments;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

/// Writes the meta file: `meta`, then the keys that every meta file ends with.
void write_meta(const Call& call, Json meta) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - call.begin;
  meta["threads"] = call.options.threads;
  meta["wall_seconds"] = time.count();
  meta["written"] = utc_now();
  meta["version"] = build_info().version;
  meta["commit"] = build_info().commit;
  meta["arguments"] = call.arguments;
  replace_file(meta_path(call.options.out), to_ascii_json(meta));
}

/// Appends puzzles with a solution of each, except with --impossible.
void append(const GenerateOptions& options, const BoardList& puzzles, const BoardList& solutions,
            PuzzleAppender& appender) {
  const GeneratePlan& plan = options.plan;
  const bool are_unique = options.mine || !plan.goal || plan.goal->max_solutions == 1;
  Expectation expectation;
  if (are_unique) expectation.count = plan.is_impossible ? 0 : 1;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    expectation.solution.clear();
    if (!plan.is_impossible) expectation.solution.push_back(solutions[i]);
    appender.append(puzzles[i], expectation);
  }
}

void print_notes(const GenerateOptions& options) {
  if (options.has_new_seed) {
    print_error("sudoku-bench: seed {0}; repeat with --seed {0}\n", options.plan.seed);
  }
  // The meta file of an output file records the shape.
  if (options.out.empty() && !records_shape(*options.writer, options.plan.kind())) {
    print_error("sudoku-bench: {}\n", describe_unrecorded_shape(options.plan.shape));
  }
}

std::unique_ptr<Progress> make_progress(const GenerateOptions& options) {
  // The progress line would mix with puzzles on the same terminal.
  const bool prints_to_terminal = options.out.empty() && ::isatty(STDOUT_FILENO) != 0;
  const bool is_hidden = options.progress == When::automatic && prints_to_terminal;
  auto progress = std::make_unique<Progress>(is_hidden ? When::never : options.progress);
  progress->begin(options.out.empty() ? "generate" : options.out);
  return progress;
}

/// Makes puzzles and writes them to the file or to standard output.
ExitCode run_make(const Call& call) {
  const GenerateOptions& options = call.options;
  const IndexRange range = range_of(options.shard, options.count);
  const std::uint64_t count = range.end - range.begin;
  PuzzleOutput output(options.values);
  const bool has_meta = output.file && !output.file->is_direct();
  if (has_meta && !options.values.has("force")) refuse_old_output(meta_path(options.out));
  auto progress = make_progress(options);
  PuzzleAppender puzzles{*options.writer};
  if (range.begin > 0) puzzles.text.clear();  // the first shard has the header
  std::uint64_t digest = 0;
  GenerateEffort effort;
  const auto write = [&](const MadePuzzles& made) {
    append(options, made.puzzles, made.solutions, puzzles);
    output.append(std::exchange(puzzles.text, {}));
    digest += puzzles_digest(made.puzzles);
    effort += made.effort;
  };
  std::atomic<std::uint64_t> finished{0};
  const auto show_progress = [&] {
    const std::uint64_t done = ++finished;
    progress->set_done(done, static_cast<double>(done) / static_cast<double>(count));
  };
  bool is_whole = false;
  std::string failure;
  try {
    is_whole = make_puzzles_in_parallel(options.plan, range, options.threads, interrupted(), write,
                                        show_progress);
  } catch (const RequirementsUnmet& unmet) {
    failure = unmet.what();
  }
  progress.reset();
  output.append(puzzles.end);
  if (output.file && (is_whole || puzzles.count != 0)) {
    output.file->complete();
    Json meta = {
        {"method", word_of(options.plan.method, kGridMethods)},
        {"seed", options.plan.seed},
        {"requirements", requirements(options.plan)},
        {"count", options.count},
        {"shard", {options.shard.number, options.shard.count}},
        {"first_index", range.begin},
        {"puzzles", puzzles.count},
        {"dataset_digest", format_digest(digest)},
        {"attempts", effort.attempts},
        {"restarts", effort.restarts},
        {"guesses", effort.guesses},
        {"checks", effort.checks},
    };
    if (options.plan.shape != k9x9) meta["shape"] = to_string(options.plan.shape);
    if (has_meta) write_meta(call, std::move(meta));
  }
  if (is_whole) return ExitCode::ok;
  if (!failure.empty()) {
    print_error("sudoku-bench: {}\n", failure);
    if (puzzles.count != 0) {
      print_error("sudoku-bench: wrote {} of {} puzzles\n", puzzles.count, count);
    }
    return ExitCode::limit_reached;
  }
  if (output.file) {
    print_error("sudoku-bench: interrupted after {} of {} puzzles\n", puzzles.count, count);
  }
  return ExitCode::interrupted;
}

std::string pool_path(const GenerateOptions& options) { return options.out + ".pool.json"; }

/// Returns the pool of an earlier call, or an empty one. Throws UsageError if the pool belongs to
/// another search and --force is not given.
PuzzlePool open_pool(const GenerateOptions& options) {
  const auto file = read_pool(pool_path(options));
  const bool is_forced = options.values.has("force");
  // Existing output files may be replaced if there is a pool of the same search: an earlier call
  // has then written them.
  if (!file && !is_forced) {
    refuse_old_output(options.out);
    refuse_old_output(meta_path(options.out));
  }
  if (!file) return {};
  const HardSearchPlan& plan = file->plan;
  const bool is_same = plan.is_same_search(*options.mine);
  if (is_same && plan.rounds <= options.mine->rounds) return file->pool;
  if (is_forced) return {};
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
  BoardList puzzles;
  for (const RatedPuzzle& rated : mined) puzzles.push_back(rated.puzzle);
  const Json meta = {
      {"method", "mine"},
      {"seed", options.mine->seed},
      {"rounds", pool.rounds},
      {"max_replaced", options.mine->max_replaced},
      {"puzzles", mined.size()},
      {"dataset_digest", format_digest(puzzles_digest(puzzles))},
      {"median_guesses",
       {{"highest", mined.front().guesses},
        {"median", mined[mined.size() / 2].guesses},
        {"lowest", mined.back().guesses}}},
      {"children", pool.effort.children},
      {"rated", pool.effort.rated},
  };
  BoardList solutions(k9x9);
  solutions.resize(puzzles.size());
  solve_block(*default_engine().make({}), puzzles, {}, solutions.cells());
  PuzzleAppender appender{*options.writer};
  append(options, puzzles, solutions, appender);
  write_output(options.out, appender.text + appender.end);
  write_meta(call, meta);
}

ExitCode run_mine(const Call& call) {
  using namespace std::chrono_literals;
  const GenerateOptions& options = call.options;
  const HardSearchPlan& plan = *options.mine;
  PuzzlePool pool = open_pool(options);
  auto progress = make_progress(options);
  auto written = call.begin;
  const std::uint64_t old_rounds = pool.rounds;
  const std::uint64_t old_children = pool.effort.children;
  const auto after_round = [&] {
    const auto now = std::chrono::steady_clock::now();
    progress->set_done(pool.effort.children - old_children,
                       static_cast<double>(pool.rounds - old_rounds) /
                           static_cast<double>(plan.rounds - old_rounds));
    if (now - written > 1s) {
      write_pool(pool_path(options), plan, pool);
      written = now;
    }
    return options.time_limit.count() != 0 && now - call.begin >= options.time_limit;
  };
  const bool is_whole =
      search_hard_puzzles(plan, pool, options.threads, interrupted(), after_round);
  if (!pool.puzzles.empty()) write_pool(pool_path(options), plan, pool);
  progress.reset();
  if (is_whole && pool.rounds == plan.rounds) {
    write_mined(call, pool);
    return ExitCode::ok;
  }
  print_error("sudoku-bench: {} of {} rounds done; repeat the command to continue from {}\n",
              pool.rounds, plan.rounds, pool_path(options));
  return is_whole ? ExitCode::limit_reached : ExitCode::interrupted;
}

}  // namespace

Job prepare_generate(const OptionValues& values) {
  return [options = generate_options(values)](std::span<const std::string> arguments) {
    const Call call{options, arguments};
    print_notes(options);
    return options.mine ? run_mine(call) : run_make(call);
  };
}

}  // namespace sudoku
