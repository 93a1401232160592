#pragma once

#include "harness/cli/dataset_options.h"
#include "harness/cli/engine_options.h"
#include "harness/cli/result_options.h"
#include "harness/cli/run_options.h"
#include "harness/dataset/dataset.h"
#include "harness/measure/runner.h"
#include "harness/stats/rows.h"
#include "harness/stats/task.h"
#include "harness/stats/verdict.h"

namespace sudoku {

/// A form in which --export writes the results.
struct ExportForm {
  std::string_view name;
  std::string_view extension;  ///< selects the form; empty if another form has the extension
  std::string (*format)(const DatasetTables&, std::span<const RunRow>, const RunContext&);
};

/// A value of --export.
struct Export {
  std::string file;  ///< `-`: standard output
  const ExportForm* form;
};

/// Adds --export.
void add_exports(OptionTable& options);

/// Returns the values of --export. Throws UsageError for a value without a known form.
std::vector<Export> exports(const OptionValues& values);

/// Returns whether an export goes to standard output.
bool is_stdout_export(std::span<const Export> exports);

/// The options of the bench command.
struct BenchOptions {
  OptionValues values;
  std::vector<std::string> datasets{};  ///< `-` is standard input
  ReadOptions read = read_options(values);
  Selection selection{};
  RequestedSolvers solvers{};
  RunPlan plan{};  ///< without solvers
  Warmup warmup{};
  unsigned repetitions = static_cast<unsigned>(values.number("repetitions", 1, 1, 1'000'000));
  std::size_t block_size =  ///< puzzles; 0: depends on the size of the dataset
      values.number("block-size", 0, 1, 1'000'000);
  std::string baseline{};  ///< id of an engine; empty: the fastest
  /// Share by which an engine may be slower than the baseline; nullopt means no limit.
  std::optional<double> slowdown_limit = percentage(values, "fail-if-slower");
  ResultOptions results = result_options(values);
  /// Whether to write puzzles.csv.
  bool per_puzzle = values.has("per-puzzle") || !results.checkpoint.empty();
  std::vector<Export> exports = sudoku::exports(values);
  std::vector<std::pair<std::string, std::string>> context{};  ///< notes for context.json
  When progress = progress_option(values);
  TableStyle style = table_style();
  bool quiet = values.has("quiet");
  bool verbose = values.has("verbose");

  bool prints_tables() const { return !quiet && !is_stdout_export(exports); }
};

/// Throws UsageError.
BenchOptions bench_options(const OptionValues& values);

/// Returns the options that affect the results, for context.json.
Task task_of(const BenchOptions& options);

/// Throws UsageError if an output would replace a dataset or another output. --force replaces only
/// earlier outputs.
void refuse_outputs_over_inputs(const BenchOptions& options);

/// Writes all exports. Throws OutputError.
void write_exports(std::span<const Export> exports, const DatasetTables& tables,
                   std::span<const RunRow> runs, const RunContext& context);

/// The result of --fail-if-slower.
struct SpeedFindings {
  ExitCode code = ExitCode::ok;
  std::vector<std::string> texts{};  ///< the reasons
};

/// Compares the engines that ran with the baseline. The code is `regression` if an engine is slower
/// by more than `threshold`, a share of 1, or is worse (see is_worse). Otherwise the code is
/// `inconclusive` if an engine or a dataset has no comparison. Requires that no answer is wrong.
SpeedFindings check_speeds(const DatasetTables& tables, const std::string& baseline,
                           double threshold);

/// The solvers that support a task or a dataset, and the others.
struct SolverSupport {
  std::vector<Solver> solvers;         ///< that run
  std::vector<SkippedSolver> skipped;  ///< that have a row of results without running
  std::vector<std::string> notes;      ///< why solvers do not run, for the user
};

/// Returns the solvers that this computer can run and that support the limit of solutions. Throws
/// UsageError if there is none.
SolverSupport find_task_support(std::span<const Solver> solvers, std::uint64_t max_solutions);

/// Returns the solvers that support the boards of a dataset. Throws UsageError if no solver does,
/// or if a solver that the user named does not support the shape.
SolverSupport find_board_support(const std::string& path, const BoardKind& kind,
                                 std::span<const Solver> solvers);

/// Makes the solvers of a run, for datasets with boards of these kinds.
using MakeSolvers = std::function<std::vector<Solver>(std::span<const BoardKind>)>;

/// Runs the solvers on the datasets and writes the results. `arguments` is the command line, for
/// context.json.
ExitCode run_bench(const BenchOptions& options, const MakeSolvers& make_solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments);

}  // namespace sudoku
