#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/check/answer_checker.h"
#include "harness/check/probes.h"
#include "harness/cli/common_options.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/puzzle/shapes.h"
#include "harness/report/text_table.h"

namespace sudoku {
namespace {

enum class SolutionOutput : std::uint8_t { automatic, grid, line, csv };

struct SolveOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;  ///< null: the fastest for the shape of the boards
  EngineOptions engine_options;
  SolveLimits limits;
  SolutionOutput output = SolutionOutput::automatic;
  bool timing = false;
  bool quiet = false;
};

const std::map<std::string_view, SolutionOutput> kSolutionOutputs = {
    {"grid", SolutionOutput::grid},
    {"line", SolutionOutput::line},
    {"csv", SolutionOutput::csv},
};

bool counts_only(const EngineInfo* engine) {
  return engine != nullptr && has(engine->traits, EngineTraits::kCountsOnly);
}

SolveOptions solve_options(const OptionValues& values) {
  SolveOptions options;
  options.input = only_dataset(values, "solve");
  options.read = read_options(values);
  if (values.has("engine")) options.engine = engine_named(values.text("engine"));
  if (counts_only(options.engine)) {
    throw UsageError(
        fmt::format("engine {} counts solutions and does not list them", options.engine->id));
  }
  options.limits = solve_limits(values, 1);
  if (options.limits.max_solutions != 1) {
    refuse_incomplete(options.engine, "supports --max-solutions 1 only");
  }
  const bool is_seeded =
      options.engine != nullptr && has(options.engine->traits, EngineTraits::kIncomplete);
  if (values.has("seed") && !is_seeded) {
    throw UsageError("--seed is for stochastic engines, such as anneal");
  }
  const auto engines = std::span(&options.engine, options.engine == nullptr ? 0 : 1);
  options.engine_options = engine_options(values, engines);
  options.output = values.choice("to", kSolutionOutputs, SolutionOutput::automatic);
  options.timing = values.has("timing");
  options.quiet = values.has("quiet");
  return options;
}

/// Returns the fastest engine for single puzzles of that shape.
const EngineInfo& fastest_single_engine(const Shape& shape) {
  if (shape != k9x9) return default_engine(shape);
  const EngineInfo& triads = *resolve_engine("triads");
  return triads.runs_here() ? triads : *find_engine("bitmask");
}

/// Buffers standard output.
class Output {
 public:
  void add(std::string_view text) {
    constexpr std::size_t kFull = 1 << 16;
    buffer_ += text;
    if (buffer_.size() >= kFull) flush();
  }
  void flush() {
    write_stdout(buffer_);
    buffer_.clear();
  }

 private:
  std::string buffer_;
};

std::string draw(const Board& board) {
  const Shape& shape = board.shape;
  const std::size_t side = shape.side();
  std::string rule = "+";
  for (std::size_t box = 0; box < shape.box_rows; ++box) {
    rule.append(2 * std::size_t{shape.box_columns} + 1, '-') += '+';
  }
  rule += '\n';
  const std::string symbols = format_line(board);
  std::string picture;
  for (std::size_t cell = 0; cell < symbols.size(); ++cell) {
    if (cell % (side * shape.box_rows) == 0) picture += rule;
    if (cell % shape.box_columns == 0) picture += "| ";
    picture += {symbols[cell], ' '};
    if (cell % side == side - 1) picture += "|\n";
  }
  return picture + rule;
}

/// Prints the solutions of each puzzle in one of the three formats.
class SolutionPrinter final : public SolutionSink {
 public:
  SolutionPrinter(SolutionOutput form, Output& output) : form_(form), output_(output) {
    if (form_ == SolutionOutput::csv) output_.add("line,puzzle,solution_index,solution\n");
  }

  void begin_puzzle(std::uint64_t line, const Board& puzzle) {
    line_ = line;
    puzzle_ = format_line(puzzle);
    index_ = 0;
  }

  void on_solution(std::size_t, const Board& solution) override {
    ++index_;
    if (form_ == SolutionOutput::grid) {
      output_.add(draw(solution));
    } else if (form_ == SolutionOutput::line) {
      output_.add(format_line(solution) + '\n');
    } else {
      output_.add(fmt::format("{},{},{},{}\n", line_, puzzle_, index_, format_line(solution)));
    }
  }

  void end_puzzle(const SolveResult& result) {
    if (form_ != SolutionOutput::grid || result.solutions == 0) return;
    const char* all = result.solutions == 1 ? ", unique" : ", complete";
    const char* rest = result.outcome == Outcome::exhausted ? all : "; there may be more";
    output_.add(
        fmt::format("line {}: {}{}\n\n", line_, number_of(result.solutions, "solution"), rest));
  }

 private:
  SolutionOutput form_;
  Output& output_;
  std::uint64_t line_ = 0;
  std::uint64_t index_ = 0;
  std::string puzzle_;
};

/// Solves the puzzles of a dataset one by one and prints their solutions.
class SolveRun {
 public:
  explicit SolveRun(const SolveOptions& options)
      : options_(options),
        limits_(options.limits),
        reader_(options.input, options.read),
        info_(options.engine != nullptr ? *options.engine : fastest_single_engine(reader_.shape())),
        engine_(info_.make(options.engine_options)),
        printer_(form_of(options.output), output_) {
    limits_.stop = &interrupted();
    if (!supports(info_.traits, reader_.shape())) {
      throw UsageError(describe_refused_shape(options.input, reader_.shape(), info_.id));
    }
  }

