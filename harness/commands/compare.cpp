#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/ranges.h>

#include "harness/base/output_file.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/project_datasets.h"
#include "harness/results/csv_table.h"
#include "harness/results/run_comparison.h"
#include "harness/results/run_history.h"
#include "harness/results/saved_run.h"
#include "harness/tables/speedup_text.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

std::vector<SavedRun> load_runs(const std::vector<std::string>& directories) {
  std::vector<SavedRun> runs;
  for (const std::string& directory : directories) runs.push_back(load_run(directory));
  return runs;
}

/// Throws UsageError for the same run twice: a change counts if two different runs show it.
void refuse_same_runs(const std::vector<std::string>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code error;
      if (!std::filesystem::equivalent(runs[i], runs[j], error)) continue;
      throw UsageError(fmt::format("{} is given twice", runs[i]));
    }
  }
}

std::string_view to_string(Change change) {
  switch (change) {
    case Change::faster: return "faster";
    case Change::slower: return "SLOWER";
    case Change::same: return "no change";
    case Change::unknown: return "too few blocks";
    case Change::absent: return "did not run";
    case Change::faulty: return "no valid times";
  }
  return {};
}

/// Returns the cells of a speedup and its interval.
std::vector<std::string> cells_of(const std::optional<ComparedRow>& row) {
  const Speedup speedup{row ? row->blocks : 0, row ? row->speedup : std::nullopt};
  const auto or_dash = [](const std::string& text) { return text.empty() ? "-" : text; };
  return {or_dash(format_speedup(speedup)), or_dash(format_interval(speedup))};
}

