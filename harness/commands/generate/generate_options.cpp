#include "harness/commands/generate/generate_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <tuple>

#include <unistd.h>

#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/generate/dig.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
const std::map<std::string_view, GridMethod> kGridMethods = {{"lasvegas", GridMethod::lasvegas},
                                                             {"backtrack", GridMethod::backtrack},
                                                             {"uniform", GridMethod::uniform},
                                                             {"chain", GridMethod::chain},
                                                             {"switching", GridMethod::switching}};

const std::map<std::string_view, Symmetry> kSymmetries = {
    {"none", Symmetry::none},         {"rotate180", Symmetry::rotate180},
    {"rotate90", Symmetry::rotate90}, {"mirror", Symmetry::mirror},
    {"diagonal", Symmetry::diagonal},
};

namespace {

const std::map<std::string_view, Difficulty> kDifficulties = {{"easy", Difficulty::easy},
                                                              {"medium", Difficulty::medium},
                                                              {"hard", Difficulty::hard},
                                                              {"extreme", Difficulty::extreme}};

/// Parses LO..HI, or one number for both.
std::pair<std::uint64_t, std::uint64_t> range(const OptionValues& values, const std::string& name,
                                              std::uint64_t min, std::uint64_t max) {
  const std::string text = values.text(name);
  const auto dots = text.find("..");
  const auto low = parse_number(std::string_view(text).substr(0, dots), max);
  const auto high = dots == text.npos ? low : parse_number(text.substr(dots + 2), max);
  if (low && high && *low >= min && *low <= *high) return {*low, *high};
  throw UsageError(fmt::format("--{} takes LO..HI, whole numbers from {} to {}, not '{}'", name,
                               min, max, text));
}

/// Whether nothing is required of the puzzles. They then have one solution.
bool is_without_requirement(const OptionValues& values) {
  constexpr std::array<std::string_view, 9> kRequirements = {
      "grids",     "minimal",    "unique",     "holes", "clues",
      "solutions", "impossible", "candidates", "mine"};
  return std::ranges::none_of(kRequirements, [&](auto name) { return values.has(name); });
}

/// Throws UsageError for options that need others or cannot be combined.
void check_requirements(const OptionValues& values) {
  values.refuse_with("grids", {"puzzles"});
  values.refuse_without("puzzles", {"mine"});
  values.refuse_without("mine", {"rounds", "replace", "time-limit"});
  values.refuse_without("out", {"mine", "force"});
  if (values.has("mine") && values.text("out") == "-") {
    throw UsageError("--mine needs a file for --out: it writes its pool next to it");
  }

  for (const std::string_view requirement :
       {"minimal", "unique", "holes", "clues", "solutions", "symmetry", "difficulty", "attempts",
        "impossible", "candidates", "mine"}) {
    if (values.has("grids") && values.has(requirement)) {
      throw UsageError(fmt::format("--{} needs --puzzles instead of --grids", requirement));
    }
    if (requirement != "mine") values.refuse_with(requirement, {"mine"});
    if (requirement != "impossible") values.refuse_with(requirement, {"impossible"});
  }
  const bool is_single =
      values.has("unique") || values.has("minimal") || is_without_requirement(values);
  if (values.has("difficulty") && !is_single) {
    throw UsageError("--difficulty needs --unique or --minimal");
  }
  values.refuse_with(
      "candidates", {"minimal", "unique", "holes", "clues", "solutions", "symmetry", "difficulty"});
  values.refuse_without("holes", {"balanced"});
  values.refuse_with("balanced", {"unique", "solutions", "symmetry"});
  values.refuse_with("mine", {"method", "shard"});
  values.refuse_with("minimal", {"unique", "solutions", "holes"});
  values.refuse_with("unique", {"solutions"});
  values.refuse_with("holes", {"clues"});
}

/// Throws UsageError for options that do not support the shape.
void refuse_unsupported(const OptionValues& values, const Shape& shape) {
  for (const char* option : {"mine", "difficulty"}) {
    if (shape != k9x9 && values.has(option)) {
      throw UsageError(fmt::format("--{} is for 9x9 only", option));
    }
  }
  constexpr std::size_t kMaxSideWithCandidates = 16;
  if (values.has("candidates") && shape.side() > kMaxSideWithCandidates) {
    throw UsageError(fmt::format("--candidates supports boards up to {0}x{0}, not {1}",
                                 kMaxSideWithCandidates, size_of(shape)));
  }
}

/// Returns the method of --method. Throws UsageError if the shape has another one.
GridMethod method_option(const OptionValues& values, const Shape& shape) {
  const GridMethod method = values.choice("method", kGridMethods, method_of(shape));
  const bool is_for_9x9 = method <= GridMethod::uniform;
  if (shape == k9x9 ? is_for_9x9 : method == method_of(shape)) return method;
  throw UsageError(fmt::format("--method {} does not support --shape {}; use {}",
                               values.text("method"), to_string(shape),
                               word_of(method_of(shape), kGridMethods)));
}

/// Returns the number of cells of --holes, which is a number or a percentage of all cells.
int holes_option(const OptionValues& values, const Shape& shape) {
  const std::string text = values.text("holes");
  if (const auto holes = parse_number(text, shape.cells())) return static_cast<int>(*holes);
  if (const auto percentage = parse_percentage(text)) {
    return static_cast<int>(std::lround(*percentage / 100 * static_cast<double>(shape.cells())));
  }
  throw UsageError(
      fmt::format("--holes takes a whole number from 0 to {} or a percentage such as 42%, not '{}'",
                  shape.cells(), text));
}

DigGoal dig_goal(const OptionValues& values, const Shape& shape) {
  if (values.has("candidates")) return kMinimalGoal;
  DigGoal goal;
  const std::uint64_t cells = shape.cells();
  goal.symmetry = values.choice("symmetry", kSymmetries, Symmetry::none);
  const bool has_clues = values.has("holes") || values.has("clues");
  goal.max_clues = static_cast<int>(cells);
  if (values.has("holes")) {
    goal.max_clues -= holes_option(values, shape);
    goal.min_clues = goal.max_clues;
    goal.is_balanced = values.has("balanced");
  } else if (values.has("clues")) {
    const auto [low, high] = range(values, "clues", 0, cells);
    goal.min_clues = static_cast<int>(low);
    goal.max_clues = static_cast<int>(high);
  }
  if (values.has("solutions")) {
    constexpr std::uint64_t kMost = 1'000'000'000;
    std::tie(goal.min_solutions, goal.max_solutions) = range(values, "solutions", 1, kMost);
  } else if (values.has("minimal") || values.has("impossible")) {
    goal.min_solutions = goal.max_solutions = 1;
    goal.end = DigEnd::at_last_cell;
  } else if (values.has("unique") || is_without_requirement(values)) {
    goal.min_solutions = goal.max_solutions = 1;
    // A puzzle with redundant clues is hardly ever extreme.
    const bool is_extreme = values.text("difficulty") == "extreme";
    if (!has_clues) goal.end = is_extreme ? DigEnd::at_last_cell : DigEnd::at_first_refusal;
  }
  return goal;
}

/// Throws UsageError for goals that no puzzle can meet.
void refuse_impossible(const DigGoal& goal, const Shape& shape, const std::string& symmetry_name) {
  // McGuire, Tugemann, Civario: There is no 16-Clue Sudoku. For other shapes: if two digits had no
  // clue, exchanging them would give another solution.
  const int fewest_clues = shape == k9x9 ? 17 : static_cast<int>(shape.side()) - 1;
  if (goal.max_solutions == 1 && goal.max_clues < fewest_clues) {
    throw UsageError(fmt::format("no puzzle with {} clues has one solution; it needs at least {}",
                                 goal.max_clues, fewest_clues));
  }
  // Two solutions differ in at least four cells.
  const int most_open_clues = static_cast<int>(shape.cells()) - 4;
  if (goal.min_solutions > 1 && goal.min_clues > most_open_clues) {
    throw UsageError(fmt::format("no puzzle with {} clues has several solutions; it has at most {}",
                                 goal.min_clues, most_open_clues));
  }
  const std::vector<Orbit> orbits = orbits_of(goal.symmetry, shape);
  const auto counts = clue_counts_of(orbits);
  for (int clues = goal.min_clues; clues <= goal.max_clues; ++clues) {
    if (counts[static_cast<std::size_t>(clues)]) return;
  }
  throw UsageError(fmt::format(
      "--symmetry {} has no pattern of {} to {} clues: their number must be a multiple of {}{}",
      symmetry_name, goal.min_clues, goal.max_clues, orbits.front().size() == 4 ? "four" : "two",
      shape.side() % 2 == 0 ? "" : ", or one more"));
}

/// Returns the format of --to. By default, draws a single puzzle on a terminal; otherwise writes
/// lines, in a format that records the shape if there is one. A line implies the usual shape of its
/// length.
const PuzzleWriter* chosen_writer(const OptionValues& values, const Shape& shape,
                                  std::uint64_t puzzles) {
  const bool has_candidates = values.has("candidates");
  const bool is_drawn = puzzles == 1 && !values.has("out") && ::isatty(STDOUT_FILENO) != 0;
  const bool is_solo = !records_shape(kLineWriter, shape) && !shape.is_latin() && !has_candidates;
  const PuzzleWriter* lines = is_solo ? &kSoloWriter : &kLineWriter;
  const PuzzleWriter* drawn = has_candidates ? &kCandidateGridWriter : &kGridWriter;
  const PuzzleWriter* writer = writer_option(values, is_drawn ? drawn : lines);
  require_shape(values, *writer, shape);
  if (has_candidates) require_candidates(values, *writer);
  require_number(values, *writer, puzzles);
  if (writer->append_solution != nullptr && values.has("shard")) {
    throw UsageError(fmt::format("--to {} and --shard cannot be combined", values.text("to")));
  }
  return writer;
}

HardSearchPlan mine_plan(const OptionValues& values, const GenerateOptions& options) {
  // The program must be able to read the pool (see read_whole).
  constexpr std::uint64_t kMostInPool = 300'000;
  constexpr std::uint64_t kMostReplaced = 8;
  HardSearchPlan plan;
  plan.seed = options.plan.seed;
  plan.puzzles = values.number("puzzles", 0, 1, kMostInPool);
  plan.rounds = values.number("rounds", 100);
  plan.max_replaced = static_cast<int>(values.number("replace", 3, 1, kMostReplaced));
  return plan;
}

}  // namespace

