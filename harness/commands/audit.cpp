#include "harness/audit/audit.h"

#include <memory>

#include <nlohmann/json.hpp>

#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/cli/dataset_options.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/shapes.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

Json json_of(const Defect& defect) {
  const auto [line, column] = defect.position;
  return {{"line", line}, {"column", column}, {"what", defect.what}};
}
Json json_of(const Duplicate& duplicate) {
  return {{"line", duplicate.line}, {"first_line", duplicate.first_line}};
}
Json json_of(const NoSolution& puzzle) { return {{"line", puzzle.line}, {"what", puzzle.clash}}; }
Json json_of(std::uint64_t line) { return {{"line", line}}; }

template <typename Finding>
Json to_json(const Findings<Finding>& findings) {
  Json listed = Json::array();
  for (const Finding& finding : findings.listed) listed.push_back(json_of(finding));
  return {{"count", findings.count}, {"first", listed}};
}

bool has_difficulty(const AuditReport& report) {
  return report.shape == k9x9 && !report.have_candidates;
}

std::string format_json(const std::string& path, const AuditReport& report) {
  Json givens = Json::object();
  for (std::size_t n = 0; n < report.givens.size(); ++n) {
    if (report.givens[n] != 0) givens[fmt::format("{}", n)] = report.givens[n];
  }
  Json difficulties = Json::object();
  for (std::size_t i = 1; i < kDifficultyNames.size(); ++i) {
    difficulties[kDifficultyNames[i]] = report.difficulties[i];
  }
  if (!has_difficulty(report)) difficulties = nullptr;
  const Json json = {
      {"dataset", path},
      {"shape", to_string(report.shape)},
      {"puzzles", report.puzzles},
      {"dataset_digest", format_digest(report.digest)},
      {"rejected", to_json(report.rejected)},
      {"duplicates", to_json(report.duplicates)},
      {"isomorphs", report.isomorphs ? to_json(*report.isomorphs) : Json(nullptr)},
      {"solutions",
       {{"one", report.one_solution},
        {"none", to_json(report.no_solution)},
        {"several", to_json(report.several_solutions)},
        {"undecided", to_json(report.undecided)}}},
      {"unexpected", to_json(report.unexpected)},
      {"unchecked_counts", report.unchecked_counts},
      {"minimality",
       {{"minimal", report.minimal},
        {"redundant", to_json(report.redundant)},
        {"undecided", report.minimality_undecided}}},
      {"clues", report.have_candidates ? Json(nullptr) : givens},
      {"eliminations", report.have_candidates ? givens : Json(nullptr)},
      {"difficulty", difficulties},
  };
  return to_ascii_json(json);
}

// These format a finding as `line: what` or `line:column: what`.
std::string describe(const Defect& defect, std::string_view what) {
  const auto [line, column] = defect.position;
  return fmt::format("{}{}: {}: {}", line, column == 0 ? "" : fmt::format(":{}", column), what,
                     defect.what);
}
std::string describe(const Duplicate& duplicate, std::string_view what) {
  return fmt::format("{}: {}line {}", duplicate.line, what, duplicate.first_line);
}
std::string describe(const NoSolution& puzzle, std::string_view what) {
  return fmt::format("{}: {}{}{}", puzzle.line, what, puzzle.clash.empty() ? "" : ": ",
                     puzzle.clash);
}
std::string describe(std::uint64_t line, std::string_view what) {
  return fmt::format("{}: {}", line, what);
}

template <typename Finding>
std::string format_findings(const std::string& path, std::string_view what,
                            const Findings<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings.listed) {
    text += fmt::format("{}:{}\n", path, describe(finding, what));
  }
  if (!findings.listed.empty() && findings.count > findings.listed.size()) {
    text += fmt::format("{}: ... and {} more\n", path, findings.count - findings.listed.size());
  }
  return text;
}

std::string format_histograms(const AuditReport& report) {
  std::string text = report.have_candidates ? "  eliminations\n" : "  clues\n";
  for (std::size_t n = 0; n < report.givens.size(); ++n) {
    if (report.givens[n] != 0) text += fmt::format("    {:>22}  {:>10}\n", n, report.givens[n]);
  }
  if (!has_difficulty(report)) return text + "  difficulty   for 9x9 without candidates only\n";
  if (report.one_solution == 0) return text;
  text += "  difficulty of puzzles with one solution\n";
  for (std::size_t i = 1; i < kDifficultyNames.size(); ++i) {
    text += fmt::format("    {:>22}  {:>10}\n", kDifficultyNames[i], report.difficulties[i]);
  }
  return text;
}

