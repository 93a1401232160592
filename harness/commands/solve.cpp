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
#include "harness/check/listing_check.h"
#include "harness/commands/command.h"
#include "harness/commands/solve_options.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/puzzle/shapes.h"
#include "harness/report/summary_table.h"

namespace sudoku {
namespace {

/// Collects text for standard output, so that many short lines cost few system calls.
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

/// Prints each solution in one of the three forms, and what is to be said of its puzzle.
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
    const char* all = result.solutions == 1 ? ", the only one" : ", all";
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

class Solver {
 public:
  explicit Solver(const SolveOptions& options)
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
      note("sudoku-bench: " + describe_untold_shape(reader_.shape()));
    }
    if (reader_.rejected() > 0) note(describe_skipped(options_.input, reader_.rejected()));
    if (interrupted()) return ExitCode::interrupted;
    if (is_wrong_) return ExitCode::wrong_answer;
    return is_cut_short_ ? ExitCode::limit_reached : ExitCode::ok;
  }

 private:
  static SolutionOutput form_of(SolutionOutput form) {
    if (form != SolutionOutput::automatic) return form;
    return ::isatty(STDOUT_FILENO) != 0 ? SolutionOutput::grid : SolutionOutput::line;
  }

  void solve_all() {
    // One puzzle at a time, so that a person or a program at the other end of a pipe gets its
    // answer before it sends the next puzzle.
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

  /// Empty for a search that no limit ended, or an interrupt did.
  static std::string_view name_of_cut(Outcome outcome) {
    if (outcome == Outcome::timeout) return "timeout";
    if (outcome == Outcome::guess_limit) return "guess limit";
    return outcome == Outcome::gave_up ? "gave up" : "";
  }

  void report(const SolveResult& result, std::uint64_t line, std::chrono::nanoseconds time) {
    const std::string where = fmt::format("{}:{}", options_.input, line);
    const std::string_view cut = name_of_cut(result.outcome);
    if (!cut.empty()) {
      is_cut_short_ = true;
      note(fmt::format("{}: {} after {}", where, cut, number_of(result.solutions, "solution")));
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
  bool is_cut_short_ = false;
  bool is_wrong_ = false;
};

ExitCode run_solve(const SolveOptions& options) {
  return Solver(options).run();
}

}  // namespace

Job prepare_solve(const OptionValues& values) {
  return [options = solve_options(values)](auto) { return run_solve(options); };
}

}  // namespace sudoku