OptionTable generate_option_table() {
  OptionTable options(
      "sudoku-bench generate [--puzzles N] [--minimal|--holes N|...] | --grids N",
      "Makes puzzles or full grids. Without options, makes one puzzle with one solution. Puzzle i\n"
      "depends only on the seed, on i and on the requirements, but not on the number of threads,\n"
      "shards or puzzles.");
  options.group("Puzzles")
      .value("grids", "N", "make N full grids")
      .value("puzzles", "N", "make N puzzles from full grids (1)");
  add_shape(options, "3x3");
  options
      .choice("method", "NAME", kGridMethods,
              "how to draw full grids of 9x9: uniform, all grids are equally likely; lasvegas, "
              "random digits with a restart at a dead end; backtrack, the same with backtracking "
              "(uniform). Every other shape has one method: chain for Latin squares, which is "
              "uniform in the long run; backtrack up to 36x36; switching for larger boards")
      .value("seed", "S",
             "seed of all random choices (random, and printed to standard error; 1 with --mine or "
             "--shard)");
  options.group("Requirements")
      .flag("minimal", "one solution, and no superfluous clue")
      .flag("unique",
            "one solution; removes clues in random order while the solution is unique. The default "
            "if no other requirement is given")
      .value("holes", "N|P%",
             "remove N clues, or P percent of all, at random. The number of solutions is "
             "arbitrary unless --unique or --solutions is given")
      .flag("balanced",
            "with --holes: every row and every column gets the same number of holes, or one more. "
            "Such puzzles are harder to solve")
      .value("clues", "LO..HI", "number of clues, alone or with --unique, --minimal or --solutions")
      .value("solutions", "LO..HI", "number of solutions")
      .flag("impossible",
            "no solution: a minimal puzzle with one wrong clue that no other clue contradicts "
            "directly. Chooses the clue that takes the most guesses to refute")
      .flag("candidates",
            "puzzles given by candidates (pencilmark puzzles, Sukaku): one solution, and no "
            "eliminated candidate can be restored. Up to 16x16")
      .choice("symmetry", "NAME", kSymmetries,
              "symmetry of the pattern of clues: none, rotate180, rotate90, mirror (left and "
              "right) or diagonal (none)")
      .choice("difficulty", "NAME", kDifficulties,
              "easy: singles are enough; medium: also needs locked candidates and pairs; hard: "
              "needs a search with few guesses; extreme: needs more guesses. For --unique or "
              "--minimal, which are equivalent for extreme. 9x9 only")
      .value("attempts", "N",
             "full grids to try per puzzle (10000; 1000000 for extreme, 100 for boards larger than "
             "16x16)");
  options.group("Search for hard puzzles")
      .flag("mine",
            "search for the N hardest puzzles by replacing clues. A child replaces its parent if "
            "it is at least as hard. The hardness is the median number of guesses over 20 "
            "isomorphs. Needs --out; a second call continues from FILE.pool.json. 9x9 only")
      .value("rounds", "R", "rounds of the search, each with up to 32 children per puzzle (100)")
      .value("replace", "K", "replace at most K clues at once (3)")
      .value("time-limit", "TIME",
             "stop the search after this time; repeat the command to continue; 0s: no limit (0s)");
  options.group("Run")
      .value("threads", "N", "number of threads (all available CPUs)")
      .value("shard", "I/N",
             "make only part I of N, from 0; concatenate the parts to get the whole (0/1)")
      .choice("to", "FORM", kWriters,
              "output format, as for convert (one puzzle per line; on a terminal, a single puzzle "
              "is drawn)")
      .value("out,o", "FILE", "output file; also writes FILE.meta.json (standard output)")
      .flag("force", "replace FILE; with --mine, also discard the pool of another search");
  add_progress(options);
  return options;
}

