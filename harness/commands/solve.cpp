#include <unistd.h>

#include "harness/base/output_file.h"
#include "harness/base/units.h"
#include "harness/check/answer_checker.h"
#include "harness/check/probes.h"
#include "harness/cli/dataset_options.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/puzzle_writer.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/clashing_clues.h"
#include "harness/puzzle/shapes.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

enum class SolutionOutput : std::uint8_t { grid, line, csv };

const std::map<std::string_view, SolutionOutput> kSolutionOutputs = {
    {"grid", SolutionOutput::grid}, {"line", SolutionOutput::line}, {"csv", SolutionOutput::csv}};

struct SolveOptions {
  OptionValues values;
  Input input = puzzles_or_dataset(values, "solve");
  ReadOptions read = filter_options(values, input);
  /// Null: the fastest for the shape of the boards.
  const EngineInfo* engine = values.has("engine") ? engine_named(values.text("engine")) : nullptr;
  EngineOptions engine_options =
      sudoku::engine_options(values, std::span(&engine, engine == nullptr ? 0 : 1));
  bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  SolutionOutput output = values.choice("to", kSolutionOutputs,
                                        is_terminal ? SolutionOutput::grid : SolutionOutput::line);
  /// Whether to look for a second solution without printing it.
  bool tests_uniqueness =
      output == SolutionOutput::grid && !values.has("max-solutions") && !is_stochastic();
  SolveLimits limits = solve_limits(values, tests_uniqueness ? 2 : 1);

  bool is_stochastic() const {
    return engine != nullptr && has(engine->traits, EngineTraits::kIncomplete);
  }
  /// Returns how to call the line of a puzzle in the output.
  std::string_view word_for_line() const { return input.text ? "puzzle" : "line"; }
};

/// Throws UsageError for options that the engine does not support.
void require_support(const SolveOptions& options) {
  if (options.engine != nullptr && has(options.engine->traits, EngineTraits::kCountsOnly)) {
    throw UsageError(
        fmt::format("engine {} counts solutions and does not list them", options.engine->id));
  }
  if (options.limits.max_solutions != 1) {
    refuse_incomplete(options.engine, "supports --max-solutions 1 only");
  }
  if (options.values.has("seed") && !options.is_stochastic()) {
    throw UsageError("--seed is for stochastic engines, such as anneal");
  }
}

/// Returns the fastest engine for single puzzles of that kind.
const EngineInfo& fastest_single_engine(const BoardKind& kind) {
  const EngineInfo& triads = *resolve_engine("triads");
  return triads.runs_here() && supports(triads.traits, kind) ? triads : default_engine();
}

/// Returns an empty string if the search was complete or interrupted.
std::string_view name_of_limit(Outcome outcome) {
  if (outcome == Outcome::timeout) return "timed out";
  if (outcome == Outcome::guess_limit) return "guess limit reached";
  return outcome == Outcome::gave_up ? "gave up" : "";
}

/// Solves the puzzles of a dataset one by one and prints their solutions in one of the three
/// formats.
class SolveRun final : public SolutionSink {
 public:
  explicit SolveRun(const SolveOptions& options)
      : options_(options),
        limits_(options.limits),
        reader_(options.input, options.read),
        info_(options.engine != nullptr ? *options.engine : fastest_single_engine(reader_.kind())),
        engine_(info_.make(options.engine_options)) {
    limits_.stop = &interrupted();
    sudoku::require_support(info_, options.input.name, reader_.kind());
  }

  ExitCode run() {
    if (!engine_) throw UsageError(unavailable_message(info_));
    if (options_.output == SolutionOutput::csv) buffer_ = "line,puzzle,solution_index,solution\n";
    const bool is_interactive = options_.is_terminal || options_.input.name == "-";
    try {
      // One puzzle at a time: a program at the other end of a pipe may wait for each answer.
      while (!interrupted() && reader_.read(block_, 1)) {
        solve_one();
        if (is_interactive) flush();
      }
    } catch (const InputError&) {
      flush();
      throw;
    }
    flush();
    if (options_.output != SolutionOutput::grid && !records_shape(kLineWriter, reader_.shape())) {
      note("sudoku-bench: " + describe_unrecorded_shape(reader_.shape()));
    }
    if (reader_.rejected() > 0) note(describe_skipped(options_.input.name, reader_.rejected()));
    if (interrupted()) return ExitCode::interrupted;
    if (is_wrong_) return ExitCode::wrong_answer;
    return is_limited_ ? ExitCode::limit_reached : ExitCode::ok;
  }

  void on_solution(std::size_t, const Board& solution) override {
    constexpr std::size_t kFull = 1 << 16;
    ++index_;
    if (options_.tests_uniqueness && index_ > 1) return;
    switch (options_.output) {
      case SolutionOutput::grid: buffer_ += framed(solution); break;
      case SolutionOutput::line: buffer_ += format_line(solution) + '\n'; break;
      case SolutionOutput::csv:
        buffer_ +=
            fmt::format("{},{},{},{}\n", block_.lines[0], puzzle_, index_, format_line(solution));
    }
    if (buffer_.size() >= kFull) flush();
  }

