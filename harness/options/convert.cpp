#include "harness/options/shared.h"

namespace sudoku {
namespace {

const std::map<std::string_view, PuzzleForm> kPuzzleForms = {
    {"line", PuzzleForm::line},
    {"csv", PuzzleForm::csv},
    {"grid", PuzzleForm::grid},
    {"sdm", PuzzleForm::line},
    {"sdk", PuzzleForm::sdk},
    {"ss", PuzzleForm::ss},
    {"pencilmark", PuzzleForm::pencilmark},
};

Specification convert_specification() {
  Specification options(
      "sudoku-bench convert [FILE] --to FORM\n"
      "Writes the puzzles in FILE or, without it or for -, on standard input in another form.");
  options.group("Options");
  add_dataset(options, "the same as FILE");
  options.value("to", "FORM", "line (sdm), csv, grid, sdk, ss or pencilmark (line)")
      .value("out,o", "FILE", "write there instead of to standard output (-)")
      .flag("force", "replace FILE");
  add_reading(options);
  options.flag("quiet,q", "no notes").flag("help,h", "this text");
  return options;
}

ConvertOptions convert_options(const Values& values) {
  ConvertOptions options;
  options.input = only_dataset(values, "convert");
  options.read = read_options(values);
  options.form = values.choice("to", kPuzzleForms, PuzzleForm::line);
  refuse_without(values, "out", {"force"});
  options.out = values.text("out");
  options.force = values.has("force");
  options.quiet = values.has("quiet");
  return options;
}

}  // namespace

Command parse_convert(std::span<const std::string> arguments) {
  return parse_command(convert_specification(), arguments, convert_options);
}

}  // namespace sudoku