GenerateOptions generate_options(const OptionValues& values) {
  if (values.has(kArgument)) throw UsageError("generate takes no argument");
  const Shape shape = shape_option(values).value_or(k9x9);
  refuse_unsupported(values, shape);
  check_requirements(values);
  constexpr std::uint64_t kMostPuzzles = 1'000'000'000'000;
  GenerateOptions options{values};
  // With --shard and --mine, several calls must use the same seed.
  options.has_new_seed = !values.has("seed") && !values.has("shard") && !values.has("mine");
  options.plan.seed = options.has_new_seed ? std::random_device()() : values.number("seed", 1);
  options.plan.shape = shape;
  options.plan.method = method_option(values, shape);
  if (!values.has("grids")) options.plan.goal = dig_goal(values, shape);
  options.plan.has_candidates = values.has("candidates");
  options.plan.is_impossible = values.has("impossible");
  options.plan.difficulty = values.choice("difficulty", kDifficulties, Difficulty::any);
  if (options.plan.goal && !options.plan.has_candidates)
    refuse_impossible(*options.plan.goal, shape, values.text("symmetry"));
  options.plan.max_attempts =
      values.number("attempts", default_attempts(options.plan), 1, kMostPuzzles);
  options.count = values.number(values.has("grids") ? "grids" : "puzzles", 1, 1, kMostPuzzles);
  options.writer = chosen_writer(values, shape, options.count);
  if (values.has("mine")) options.mine = mine_plan(values, options);
  return options;
}

}  // namespace sudoku
