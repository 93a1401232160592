#include <optional>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/dataset_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/puzzle_writer.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

const std::map<std::string_view, const PuzzleWriter*> kWriters = {
    {"line", &kLineWriter},
    {"csv", &kCsvWriter},
    {"grid", &kGridWriter},
    {"sdm", &kLineWriter},
    {"sdk", &kSdkWriter},
    {"ss", &kSsWriter},
    {"integers", &kIntegersWriter},
    {"acs", &kAcsWriter},
    {"solo", &kSoloWriter},
    {"json", &kJsonWriter},
    {"pencilmark", &kPencilmarkWriter},
    {"canonical", &kCanonicalWriter},
};

struct ConvertOptions {
  OptionValues values;
  std::string input = only_dataset(values, "convert");
  ReadOptions read = filter_options(values, input);
  const PuzzleWriter* writer = values.choice("to", kWriters, &kLineWriter);
  std::string out = values.text("out");  ///< file; empty: standard output
  bool force = values.has("force");
  bool quiet = values.has("quiet");
};

ExitCode run_convert(const ConvertOptions& options) {
  constexpr std::size_t kPuzzlesAtOnce = 4096;
  const PuzzleWriter& writer = *options.writer;
  DatasetReader reader(options.input, options.read);
  if (writer.supports && !writer.supports(reader.shape())) {
    throw UsageError(fmt::format("--to {} supports {} only, but {} has {} boards",
                                 options.values.text("to"), writer.supported, options.input,
                                 size_of(reader.shape())));
  }
  std::optional<PendingFile> file;
  if (!options.out.empty()) {
    file.emplace(options.out, options.force ? OldOutput::replaced : OldOutput::refused);
  }
  const auto write = [&file](const std::string& text) {
    file ? file->append(text) : write_stdout(text);
  };

  std::string text(writer.header);
  PuzzleBlock block;
  while (!interrupted() && reader.read(block, kPuzzlesAtOnce)) {
    if (writer.holds_one && block.puzzles.size() > 1) {
      throw UsageError(fmt::format("--to {} supports one puzzle only, but {} has more",
                                   options.values.text("to"), options.input));
    }
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      writer.append(block.puzzles[i],
                    block.expectations.empty() ? Expectation{} : block.expectations[i], text);
    }
    write(std::exchange(text, {}));
  }
  write(text);
  if (interrupted()) return ExitCode::interrupted;
  if (file) file->complete();
  if (!records_shape(writer, reader.shape()) && !options.quiet) {
    print_error("sudoku-bench: {}\n", describe_unrecorded_shape(reader.shape()));
  }
  if (reader.rejected() > 0 && !options.quiet) {
    print_error("{}\n", describe_skipped(options.input, reader.rejected()));
  }
  return ExitCode::ok;
}

}  // namespace

OptionTable convert_option_table() {
  OptionTable options(
      "sudoku-bench convert [FILE] --to FORM",
      "Writes the puzzles in FILE in another format. Reads standard input if FILE is missing or "
      "-.\n"
      "The format canonical writes the first isomorph of each puzzle in lexical order (minlex).");
  add_dataset(options);
  options
      .choice("to", "FORM", kWriters,
              "output format: line (sdm), csv, grid, sdk, ss, integers, acs, solo, json, "
              "pencilmark or canonical (line)")
      .value("out,o", "FILE", "output file (standard output)")
      .flag("force", "replace an existing FILE");
  add_reading(options);
  return options.flag("quiet,q", "suppress notes");
}

Job prepare_convert(const OptionValues& values) {
  values.refuse_without("out", {"force"});
  return [options = ConvertOptions{values}](auto) { return run_convert(options); };
}

}  // namespace sudoku