  ExitCode run() {
    if (!engine_) {
      throw UsageError(unavailable_message(info_));
    }
    try {
      solve_all();
    } catch (const InputError&) {
      output_.flush();
      throw;
    }
    output_.flush();
    const bool is_drawn = form_of(options_.output) == SolutionOutput::grid;
    if (!is_drawn && !records_shape(PuzzleForm::line, reader_.shape())) {
      note("sudoku-bench: " + describe_unrecorded_shape(reader_.shape()));
    }
    if (reader_.rejected() > 0) note(describe_skipped(options_.input, reader_.rejected()));
    if (interrupted()) return ExitCode::interrupted;
    if (is_wrong_) return ExitCode::wrong_answer;
    return is_limited_ ? ExitCode::limit_reached : ExitCode::ok;
  }

 private:
  static SolutionOutput form_of(SolutionOutput form) {
    if (form != SolutionOutput::automatic) return form;
    return ::isatty(STDOUT_FILENO) != 0 ? SolutionOutput::grid : SolutionOutput::line;
  }

  void solve_all() {
    // One puzzle at a time: a program at the other end of a pipe may wait for each answer.
    PuzzleBlock block;
    while (!interrupted() && reader_.read(block, 1)) {
      solve_one(block);
      if (is_interactive_) output_.flush();
    }
  }

  void solve_one(const PuzzleBlock& block) {
    const Board puzzle = block.puzzles[0];
    const std::uint64_t line = block.lines[0];
    SolveResult result;
    BoardList solution(puzzle.shape);
    solution.resize(1);
    printer_.begin_puzzle(line, puzzle);
    const auto begin = std::chrono::steady_clock::now();
    ListingCheck check(puzzle, &printer_);
    engine_->solve(puzzle, limits_, {{&result, 1}, solution.cells()}, &check);
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    printer_.end_puzzle(result);
    if (!check.fault().empty()) complain(line, fmt::format("{} {}", info_.id, check.fault()));
    report(result, line, time);
    if (!block.expectations.empty()) compare(result, solution[0], block.expectations[0], line);
  }

  void note(const std::string& text) const {
    if (!options_.quiet) print_error("{}\n", text);
  }

  void compare(const SolveResult& result, const Board& solution, const Expectation& expectation,
               std::uint64_t line) {
    const std::string what = find_unexpected(expectation, result, solution, limits_.max_solutions);
    if (!what.empty()) complain(line, what);
  }

  void complain(std::uint64_t line, const std::string& what) {
    is_wrong_ = true;
    print_error("{}:{}: {}\n", options_.input, line, what);
  }

  /// Returns an empty string if the search was complete or interrupted.
  static std::string_view name_of_limit(Outcome outcome) {
    if (outcome == Outcome::timeout) return "timed out";
    if (outcome == Outcome::guess_limit) return "guess limit reached";
    return outcome == Outcome::gave_up ? "gave up" : "";
  }

  void report(const SolveResult& result, std::uint64_t line, std::chrono::nanoseconds time) {
    const std::string where = fmt::format("{}:{}", options_.input, line);
    const std::string_view limit = name_of_limit(result.outcome);
    if (!limit.empty()) {
      is_limited_ = true;
      note(fmt::format("{}: {} after {}", where, limit, number_of(result.solutions, "solution")));
    } else if (result.outcome == Outcome::exhausted && result.solutions == 0) {
      note(where + ": no solution");
    }
    if (options_.timing) {
      print_error("{}: {}, {}, {}\n", where, number_of(result.solutions, "solution"),
                  number_of(result.guesses, "guess"),
                  format_time(static_cast<double>(time.count())));
    }
  }

  const SolveOptions& options_;
  SolveLimits limits_;
  DatasetReader reader_;
  const EngineInfo& info_;
  std::unique_ptr<Engine> engine_;
  Output output_;
  SolutionPrinter printer_;
  bool is_interactive_ = ::isatty(STDOUT_FILENO) != 0 || options_.input == "-";
  bool is_limited_ = false;
  bool is_wrong_ = false;
};

}  // namespace

OptionTable solve_option_table() {
  OptionTable options(
      "sudoku-bench solve [FILE]\n"
      "Prints the solutions of the puzzles in FILE. Reads standard input if FILE is missing or -.");
  options.group("Options");
  add_dataset(options);
  options.value("engine", "ID",
                "engine; see the engines command (triads, or bitmask if it is unavailable; bitmask "
                "for boards "
                "other than 9x9). The order of several solutions depends on the engine");
  add_cell_order(options);
  options.value("seed", "S", "seed of a stochastic engine (1)")
      .choice("to", "FORM", kSolutionOutputs,
              "output format: grid, drawn boards (default on a terminal); line, one character per "
              "cell (default otherwise); csv, with columns line,puzzle,solution_index,solution")
      .flag("timing", "print the time of each puzzle to standard error");
  add_limits(options, "print at most N solutions of a puzzle; 0: all (1)");
  add_reading(options);
  options.flag("quiet,q", "suppress notes").flag("help,h", "show this help");
  return options;
}

Job prepare_solve(const OptionValues& values) {
  return [options = solve_options(values)](auto) { return SolveRun(options).run(); };
}

}  // namespace sudoku
