#pragma once

#include <memory>
#include <string>

#include "harness/cli/option_table.h"
#include "harness/results/checkpoint.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"

// Options of the commands that write results: bench and count.

namespace sudoku {

struct ResultOptions {
  std::string out;         ///< directory; empty: none, or a default
  bool force = false;      ///< replaces existing results and ignores an existing checkpoint
  std::string checkpoint;  ///< directory; empty: none
  bool resume = false;
};

/// Adds --checkpoint and --resume.
void add_checkpoint(OptionTable& options);
/// Reads the options. Throws UsageError if they contradict each other.
ResultOptions result_options(const OptionValues& values);

/// Returns where the run writes. `out` is the directory of the results.
ResultLocation location_of(const ResultOptions& options, const std::string& out, bool per_puzzle);

/// Begins the files of a run, or resumes them from the checkpoint. Returns the finished blocks;
/// null if the run is not resumed. Throws UsageError if there is a checkpoint without --resume or
/// --force, and InputError if it is damaged or belongs to another run.
std::unique_ptr<Checkpoint> begin_results(const ResultOptions& options, const RunContext& context,
                                          ResultDirectory& results);

/// Returns a context with the command line and the time.
RunContext new_context(std::string command, std::span<const std::string> arguments);

/// Writes the summary and the context, and moves the results into place. If the run has failed
/// and the directory has results of an earlier run, these stay in place, and the new results stay
/// in the hidden directory into which they were written. If the run ended before it started a
/// puzzle, there are no new results. Returns the directory of the new results; empty if there are
/// none.
std::filesystem::path end_results(std::span<const SummaryRow> summary, bool has_failed,
                                  RunContext& context, ResultDirectory& results);

}  // namespace sudoku
