#pragma once

#include "harness/external/host_program.h"
#include "harness/measure/executor.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// The puzzles that an external engine must solve before a run. The only solution of the first one
/// is regular_board. If there is a second one, it has no solution. Engines that ignore candidates
/// cannot distinguish the two.
BoardList probe_puzzles(const BoardKind& kind);

/// Returns the time limit for the start of a solver and for each probe puzzle, given the limit per
/// puzzle. The result is at least 10 s, because many solvers start slowly. In the argument and in
/// the result, 0 means no limit.
std::chrono::nanoseconds start_limit(std::chrono::nanoseconds max_time);

/// Checks the answers to the probe puzzles with candidates. Returns the error, or an empty text.
std::string find_candidates_error(const EngineSample& answers);

/// Result of the probe of an external engine with boards of one kind.
struct Probe {
  std::string error = {};               ///< why the engine cannot take part; empty if it can
  std::string unsupported_reason = {};  ///< why it does not support the kind; empty if it does
  bool is_unavailable = false;          ///< it cannot run on this computer, and supports no kind
  bool lists_solutions = true;          ///< it returns solutions, not only their number
};

/// How the sub-process of an engine stopped working on its puzzles.
enum class ProcessEnd : std::uint8_t {
  finished,
  crashed,    ///< the process ended, or its answer is invalid
  timed_out,  ///< killed after the time limit per puzzle
  cancelled,  ///< killed after the deadline or a stop request
};

/// Runs an engine in a sub-process. If the engine fails on a puzzle, the puzzle is `failed` and a
/// new process continues with the next one. Ignores sinks. Plugins and commands ignore guess
/// limits. Samples contain times, counters and memory of the engine only, without the
/// communication between the processes.
class ExternalExecutor : public Executor {
 public:
  explicit ExternalExecutor(bool counts_events) : counts_events_(counts_events) {}

  /// Starts the process if none runs, and gives it the probe puzzles. Uses only the time per puzzle
  /// and the stop request of `limits`.
  virtual Probe probe(const BoardKind& kind, const SolveLimits& limits) = 0;

  /// Ignores `budget`, because the deadline of `limits` also applies in the sub-process.
  EngineSample measure(const Boards& puzzles, const Boards& preparation, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;
  std::span<const Failure> failures() const override { return failures_; }

 protected:
  /// As `measure`. Writes the measurements to `sample_`, which is blank before.
  virtual void fill_sample(const Boards& puzzles, const Boards& preparation,
                           const SolveLimits& limits) = 0;

  void add_time(std::size_t puzzle, std::int64_t ns) {
    sample_.puzzle_ns[puzzle] = ns;
    sample_.wall_ns += ns;
  }

  /// Records that the process ended during a puzzle. After a crash, the result is `failed`: the
  /// answer checker reports it as wrong with `what`, and its row has the status `crash`.
  void record_end(std::size_t puzzle, ProcessEnd end, std::string what);
  /// Records that the engine crashed, did not start, or gave an invalid answer.
  void record_crash(std::size_t puzzle, std::string what) {
    record_end(puzzle, ProcessEnd::crashed, std::move(what));
  }

  const bool counts_events_;
  EngineSample sample_;  // of the current call

 private:
  std::vector<Failure> failures_;
};

/// Makes an executor of a plugin in a host process. Throws std::system_error.
std::unique_ptr<ExternalExecutor> make_plugin_executor(const PluginSource& source,
                                                       bool counts_events);

/// Makes an executor of an engine command that receives the limit when it starts. `arguments` start
/// a sub-process that becomes the command; see command_host_arguments.
std::unique_ptr<ExternalExecutor> make_command_executor(std::vector<std::string> arguments,
                                                        std::uint64_t max_solutions,
                                                        bool counts_events);

/// Parses an answer of a command to a puzzle of that shape: `COUNT` or `COUNT SOLUTION`, separated
/// by blanks, commas or tabs. If `max_solutions` is 1, `SOLUTION` alone is an answer, too. Returns
/// false for an invalid line; then `answer` and the cells in `solution` are unspecified.
bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution);

/// Returns the outcome of a search that only reports its number of solutions.
inline Outcome outcome_of(SolutionCount solutions, std::uint64_t max_solutions) {
  const bool is_limited = max_solutions != 0 && solutions >= max_solutions;
  return is_limited ? Outcome::solution_limit : Outcome::exhausted;
}

}  // namespace sudoku
