#include "harness/cli/dataset_options.h"

#include <unistd.h>

#include "harness/base/units.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

const std::map<std::string_view, DatasetFormat> kFormats = {
    {"auto", DatasetFormat::automatic}, {"line", DatasetFormat::line},
    {"csv", DatasetFormat::csv},        {"grid", DatasetFormat::grid},
    {"sdm", DatasetFormat::line},       {"pencilmark", DatasetFormat::line},
    {"sdk", DatasetFormat::grid},       {"ss", DatasetFormat::grid},
    {"acs", DatasetFormat::integers},   {"integers", DatasetFormat::integers},
    {"solo", DatasetFormat::solo},      {"hodoku", DatasetFormat::hodoku},
    {"json", DatasetFormat::json},
};

const std::map<std::string_view, FirstSymbol> kFirstSymbols = {{"auto", FirstSymbol::automatic},
                                                               {"1", FirstSymbol::one},
                                                               {"0", FirstSymbol::zero},
                                                               {"A", FirstSymbol::letter}};

/// Returns the path of the dataset `name`.
std::string locate(const std::string& name) {
  if (name == "-") {
    if (::isatty(STDIN_FILENO) != 0) {
      print_error("sudoku-bench: reading puzzles from the terminal; end with Ctrl-D\n");
    }
    return name;
  }
  const auto path = find_project_dataset(name);
  if (!path) return name;
  print_error("sudoku-bench: {} not found; using the project's {}\n", name, *path);
  return *path;
}

}  // namespace

void add_dataset(OptionTable& options, const char* help) { options.list("dataset", "FILE", help); }

std::vector<std::string> datasets(const OptionValues& values) {
  std::vector<std::string> paths;
  for (const std::string_view option : {kArgument, std::string_view("dataset")}) {
    for (const std::string& name : values.list(option)) paths.push_back(locate(name));
  }
  return paths;
}

std::string only_dataset(const OptionValues& values, std::string_view command) {
  const std::size_t count = values.list(kArgument).size() + values.list("dataset").size();
  if (count > 1) throw UsageError(fmt::format("{} takes one dataset, not {}", command, count));
  return count == 0 ? locate("-") : datasets(values).front();
}

void add_layout(OptionTable& options) {
  options.choice(
      "format", "NAME", kFormats,
      "format of the input: auto, line (also sdm, pencilmark), csv, grid (also sdk, ss), "
      "integers (also acs), solo, hodoku or json (auto)");
  add_shape(options, "boxes have R rows and C columns, such as 4x5 for 20x20 (detected)");
  options
      .choice("symbols", "FIRST", kFirstSymbols,
              "smallest digit of boards other than 9x9: 1 (1-9, A-Z), 0 (0-9, A-Z) or A (auto)")
      .value("column", "NAME|N", "CSV column with the puzzles; a number if there is no header")
      .value("expect-column", "NAME|N", "CSV column with the expected solution or count");
}

void add_reading(OptionTable& options) {
  add_layout(options);
  options.flag("skip-invalid", "count invalid lines and continue, instead of exiting with 4");
}

ReadOptions read_options(const OptionValues& values) {
  ReadOptions read;
  read.format = values.choice("format", kFormats, DatasetFormat::automatic);
  read.column = values.text("column");
  read.expect_column = values.text("expect-column");
  read.skip_invalid = values.has("skip-invalid");
  if (!values.has("quiet")) {
    read.on_note = [](const std::string& note) { print_error("sudoku-bench: {}\n", note); };
  }
  read.shape = shape_option(values);
  read.symbols = values.choice("symbols", kFirstSymbols, FirstSymbol::automatic);
  return read;
}

ReadOptions filter_options(const OptionValues& values, const std::string& input) {
  ReadOptions read = read_options(values);
  read.may_be_empty = input == "-";
  return read;
}

void add_shape(OptionTable& options, const char* shape_help) {
  options.value("shape", "RxC", shape_help)
      .value("size", "N",
             "boards have N rows and the most nearly square boxes, such as 4x5 for 20");
}

std::optional<Shape> shape_option(const OptionValues& values) {
  values.refuse_with("size", {"shape"});
  if (values.has("size")) {
    const std::string text = values.text("size");
    const auto side = parse_number(text, kMaxSide);
    const auto shape = side ? usual_shape(*side) : parse_size(text);
    if (shape) return shape;
    throw UsageError(
        fmt::format("--size takes the number of rows of a board, such as 16: at most {}, and a "
                    "product of two numbers from 2 on, not '{}'",
                    kMaxSide, text));
  }
  if (!values.has("shape")) return std::nullopt;
  const std::string text = values.text("shape");
  if (const auto shape = parse_shape(text)) return shape;
  // Boxes of 16x16 are too large, so boards of 16x16 are meant.
  if (const auto shape = parse_size(text)) return shape;
  throw UsageError(
      fmt::format("--shape takes the rows and columns of a box, such as 4x5: at least 2 of each "
                  "and at most {} cells, not '{}'; --size takes the rows of a board",
                  kMaxSide, text));
}

Shard shard_option(const OptionValues& values) {
  if (!values.has("shard")) return {0, 1};
  constexpr std::uint64_t kMost = 1'000'000;
  const std::string text = values.text("shard");
  const std::size_t slash = text.find('/');
  const auto number = parse_number(text.substr(0, slash), kMost);
  const auto count =
      slash == text.npos ? std::nullopt : parse_number(text.substr(slash + 1), kMost);
  if (number && count && *number < *count) return {*number, *count};
  throw UsageError(
      fmt::format("--shard takes I/N with I from 0 to N - 1, such as 0/3, not '{}'", text));
}

std::string describe_unrecorded_shape(const Shape& shape) {
  return fmt::format("this format does not record boxes of {0}; read it back with --shape {0}",
                     to_string(shape));
}

}  // namespace sudoku
