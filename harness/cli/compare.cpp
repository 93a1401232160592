#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "harness/base/output_file.h"
#include "harness/cli/command.h"
#include "harness/cli/shared.h"
#include "harness/results/comparison.h"

namespace sudoku {
namespace {

struct CompareOptions {
  std::string old_run;  ///< result directories
  std::string new_run;
  double noise_threshold = 0;  ///< as a part of 1
};

double noise_threshold(const Values& values) {
  if (!values.has("noise-threshold")) return 0.05;
  const std::string text = values.text("noise-threshold");
  double percent = -1;
  const char* const end = text.data() + text.size();
  const auto [parsed_to, error] = std::from_chars(text.data(), end, percent);
  const bool has_unit = std::string_view(parsed_to, end) == "%";
  if (error != std::errc() || !has_unit || !(percent >= 0 && percent < 100)) {
    throw UsageError(fmt::format("--noise-threshold takes a percentage, as in 3%, not '{}'", text));
  }
  return percent / 100;
}

CompareOptions compare_options(const Values& values) {
  const auto runs = values.list(std::string(kArgument));
  if (runs.size() != 2) throw UsageError("compare needs two result directories: OLD NEW");
  return {runs[0], runs[1], noise_threshold(values)};
}

std::string_view to_string(Change change) {
  switch (change) {
    case Change::faster:
      return "faster";
    case Change::slower:
      return "SLOWER";
    case Change::same:
      return "no change";
    case Change::unsure:
      return "measure again";
    case Change::unknown:
      return "too few like blocks";
    case Change::absent:
      return "did not run";
    case Change::faulty:
      return "no speed";
  }
  return {};
}

std::string format_times(const ComparedRow& row) {
  if (!row.times) return "-";
  if (!row.times->interval) return fmt::format("{:.3g}", row.times->median);
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", row.times->median, row.times->interval->low,
                     row.times->interval->high);
}

std::string format_comparison(const Comparison& comparison, const CompareOptions& options) {
  std::size_t name_width = std::string_view("engine").size();
  std::size_t dataset_width = std::string_view("dataset").size();
  for (const ComparedRow& row : comparison.rows) {
    name_width = std::max(name_width, row.engine.size());
    dataset_width = std::max(dataset_width, row.dataset.size());
  }
  std::string text = fmt::format("{} against {}, changes beyond {:g} %\n", options.new_run,
                                 options.old_run, 100 * options.noise_threshold);
  text += fmt::format("  {:<{}}  {:<{}}  {:>22}  {:>6}  {:>6}  {:>10}  {}\n", "engine", name_width,
                      "dataset", dataset_width, "times as fast", "blocks", "unlike", "unanswered",
                      "change");
  for (const ComparedRow& row : comparison.rows) {
    text += fmt::format("  {:<{}}  {:<{}}  {:>22}  {:>6}  {:>6}  {:>10}  {}", row.engine,
                        name_width, row.dataset, dataset_width, format_times(row), row.blocks,
                        row.unlike_blocks, row.unanswered_blocks, to_string(row.change));
    if (row.is_worse) text += ", WORSE";
    for (const std::string& doubt : row.doubts) text += ", " + doubt;
    if (row.has_other_answers) text += ", OTHER ANSWERS";
    text += '\n';
  }
  for (const std::string& note : comparison.notes) text += "  " + note + '\n';
  return text;
}

/// Of what holds, the worst.
ExitCode exit_code_of(const Comparison& comparison) {
  const auto any = [&](auto predicate) {
    return std::any_of(comparison.rows.begin(), comparison.rows.end(), predicate);
  };
  const auto is_undecided = [](const ComparedRow& row) {
    return row.change == Change::unknown || row.change == Change::unsure ||
           row.change == Change::faulty;
  };
  if (any([](const ComparedRow& row) { return row.has_other_answers; })) {
    return ExitCode::wrong_answer;
  }
  if (any([](const ComparedRow& row) { return row.is_worse || row.change == Change::slower; })) {
    return ExitCode::regression;
  }
  return any(is_undecided) ? ExitCode::bad_input : ExitCode::ok;
}

ExitCode run_compare(const CompareOptions& options) {
  const Comparison comparison =
      compare_runs(load_run(options.old_run), load_run(options.new_run), options.noise_threshold);
  write_stdout(format_comparison(comparison, options));
  return exit_code_of(comparison);
}

}  // namespace

Specification compare_specification() {
  Specification options(
      "sudoku-bench compare OLD NEW\n"
      "Compares two result directories of bench, block by block: what became faster or slower,\n"
      "and how sure that is. Ends with exit code 5 where an engine got slower in runs that "
      "nothing\n"
      "interfered with.");
  options.group("Options")
      .value("noise-threshold", "PERCENT",
             "ignore smaller changes than that, such as 3% (5%); two runs differ by more than the "
             "blocks "
             "of one")
      .flag("help,h", "this text");
  return options;
}

Job prepare_compare(const Values& values) {
  return [options = compare_options(values)](auto) { return run_compare(options); };
}

}  // namespace sudoku