std::string format_text(const std::string& file, const AuditReport& report) {
  const Shape& shape = report.shape;
  const std::string path = one_line(file);
  const bool are_one = report.one_solution == 1;
  std::string text = fmt::format(
      "{}: {}{}{}, {} rejected, digest {}\n  duplicates   {}\n  isomorphs    {}\n"
      "  solutions    {} {} one, {} none, {} several, {} undecided\n"
      "  minimality   {} {} every {}, {} {} not, {} undecided\n",
      one_line(describe_dataset_path(file)), number_of(report.puzzles, "puzzle"),
      shape == k9x9 ? "" : fmt::format(" of {} ({})", size_of(shape), describe_boxes(shape)),
      report.have_candidates ? " with candidates" : "", report.rejected.count,
      format_digest(report.digest), report.duplicates.count,
      report.isomorphs ? fmt::format("{} more", report.isomorphs->count)
                       : "not searched (--isomorphs)",
      number_of(report.one_solution, "puzzle"), are_one ? "has" : "have", report.no_solution.count,
      report.several_solutions.count, report.undecided.count, report.minimal,
      report.minimal == 1 ? "needs" : "need", report.have_candidates ? "elimination" : "clue",
      report.redundant.count, report.redundant.count == 1 ? "does" : "do",
      report.minimality_undecided);
  if (report.unchecked_counts != 0) {
    text += fmt::format("  expected     {} above two not checked; use the count command\n",
                        number_of(report.unchecked_counts, "count"));
  }
  text += format_histograms(report);
  text += format_findings(path, "rejected", report.rejected);
  text += format_findings(path, "duplicate of ", report.duplicates);
  if (report.isomorphs) text += format_findings(path, "isomorph of ", *report.isomorphs);
  text += format_findings(path, "no solution", report.no_solution);
  text += format_findings(path, "several solutions", report.several_solutions);
  text += format_findings(path, "undecided", report.undecided);
  text += format_findings(path, "not as expected", report.unexpected);
  return text;
}

AuditPlan audit_plan(const OptionValues& values) {
  AuditPlan plan;
  plan.input = puzzles_or_dataset(values, "audit");
  plan.read = read_options(values);
  plan.limits.max_time = values.duration("timeout", 10s);
  plan.limits.stop = &interrupted();
  plan.finds_isomorphs = values.has("isomorphs");
  plan.max_listed = values.number("list", 10);
  plan.threads = thread_count(values);
  return plan;
}

ExitCode run_audit(const OptionValues& values, AuditPlan plan, When shows_progress) {
  auto progress = std::make_unique<Progress>(shows_progress);
  progress->begin(describe_dataset_path(plan.input.name));
  plan.on_progress = [&progress](std::uint64_t puzzles, std::optional<double> fraction) {
    progress->set_done(puzzles, fraction);
  };
  const auto begin = std::chrono::steady_clock::now();
  const AuditReport report = audit(plan);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  progress.reset();
  write_stdout(values.has("json") ? format_json(plan.input.name, report)
                                  : format_text(plan.input.name, report));
  if (!values.has("quiet")) {
    if (!report.expectation_note.empty()) {
      print_error("sudoku-bench: {}: {}\n", plan.input.name, report.expectation_note);
    }
    print_error("sudoku-bench: {} in {:.3g} s, {}\n", number_of(report.puzzles, "puzzle"),
                time.count(), format_rate(static_cast<double>(report.puzzles) / time.count()));
  }
  if (!interrupted()) return ExitCode::ok;
  print_error("sudoku-bench: interrupted; the report covers the puzzles read so far\n");
  return ExitCode::interrupted;
}

}  // namespace

OptionTable audit_option_table() {
  OptionTable options(
      "sudoku-bench audit [PUZZLE...|FILE]",
      "Describes puzzles: the arguments, or the dataset FILE. Finds invalid lines, duplicates,\n"
      "numbers of solutions, superfluous clues, numbers of clues and, for 9x9, difficulty. For\n"
      "puzzles with candidates, it counts the eliminated candidates instead of the clues. Reads\n"
      "standard input if there is no argument, or FILE is -. The exit code does not depend on\n"
      "the findings, unless no puzzle is valid.");
  add_dataset(options);
  options
      .flag("isomorphs",
            "also find isomorphs: puzzles that are equal up to relabelling and permutation")
      .flag("json", "print the report as JSON")
      .value("list", "N", "list the first N findings of each kind (10)")
      .value("threads", "N", "number of threads (all available CPUs)")
      .value("timeout", "TIME", "time limit per search; 0s: none (10s)");
  add_progress(options);
  add_layout(options);
  return options.flag("quiet,q", "suppress notes");
}

Job prepare_audit(const OptionValues& values) {
  return [values, plan = audit_plan(values), progress = progress_option(values)](auto) {
    return run_audit(values, plan, progress);
  };
}

}  // namespace sudoku
