#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/errors.h"
#include "harness/measure/runner.h"
#include "harness/measure/stopwatch.h"
#include "harness/options.h"

namespace sudoku {

// One function a command. They write to standard output and standard error, return the exit code of
// the program, and throw UsageError, InputError or OutputError.

/// The engines of the options as they take part in a run; `make` gives null where this CPU cannot
/// run one. Throws UsageError for a plugin or a command that does not start.
std::vector<Contestant> contestants_of(const BenchOptions& options);

/// Compares the contestants, who stand for `options.engines`. `arguments` is the command line, for
/// the record.
ExitCode run_bench(const BenchOptions& options, std::span<const Contestant> contestants,
                   Stopwatch& stopwatch, std::span<const std::string> arguments);

ExitCode run_solve(const SolveOptions& options);

/// Writes the puzzles that come before a bad line too, but leaves no file then.
ExitCode run_convert(const ConvertOptions& options);

/// `arguments` is the command line, for the record.
ExitCode run_generate(const GenerateOptions& options, std::span<const std::string> arguments);

/// Compares two saved runs.
ExitCode run_compare(const CompareOptions& options);

/// Measures the harness itself. The exit code says whether it can be trusted here.
ExitCode run_selftest(const SelftestOptions& options, Stopwatch& stopwatch);

/// Counts the solutions of all puzzles of a dataset, or of a shard of it. `arguments` is the
/// command line, for the record.
ExitCode run_count(const CountOptions& options, std::span<const std::string> arguments);

/// Joins the results of shards, if they are all of one dataset. `arguments` as above.
ExitCode run_merge(const MergeOptions& options, std::span<const std::string> arguments);

/// Prints the script that counts in shards.
ExitCode run_plan(const JobPlanOptions& options);

ExitCode run_engines();

/// Says what is wrong with engines. They are made by contestants_of.
ExitCode run_conformance(const ConformanceOptions& options);

/// Says what a dataset holds. What it finds is no error.
ExitCode run_audit(const AuditOptions& options);

}  // namespace sudoku