/// Returns the lines of a table that fits the terminal.
std::string format_lines(TextTable table) {
  const auto lines = align_columns(fit_columns(std::move(table), table_style().width));
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string format_comparison(const Comparison& comparison, std::span<const SavedRun> runs,
                              double noise_threshold) {
  TextTable table{{{.name = "engine", .is_text = true},
                   {.name = "dataset", .is_text = true},
                   {.name = "speedup"},
                   {.name = "95 % interval", .rank = 1},
                   {.name = "blocks", .rank = 2},
                   {.name = "excluded", .rank = 4},
                   {.name = "not solved", .rank = 3},
                   {.name = "change", .is_text = true}},
                  {}};
  std::string remarks;
  for (const ComparedRow& row : comparison.rows) {
    const auto speedup = cells_of(row);
    const std::string dataset = describe_dataset_path(row.dataset);
    table.rows.push_back(
        {row.engine, dataset, speedup[0], speedup[1], std::to_string(row.blocks),
         std::to_string(row.unlike_blocks), std::to_string(row.unsolved_blocks),
         fmt::format("{}{}{}", to_string(row.change), row.is_worse ? ", WORSE" : "",
                     row.has_other_answers ? ", OTHER ANSWERS" : "")});
    if (row.remarks.empty()) continue;
    remarks += fmt::format("  {} on {}: {}\n", row.engine, dataset, fmt::join(row.remarks, ", "));
  }
  for (const std::string& note : comparison.notes) remarks += "  " + note + '\n';
  return fmt::format("{} compared with {}, changes above {:g} %\n", runs[1].path, runs[0].path,
                     100 * noise_threshold) +
         format_lines(std::move(table)) + remarks;
}

/// Returns the exit code of the most serious finding.
ExitCode exit_code_of(const Comparison& comparison) {
  const std::vector<ComparedRow>& rows = comparison.rows;
  if (std::ranges::any_of(rows, &ComparedRow::has_other_answers)) return ExitCode::wrong_answer;
  const auto has = [&rows](Change change) {
    return std::ranges::count(rows, change, &ComparedRow::change) != 0;
  };
  if (has(Change::slower) || std::ranges::any_of(rows, &ComparedRow::is_worse)) {
    return ExitCode::regression;
  }
  if (comparison.lacks_rows) return ExitCode::bad_input;
  const bool is_inconclusive = has(Change::unknown) || has(Change::faulty);
  return is_inconclusive ? ExitCode::inconclusive : ExitCode::ok;
}

ExitCode compare_two(const std::vector<std::string>& directories, double noise_threshold) {
  const std::vector<SavedRun> runs = load_runs(directories);
  const Comparison comparison = compare_runs(runs[0], runs[1], noise_threshold);
  write_stdout(format_comparison(comparison, runs, noise_threshold));
  return exit_code_of(comparison);
}

std::string_view change_of(const HistoryPoint& point) {
  if (!point.compared) return "-";
  return point.compared->has_other_answers ? "OTHER ANSWERS" : to_string(point.compared->change);
}

/// Returns the rate; nullopt if the engine failed.
std::optional<double> rate_of(const HistoryPoint& point) {
  const bool is_faulty = point.compared && point.compared->change == Change::faulty;
  return is_faulty ? std::nullopt : std::optional(point.rate);
}

std::string format_histories(const std::vector<History>& histories, std::span<const SavedRun> runs,
                             double noise_threshold) {
  std::string text = fmt::format("{} runs, changes above {:g} % in two consecutive runs\n",
                                 runs.size(), 100 * noise_threshold);
  for (const History& history : histories) {
    TextTable table{{{.name = "run", .is_text = true},
                     {.name = "rate"},
                     {.name = "speedup"},
                     {.name = "95 % interval", .rank = 1},
                     {.name = "over", .rank = 2, .is_text = true},
                     {.name = "change", .is_text = true}},
                    {}};
    for (const HistoryPoint& point : history.points) {
      const auto rate = rate_of(point);
      const auto speedup = cells_of(point.compared);
      table.rows.push_back(
          {runs[point.run].path, rate ? format_rate(*rate) : "-", speedup[0], speedup[1],
           point.compared ? runs[point.reference].path : "-",
           fmt::format("{}{}", change_of(point), point.is_change_point ? ", CHANGE POINT" : "")});
    }
    text +=
        fmt::format("{} on {}\n", history.engine, history.dataset) + format_lines(std::move(table));
  }
  return text;
}

/// Returns the median and the ends of the interval.
std::string csv_of(const std::optional<Estimate>& speedup) {
  if (!speedup) return ",,";
  const auto& [value, interval] = *speedup;
  if (!interval) return fmt::format("{:.6g},,", value);
  return fmt::format("{:.6g},{:.6g},{:.6g}", value, interval->low, interval->high);
}

std::string csv_of(const std::vector<History>& histories, std::span<const SavedRun> runs) {
  std::string text =
      "engine,dataset,run,rate,reference,times,times_low,times_high,change,is_change_point\n";
  for (const History& history : histories) {
    for (const HistoryPoint& point : history.points) {
      for (const std::string& name : {history.engine, history.dataset, runs[point.run].path}) {
        append_csv_field(text, name);
        text += ',';
      }
      const auto rate = rate_of(point);
      text += rate ? fmt::format("{:.6g},", *rate) : ",";
      append_csv_field(text, point.compared ? runs[point.reference].path : "");
      text += fmt::format(",{},{},{}\n", point.compared ? csv_of(point.compared->speedup) : ",,",
                          point.compared ? change_of(point) : "", point.is_change_point ? 1 : 0);
    }
  }
  return text;
}

/// Returns a note if runs used different CPUs: each CPU and the first run with it.
std::string note_on_cpus(std::span<const SavedRun> runs) {
  std::vector<std::string> cpus;
  std::vector<std::string> places;
  for (const SavedRun& run : runs) {
    if (run.cpu.empty() || std::ranges::find(cpus, run.cpu) != cpus.end()) continue;
    cpus.push_back(run.cpu);
    places.push_back(fmt::format("{} in {}", run.cpu, run.path));
  }
  return cpus.size() < 2 ? "" : fmt::format("the CPUs differ: {}", fmt::join(places, ", "));
}

ExitCode print_histories(const std::vector<std::string>& directories, double noise_threshold,
                         bool as_csv) {
  const std::vector<SavedRun> runs = load_runs(directories);
  const std::vector<History> histories = histories_of(runs, noise_threshold);
  write_stdout(as_csv ? csv_of(histories, runs)
                      : format_histories(histories, runs, noise_threshold));
  for (const SavedRun& run : runs) {
    if (const std::string note = note_on_task(run); !note.empty()) print_error("{}\n", note);
  }
  if (const std::string note = note_on_cpus(runs); !note.empty()) print_error("{}\n", note);
  for (const History& history : histories) {
    for (const HistoryPoint& point : history.points) {
      if (point.compared && point.compared->has_other_answers) return ExitCode::wrong_answer;
    }
  }
  return ExitCode::ok;
}

}  // namespace

OptionTable compare_option_table() {
  OptionTable options(
      "sudoku-bench compare OLD NEW | --history DIR...",
      "Compares two result directories of bench block by block, and reports which engines became\n"
      "faster or slower, with confidence intervals. Exits with 5 if an engine became slower, has\n"
      "a worse verdict or solved far fewer puzzles. Exits with 4 if NEW lacks an engine or "
      "dataset\n"
      "of OLD, and with 6 if a row is inconclusive.");
  return options
      .value("noise-threshold", "PERCENT",
             "ignore smaller changes, such as 3% (5%). The difference between two runs of the same "
             "program can exceed the intervals")
      .flag(
          "history",
          "show the speed of each engine over two or more directories, the oldest first. A change "
          "counts if two consecutive runs show it")
      .flag("csv", "print the history as CSV, for scripts/plot_history.py");
}

Job prepare_compare(const OptionValues& values) {
  values.refuse_without("history", {"csv"});
  const std::vector<std::string> runs = values.list(kArgument);
  const double threshold = percentage(values, "noise-threshold").value_or(0.05);
  if (!values.has("history")) {
    if (runs.size() != 2) throw UsageError("compare needs two result directories: OLD NEW");
    return [runs, threshold](auto) { return compare_two(runs, threshold); };
  }
  if (runs.size() < 2) {
    throw UsageError("compare --history needs at least two result directories, the oldest first");
  }
  refuse_same_runs(runs);
  return [=, as_csv = values.has("csv")](auto) { return print_histories(runs, threshold, as_csv); };
}

}  // namespace sudoku
