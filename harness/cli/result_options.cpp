#include "harness/cli/result_options.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "harness/base/errors.h"

namespace sudoku {
namespace {

bool has_checkpoint(const ResultOptions& options) {
  std::error_code error;
  return !options.checkpoint.empty() &&
         std::filesystem::exists(checkpoint_path(options.checkpoint) / kContextFile, error);
}

}  // namespace

void add_checkpoint(OptionTable& options) {
  options.value("checkpoint", "DIR", "directory in which to save the progress after each block")
      .flag("resume", "resume from the checkpoint if there is one");
}

ResultOptions result_options(const OptionValues& values) {
  values.refuse_without("checkpoint", {"resume"});
  values.refuse_with("resume", {"force"});
  return {values.text("out"), values.has("force"), values.text("checkpoint"), values.has("resume")};
}

ResultLocation location_of(const ResultOptions& options, const std::string& out, bool per_puzzle) {
  // The interrupted command may have written results, which the resumed one replaces.
  const bool is_resumed = options.resume && has_checkpoint(options);
  return {out, options.force || is_resumed, per_puzzle, options.checkpoint};
}

std::unique_ptr<Checkpoint> begin_results(const ResultOptions& options, const RunContext& context,
                                          ResultDirectory& results) {
  const bool is_resumed = options.resume && has_checkpoint(options);
  if (options.resume && !is_resumed) {
    print_error("sudoku-bench: no checkpoint in {}; the run starts from the beginning\n",
                options.checkpoint);
  }
  if (!options.resume && !options.force && has_checkpoint(options)) {
    throw UsageError(fmt::format("{} exists: --resume continues from it, --force starts over",
                                 checkpoint_path(options.checkpoint).string()));
  }
  const std::string json = to_json(context);
  std::unique_ptr<Checkpoint> checkpoint;
  if (is_resumed) {
    Checkpoint::require_same_run(options.checkpoint, json);
    results.resume();
    checkpoint = std::make_unique<Checkpoint>(results);
  } else {
    results.begin();
  }
  results.write_context(json);
  return checkpoint;
}

RunContext new_context(std::string command, std::span<const std::string> arguments) {
  RunContext context;
  context.command = std::move(command);
  context.arguments.assign(arguments.begin(), arguments.end());
  context.started = utc_now();
  return context;
}

std::filesystem::path end_results(std::span<const SummaryRow> summary, bool has_failed,
                                  RunContext& context, ResultDirectory& results) {
  const auto has_started = [](const SummaryRow& row) { return row.totals.puzzles != 0; };
  if (!context.is_whole && std::ranges::none_of(summary, has_started)) return {};
  results.write_summary(summary);
  context.files = results.digests();
  results.write_context(to_json(context));
  if (has_failed && results.has_old()) return results.leave();
  results.commit();
  return results.directory();
}

}  // namespace sudoku
