#include <algorithm>
#include <optional>

#include "harness/audit/puzzle_filter.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/cli/dataset_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {
namespace {

const std::map<std::string_view, Quality> kQualities = {
    {"valid", Quality::valid}, {"unique", Quality::unique}, {"minimal", Quality::minimal}};

/// Returns the strictest quality of --only, if it is given.
std::optional<Quality> quality_option(const OptionValues& values) {
  std::optional<Quality> strictest;
  for (const std::string& word : split_list(values.text("only"))) {
    const Quality quality = word_among("--only", word, kQualities);
    strictest = std::max(quality, strictest.value_or(quality));
  }
  if (values.has("only") && !strictest) throw UsageError("--only names no property");
  return strictest;
}

struct ConvertOptions {
  OptionValues values;
  std::string input = only_dataset(values, "convert");
  ReadOptions read = filter_options(values, input);
  const PuzzleWriter* writer = writer_option(values, &kLineWriter);
  std::optional<Quality> only = quality_option(values);  ///< of the puzzles to keep
  /// Per search for `only`; 0: none.
  std::chrono::nanoseconds timeout = values.duration("timeout", std::chrono::seconds(10));
};

std::optional<PuzzleFilter> make_filter(const ConvertOptions& options, const Shape& shape) {
  if (!options.only) return std::nullopt;
  SolveLimits limits;
  limits.max_time = options.timeout;
  limits.stop = &interrupted();
  return PuzzleFilter(*options.only, limits, shape);
}

ExitCode run_convert(const ConvertOptions& options) {
  constexpr std::size_t kPuzzlesAtOnce = 4096;
  const OptionValues& values = options.values;
  const PuzzleWriter& writer = *options.writer;
  DatasetReader reader(options.input, options.read);
  require_shape(values, writer, reader.shape());
  if (reader.have_candidates()) require_candidates(values, writer);
  std::optional<PuzzleFilter> filter = make_filter(options, reader.shape());
  PuzzleOutput output(values);

  PuzzleAppender puzzles{writer};
  PuzzleBlock block;
  const Expectation none;
  while (!interrupted() && reader.read(block, kPuzzlesAtOnce)) {
    std::vector<bool> is_kept(block.puzzles.size(), true);
    if (filter) is_kept = filter->select(block.puzzles);
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      if (!is_kept[i]) continue;
      require_number(values, writer, puzzles.count + 1);
      puzzles.append(block.puzzles[i], block.expectations.empty() ? none : block.expectations[i]);
    }
    output.append(std::exchange(puzzles.text, {}));
  }
  output.append(puzzles.text + puzzles.end);
  if (output.file && (puzzles.count > 0 || !interrupted())) output.file->complete();
  if (interrupted()) {
    print_error("sudoku-bench: interrupted after {}\n", number_of(puzzles.count, "puzzle"));
    return ExitCode::interrupted;
  }
  if (values.has("quiet")) return ExitCode::ok;
  if (filter && filter->left_out() > 0) {
    print_error("sudoku-bench: left out {}: {}\n", number_of(filter->left_out(), "puzzle"),
                filter->reasons());
  }
  if (!records_shape(writer, reader.kind())) {
    print_error("sudoku-bench: {}\n", describe_unrecorded_shape(reader.shape()));
  }
  if (reader.rejected() > 0) {
    print_error("{}\n", describe_skipped(options.input, reader.rejected()));
  }
  return ExitCode::ok;
}

}  // namespace

OptionTable convert_option_table() {
  OptionTable options(
      "sudoku-bench convert [FILE] --to FORM",
      "Writes the puzzles in FILE in another format. Reads standard input if FILE is missing\n"
      "or -. The format canonical writes one isomorph of each puzzle, the same for all of its\n"
      "isomorphs. minlex is canonical for 9x9 without candidates: the first in lexical order.");
  add_dataset(options);
  options.choice("to", "FORM", kWriters, fmt::format("output format: {} (line)", list_writers()))
      .value("only", "LIST",
             "write only puzzles with all of these properties, separated by commas. valid: has a "
             "solution; unique: has one solution; minimal: is unique and needs all of its clues or "
             "eliminated candidates")
      .value("timeout", "TIME", "time limit of each search for --only; 0s: none (10s)")
      .value("out,o", "FILE", "output file (standard output)")
      .flag("force", "replace an existing FILE");
  add_reading(options);
  return options.flag("quiet,q", "suppress notes");
}

Job prepare_convert(const OptionValues& values) {
  values.refuse_without("out", {"force"});
  values.refuse_without("only", {"timeout"});
  return [options = ConvertOptions{values}](auto) { return run_convert(options); };
}

}  // namespace sudoku