 private:
  void solve_one() {
    const Board puzzle = block_.puzzles[0];
    SolveResult result;
    BoardList solution(puzzle.shape);
    solution.resize(1);
    puzzle_ = format_line(puzzle);
    index_ = 0;
    const auto begin = std::chrono::steady_clock::now();
    ListingCheck check(puzzle, this);
    engine_->solve(puzzle, limits_, {{&result, 1}, solution.cells()}, &check);
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    if (options_.output == SolutionOutput::grid && result.solutions != 0) {
      buffer_ +=
          fmt::format("{} {}: {}\n\n", options_.word_for_line(), block_.lines[0], describe(result));
    }
    if (!check.fault().empty()) complain(fmt::format("{} {}", info_.id, check.fault()));
    report(result, time);
    if (block_.expectations.empty()) return;
    const std::string unexpected =
        find_unexpected(block_.expectations[0], result, solution[0], limits_.max_solutions);
    if (!unexpected.empty()) complain(unexpected);
  }

  std::string describe(const SolveResult& result) const {
    if (options_.tests_uniqueness && result.solutions > 1) {
      return "2 or more solutions; --max-solutions 0 prints all";
    }
    const char* all = result.solutions == 1 ? ", unique" : ", complete";
    const char* rest = result.outcome == Outcome::exhausted ? all : "; there may be more";
    return number_of(format_count(result.solutions), "solution") + rest;
  }

  void report(const SolveResult& result, std::chrono::nanoseconds time) {
    const std::string where = fmt::format("{}:{}", options_.input.name, block_.lines[0]);
    const std::string solutions = number_of(format_count(result.solutions), "solution");
    const std::string_view limit = name_of_limit(result.outcome);
    is_limited_ |= !limit.empty();
    if (!limit.empty()) {
      note(fmt::format("{}: {} after {}", where, limit, solutions));
    } else if (result.outcome == Outcome::exhausted && result.solutions == 0) {
      const std::string clash = describe_clashing_clues(block_.puzzles[0]);
      note(where + ": no solution" + (clash.empty() ? "" : ": " + clash));
    }
    if (options_.values.has("timing")) {
      print_error("{}: {}, {}, {}\n", where, solutions, number_of(result.guesses, "guess"),
                  format_time(static_cast<double>(time.count())));
    }
  }

  void note(const std::string& text) const {
    if (!options_.values.has("quiet")) print_error("{}\n", text);
  }

  void complain(const std::string& what) {
    is_wrong_ = true;
    print_error("{}:{}: {}\n", options_.input.name, block_.lines[0], what);
  }

  void flush() { write_stdout(std::exchange(buffer_, {})); }

  const SolveOptions& options_;
  SolveLimits limits_;
  DatasetReader reader_;
  const EngineInfo& info_;
  std::unique_ptr<Engine> engine_;
  PuzzleBlock block_;        // the current puzzle
  std::string puzzle_;       // as a line
  std::uint64_t index_ = 0;  // of its last solution, from 1
  std::string buffer_;       // for standard output
  bool is_limited_ = false;
  bool is_wrong_ = false;
};

}  // namespace

OptionTable solve_option_table() {
  OptionTable options(
      "sudoku-bench solve [PUZZLE...|FILE]",
      "Prints the solutions of puzzles: the arguments, or the puzzles in FILE. A PUZZLE is a line "
      "of\n"
      "cells, such as 53..7....6..195...  Reads standard input if there is no argument, or FILE is "
      "-.\n"
      "On a terminal or with --to grid, prints one solution of each puzzle and whether it is the\n"
      "only one.");
  add_dataset(options);
  options.value("engine", "ID",
                "engine; see the engines command (triads, or bitmask if it is unavailable; bitmask "
                "for boards other than 9x9). The order of several solutions depends on the engine");
  add_cell_order(options);
  options.value("seed", "S", "seed of a stochastic engine (1)")
      .choice("to", "FORM", kSolutionOutputs,
              "output format: grid, drawn boards (default on a terminal); line, one character per "
              "cell (default otherwise); csv, with columns line,puzzle,solution_index,solution")
      .flag("timing", "print the time of each puzzle to standard error");
  add_limits(
      options,
      "print at most N solutions of a puzzle; 0 prints all (1). Without this option, --to grid "
      "also shows whether there are more");
  add_reading(options);
  return options.flag("quiet,q", "suppress notes");
}

Job prepare_solve(const OptionValues& values) {
  const SolveOptions options{values};
  require_support(options);
  return [options](auto) { return SolveRun(options).run(); };
}

}  // namespace sudoku
