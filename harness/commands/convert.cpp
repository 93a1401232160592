#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/common_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

struct ConvertOptions {
  std::string input = "-";
  ReadOptions read;
  PuzzleForm form = PuzzleForm::line;
  std::string form_name;
  std::string out;  ///< file; empty: standard output
  bool force = false;
  bool quiet = false;
};

const std::map<std::string_view, PuzzleForm> kPuzzleForms = {
    {"line", PuzzleForm::line},
    {"csv", PuzzleForm::csv},
    {"grid", PuzzleForm::grid},
    {"sdm", PuzzleForm::line},
    {"sdk", PuzzleForm::sdk},
    {"ss", PuzzleForm::ss},
    {"integers", PuzzleForm::integers},
    {"acs", PuzzleForm::acs},
    {"solo", PuzzleForm::solo},
    {"pencilmark", PuzzleForm::pencilmark},
    {"canonical", PuzzleForm::canonical},
};

ConvertOptions convert_options(const OptionValues& values) {
  ConvertOptions options;
  options.input = only_dataset(values, "convert");
  options.read = read_options(values);
  options.form = values.choice("to", kPuzzleForms, PuzzleForm::line);
  options.form_name = values.text("to");
  refuse_without(values, "out", {"force"});
  options.out = values.text("out");
  options.force = values.has("force");
  options.quiet = values.has("quiet");
  return options;
}

ExitCode run_convert(const ConvertOptions& options) {
  constexpr std::size_t kPuzzlesAtOnce = 4096;
  DatasetReader reader(options.input, options.read);
  if (!can_write(options.form, reader.shape())) {
    throw UsageError(fmt::format("--to {} supports {}, but {} has boards of {}", options.form_name,
                                 options.form == PuzzleForm::acs ? "square boxes only" : "9x9 only",
                                 options.input, size_of(reader.shape())));
  }
  std::optional<PendingFile> file;
  if (!options.out.empty()) {
    file.emplace(options.out, options.force ? OldOutput::replaced : OldOutput::refused);
  }
  const auto write = [&file](const std::string& text) {
    if (file) {
      file->append(text);
    } else {
      write_stdout(text);
    }
  };

  std::string text = format_header(options.form);
  PuzzleBlock block;
  while (!interrupted() && reader.read(block, kPuzzlesAtOnce)) {
    if (options.form == PuzzleForm::acs && block.puzzles.size() > 1) {
      throw UsageError(
          fmt::format("--to acs supports one puzzle only, but {} has more", options.input));
    }
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      append_puzzle(options.form, block.puzzles[i],
                    block.expectations.empty() ? Expectation{} : block.expectations[i], text);
    }
    write(text);
    text.clear();
  }
  write(text);
  if (interrupted()) return ExitCode::interrupted;
  if (file) file->complete();
  if (!records_shape(options.form, reader.shape()) && !options.quiet) {
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
      "sudoku-bench convert [FILE] --to FORM\n"
      "Writes the puzzles in FILE in another format. Reads standard input if FILE is missing or "
      "-.\n"
      "The format canonical writes the first isomorph of each puzzle in lexical order (minlex).");
  options.group("Options");
  add_dataset(options);
  options
      .choice("to", "FORM", kPuzzleForms,
              "output format: line (sdm), csv, grid, sdk, ss, integers, acs, solo, pencilmark or "
              "canonical (line)")
      .value("out,o", "FILE", "output file (standard output)")
      .flag("force", "replace an existing FILE");
  add_reading(options);
  options.flag("quiet,q", "suppress notes").flag("help,h", "show this help");
  return options;
}

Job prepare_convert(const OptionValues& values) {
  return [options = convert_options(values)](auto) { return run_convert(options); };
}

}  // namespace sudoku
